-- Keys whose bytes were taken out of the storage, or are about to be. No row may name one any more: whoever wrote them was
-- silent for longer than anything takes, and has to write them anew. A day is longer than any of them can still be at it.
create table storage_swept (
  key text primary key,
  swept_at timestamptz(3) not null default now()
);
create index storage_swept_by_age on storage_swept (swept_at);
alter table storage_swept enable row level security;

create index storage_leftovers_by_key on storage_leftovers (key);

-- Whoever names bytes waits for a sweep of the same key, and is refused where it came first; a sweep waits for whoever
-- names them, and then finds their name. Tenants see neither table.
create function refuse_swept_bytes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  named text;
begin
  if tg_table_name = 'knowledge_sources' then named := new.pending_key; else named := new.storage_key; end if;
  perform pg_advisory_xact_lock_shared(hashtextextended('bytes ' || named, 0));
  if exists (select from storage_swept where key = named) then
    raise exception 'The bytes under this key were taken out of the storage before a row named them.';
  end if;
  return null;
end $$;
create trigger new_files_name_bytes after insert on files for each row when (new.storage_key is not null) execute function refuse_swept_bytes();
create trigger files_name_bytes after update of storage_key on files for each row
  when (new.storage_key is not null and new.storage_key is distinct from old.storage_key) execute function refuse_swept_bytes();
create trigger new_upload_parts_name_bytes after insert on upload_parts for each row when (new.storage_key is not null) execute function refuse_swept_bytes();
create trigger upload_parts_name_bytes after update of storage_key on upload_parts for each row
  when (new.storage_key is not null and new.storage_key is distinct from old.storage_key) execute function refuse_swept_bytes();
create trigger new_knowledge_sources_name_bytes after insert on knowledge_sources for each row when (new.pending_key is not null) execute function refuse_swept_bytes();
create trigger knowledge_sources_name_bytes after update of pending_key on knowledge_sources for each row
  when (new.pending_key is not null and new.pending_key is distinct from old.pending_key) execute function refuse_swept_bytes();
create trigger new_file_versions_name_bytes after insert on file_versions for each row when (new.storage_key is not null) execute function refuse_swept_bytes();
create trigger file_versions_name_bytes after update of storage_key on file_versions for each row
  when (new.storage_key is not null and new.storage_key is distinct from old.storage_key) execute function refuse_swept_bytes();
create trigger new_dialogue_log_exports_name_bytes after insert on dialogue_log_exports for each row when (new.storage_key is not null) execute function refuse_swept_bytes();
create trigger dialogue_log_exports_name_bytes after update of storage_key on dialogue_log_exports for each row
  when (new.storage_key is not null and new.storage_key is distinct from old.storage_key) execute function refuse_swept_bytes();
create trigger new_remote_releases_name_bytes after insert on remote_releases for each row when (new.storage_key is not null) execute function refuse_swept_bytes();
create trigger remote_releases_name_bytes after update of storage_key on remote_releases for each row
  when (new.storage_key is not null and new.storage_key is distinct from old.storage_key) execute function refuse_swept_bytes();
create trigger new_organization_exports_name_bytes after insert on organization_exports for each row when (new.storage_key is not null) execute function refuse_swept_bytes();
create trigger organization_exports_name_bytes after update of storage_key on organization_exports for each row
  when (new.storage_key is not null and new.storage_key is distinct from old.storage_key) execute function refuse_swept_bytes();
