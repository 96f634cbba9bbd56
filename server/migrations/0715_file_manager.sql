-- What administrators see of the organisation's files: what files were before they were replaced, in how many dialogues
-- they were quoted, and the orders in which they are listed.

-- Bytes that something else was put in the place of. They go with their source, or when they are too many or too old.
create table file_versions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  source_id uuid not null,
  name text not null,
  media_type text not null,
  size integer not null,
  sha256 text not null,
  -- Where the bytes lie; null where the content is the whole file.
  storage_key text unique,
  content text not null default '',
  replaced_at timestamptz(3) not null default now(),
  replaced_by uuid,
  foreign key (organization_id, source_id) references knowledge_sources (organization_id, id) on delete cascade,
  foreign key (organization_id, replaced_by) references memberships (organization_id, id) on delete set null (replaced_by)
);
create index file_versions_by_source on file_versions (source_id, replaced_at desc, id desc);
create index file_versions_by_organization on file_versions (organization_id, replaced_at);
create index file_versions_by_member on file_versions (replaced_by);
alter table file_versions enable row level security;
create policy file_versions_of_tenant on file_versions to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on file_versions to parlance_app;
create trigger version_left_over after delete on file_versions for each row when (old.storage_key is not null) execute function note_leftover_of_file();

-- Who asked for what is to be read: whose doing it is that the bytes of before become a version.
alter table knowledge_sources add column pending_by uuid;
alter table knowledge_sources add foreign key (organization_id, pending_by) references memberships (organization_id, id) on delete set null (pending_by);
create index knowledge_sources_by_pending on knowledge_sources (pending_by) where pending_by is not null;

-- Dialogues with an answer that quotes a file. Counting citations in messages would read every one of them.
create table file_dialogues (
  organization_id uuid not null,
  file_id uuid not null,
  dialogue_id uuid not null,
  primary key (file_id, dialogue_id),
  foreign key (organization_id, file_id) references files (organization_id, id) on delete cascade,
  foreign key (organization_id, dialogue_id) references dialogues (organization_id, id) on delete cascade
);
create index file_dialogues_by_dialogue on file_dialogues (dialogue_id);
alter table file_dialogues enable row level security;
create policy file_dialogues_of_tenant on file_dialogues to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on file_dialogues to parlance_app;

create function note_cited_files() returns trigger language plpgsql as $$
begin
  -- A file that is gone is cited nowhere. In one order, so that two never wait for each other.
  insert into file_dialogues (organization_id, file_id, dialogue_id)
  select distinct new.organization_id, files.id, new.dialogue_id
  from jsonb_array_elements(new.citations) as citation
  join files on files.id = (citation ->> 'file_id')::uuid and files.organization_id = new.organization_id
  order by files.id
  on conflict do nothing;
  return null;
end $$;
create trigger cited_files_of_new_messages after insert on messages for each row when (new.citations <> '[]') execute function note_cited_files();
create trigger cited_files_of_messages after update of citations on messages for each row
  when (new.citations <> '[]' and new.citations is distinct from old.citations) execute function note_cited_files();
insert into file_dialogues (organization_id, file_id, dialogue_id)
select distinct messages.organization_id, files.id, messages.dialogue_id
from messages cross join jsonb_array_elements(messages.citations) as citation
join files on files.id = (citation ->> 'file_id')::uuid and files.organization_id = messages.organization_id
where messages.citations <> '[]';

-- A column: under row-level security an index is not used for what lower() gives, only for what is compared with a column.
alter table knowledge_sources add column sort_name text generated always as (lower(name)) stored;
create index managed_files_by_name on knowledge_sources (organization_id, sort_name, id) where file_id is not null and deleted_at is null;
create index managed_files_by_change on knowledge_sources (organization_id, updated_at, id) where file_id is not null and deleted_at is null;
create index files_by_size on files (organization_id, size, id);
create index attachments_by_organization on attachments (organization_id, created_at, id);
