-- Pictures, sounds, files and links in the results of calls. A released server that does not know of them reads and writes
-- none, and tells its models a result as the person reads it.

alter table tool_calls
  -- What the model is told of the result; null if it is told all of it.
  add column told_result text;

create table tool_contents (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  call_id uuid not null references tool_calls on delete cascade,
  position integer not null,
  type text not null check (type in ('image', 'audio', 'file', 'link')),
  -- As its server says, checked for pictures and sounds; empty if it does not say.
  media_type text not null,
  name text not null,
  size integer not null,
  -- Of a link alone.
  address text,
  -- Of its bytes in the storage. The call of an answer that was copied names the same bytes.
  storage_key text,
  -- True if it is for the person alone.
  is_untold boolean not null default false,
  created_at timestamptz(3) not null default now(),
  unique (call_id, position),
  check ((storage_key is null) = (type = 'link') and (address is null) = (type <> 'link'))
);
create index tool_contents_by_organization on tool_contents (organization_id, storage_key) include (size);
create index tool_contents_by_key on tool_contents (storage_key);
alter table tool_contents enable row level security;
create policy tool_contents_of_tenant on tool_contents to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on tool_contents to parlance_app;

create trigger tool_content_left_over after delete on tool_contents for each row when (old.storage_key is not null) execute function note_leftover_of_file();
create trigger new_tool_contents_name_bytes after insert on tool_contents for each row when (new.storage_key is not null) execute function refuse_swept_bytes();
create trigger tool_contents_name_bytes after update of storage_key on tool_contents for each row
  when (new.storage_key is not null and new.storage_key is distinct from old.storage_key) execute function refuse_swept_bytes();
