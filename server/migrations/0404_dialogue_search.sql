-- Search over a member's own dialogues: one entry for each message, and one for each title.
create table search_entries (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  member_id uuid not null,
  dialogue_id uuid not null,
  -- Null: the title.
  message_id uuid,
  written_at timestamptz(3) not null,
  -- Our own tokens, as passages have them, each behind the beginning of its member's id: what others wrote is not read past.
  tokens tsvector not null,
  tokenizer_version integer not null,
  unique nulls not distinct (dialogue_id, message_id),
  foreign key (organization_id, dialogue_id) references dialogues (organization_id, id) on delete cascade,
  foreign key (dialogue_id, message_id) references messages (dialogue_id, id) on delete cascade
);
-- Written at once: a list of what is still to be put in would be read from its beginning by every search.
create index search_entries_by_token on search_entries using gin (tokens) with (fastupdate = off);
create index search_entries_of_member on search_entries (member_id, written_at desc, id desc);
create index search_entries_by_version on search_entries (tokenizer_version);
alter table search_entries enable row level security;
create policy search_entries_of_tenant on search_entries to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on search_entries to parlance_app;

-- The same rows for a tenant to search. Under a policy no index of words can be used: @@ is not leakproof, so that
-- PostgreSQL asks the policy first, row by row. A view has its owner's rights and asks the same question itself.
create view searched_entries as
  select * from search_entries where organization_id = current_setting('app.organization_id', true)::uuid;
grant select on searched_entries to parlance_app;

-- What has its entry. An answer gets it when it has ended; what nobody gave one, such as an answer whose process died, is found by this.
alter table messages add column is_searchable boolean not null default false;
create index messages_to_search on messages (dialogue_id) where not is_searchable;
alter table dialogues add column is_searchable boolean not null default false;
create index dialogues_to_search on dialogues (id) where not is_searchable;
