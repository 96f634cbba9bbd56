-- What agents know: files, folders of them, web pages and texts, each with an owner and with who else may read it. What is
-- searched lies in files and passages, as everywhere; a source is what a person sees of it.

create table knowledge_sources (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  owner_id uuid,
  kind text not null check (kind in ('file', 'folder', 'web-page', 'text')),
  name text not null,
  -- What lies in a folder has the folder's owner and access.
  folder_id uuid,
  access text not null default 'private' check (access in ('private', 'people', 'organization')),
  -- Stays the same whatever is read into it, so that bots and citations go on naming it.
  file_id uuid unique,
  url text,
  refresh text check (refresh in ('never', 'daily', 'weekly')),
  -- The name is the page's title as it was last read, until somebody gives another.
  is_named_by_page boolean not null default false,
  -- What the server of the page said of the content that was read last.
  etag text,
  last_modified text,
  -- When the content was last seen to be this one, and when it was last tried.
  refreshed_at timestamptz(3),
  tried_at timestamptz(3),
  -- Bytes that are to be read in place of those of the file.
  pending_key text unique,
  pending_name text,
  pending_media_type text,
  pending_size integer,
  pending_sha256 text,
  -- Since when it is to be read, and since when it is being read; null: there is nothing to do.
  requested_at timestamptz(3),
  reading_at timestamptz(3),
  -- Why the last try failed where there is a text from before.
  error_code text,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  -- In nobody's list and in no answer from then on, and gone a month later.
  deleted_at timestamptz(3),
  unique (organization_id, id),
  check ((kind = 'folder') = (file_id is null)),
  check (kind <> 'folder' or folder_id is null),
  check ((kind = 'web-page') = (url is not null)),
  check ((kind = 'web-page') = (refresh is not null)),
  check (num_nulls(pending_key, pending_media_type, pending_size, pending_sha256) in (0, 4)),
  foreign key (organization_id, owner_id) references memberships (organization_id, id) on delete set null (owner_id),
  foreign key (organization_id, folder_id) references knowledge_sources (organization_id, id) on delete cascade,
  foreign key (organization_id, file_id) references files (organization_id, id) on delete cascade
);
create index knowledge_sources_by_name on knowledge_sources (organization_id, lower(name), id);
create index knowledge_sources_by_folder on knowledge_sources (folder_id);
create index knowledge_sources_by_owner on knowledge_sources (owner_id);
create index knowledge_sources_by_refresh on knowledge_sources (tried_at) where refresh in ('daily', 'weekly') and deleted_at is null;
create index knowledge_sources_by_deletion on knowledge_sources (deleted_at) where deleted_at is not null;
alter table knowledge_sources enable row level security;
create policy knowledge_sources_of_tenant on knowledge_sources to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on knowledge_sources to parlance_app;

-- Whom a source of the access “people” is for.
create table knowledge_people (
  organization_id uuid not null,
  source_id uuid not null,
  member_id uuid not null,
  primary key (source_id, member_id),
  foreign key (organization_id, source_id) references knowledge_sources (organization_id, id) on delete cascade,
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
create index knowledge_people_by_member on knowledge_people (member_id, source_id);
alter table knowledge_people enable row level security;
create policy knowledge_people_of_tenant on knowledge_people to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on knowledge_people to parlance_app;

-- Bytes that a row no longer names are found by their note, however the row lost them.
create trigger file_bytes_replaced after update of storage_key on files for each row
  when (old.storage_key is not null and old.storage_key is distinct from new.storage_key) execute function note_leftover_of_file();
create function note_leftover_of_knowledge() returns trigger language plpgsql as $$
begin
  insert into storage_leftovers (key) values (old.pending_key);
  return null;
end $$;
create trigger pending_bytes_replaced after update of pending_key on knowledge_sources for each row
  when (old.pending_key is not null and old.pending_key is distinct from new.pending_key) execute function note_leftover_of_knowledge();
create trigger pending_bytes_left_over after delete on knowledge_sources for each row
  when (old.pending_key is not null) execute function note_leftover_of_knowledge();

-- The files of each bot become a folder of its name, which the organisation may read as it may ask the bot. A file behind
-- several bots lies in no folder, or one bot would come to know what the other does.
insert into knowledge_sources (id, organization_id, owner_id, kind, name, access)
select id, organization_id, owner_id, 'folder', left(coalesce(name ->> 'en', (select value from jsonb_each_text(name) limit 1), avatar), 100), 'organization'
from bots where exists (select from bot_files where bot_files.bot_id = bots.id);
insert into knowledge_sources (organization_id, owner_id, kind, name, folder_id, access, file_id, refreshed_at)
select files.organization_id, behind.owner_id, 'file', files.name, case when behind.bots = 1 then behind.bot_id end, 'organization', files.id, files.created_at
from files
join (
  select bot_files.file_id, count(*) as bots, (array_agg(bots.id order by bots.created_at, bots.id))[1] as bot_id, (array_agg(bots.owner_id order by bots.created_at, bots.id))[1] as owner_id
  from bot_files join bots on bots.id = bot_files.bot_id group by bot_files.file_id
) as behind on behind.file_id = files.id;

create temporary table knowledge_of_bots on commit drop as
select bot_files.bot_id, jsonb_agg(distinct coalesce(knowledge_sources.folder_id, knowledge_sources.id)) as knowledge_ids
from bot_files join knowledge_sources on knowledge_sources.file_id = bot_files.file_id group by bot_files.bot_id;
update agent_versions set definition = jsonb_set(definition, '{knowledge_ids}', knowledge_ids) from knowledge_of_bots where knowledge_of_bots.bot_id = agent_versions.bot_id;
update agent_drafts set definition = jsonb_set(definition, '{knowledge_ids}', knowledge_ids) from knowledge_of_bots where knowledge_of_bots.bot_id = agent_drafts.bot_id;
