-- A dialogue is a tree: a prompt that is edited and an answer that is asked for once more are further versions beside the
-- first ones. What is read is one branch of it, from its leaf up.

-- A folder of one member. Dialogues point at it together with their member, so that nobody's lies in somebody else's.
create table folders (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  member_id uuid not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  unique (organization_id, id),
  unique (member_id, id),
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
create unique index folders_by_name on folders (member_id, lower(name));
alter table folders enable row level security;
create policy folders_of_tenant on folders to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on folders to parlance_app;

alter table messages
  -- The message it answers or follows; null for the first ones of a dialogue.
  add column parent_id uuid,
  add unique (dialogue_id, id);
update messages set parent_id = before.id from messages as before
where before.dialogue_id = messages.dialogue_id and before.position = messages.position - 1;
alter table messages add foreign key (dialogue_id, parent_id) references messages (dialogue_id, id) on delete cascade;
create index messages_by_parent on messages (dialogue_id, parent_id, position);

-- What a citation says of its place in the file. Those of before say which passage it was, where there still is one like it.
update messages set citations = (
  select jsonb_agg(citation || jsonb_build_object('page', null, 'position', coalesce((
    select passages.position + 1 from passages
    where passages.file_id = (citation ->> 'file_id')::uuid and passages.content = citation ->> 'passage'
    order by passages.position limit 1), 1)) order by place)
  from jsonb_array_elements(citations) with ordinality as cited (citation, place))
where citations <> '[]';

alter table dialogues
  -- The last message of the branch that is read.
  add column leaf_id uuid,
  add column title_source text not null default 'prompt' check (title_source in ('prompt', 'model', 'member')),
  add column is_pinned boolean not null default false,
  add column is_archived boolean not null default false,
  add column folder_id uuid,
  -- In nobody's list from then on, and gone a month later.
  add column deleted_at timestamptz(3);
update dialogues set leaf_id = (select id from messages where messages.dialogue_id = dialogues.id order by position desc limit 1);
alter table dialogues
  add foreign key (id, leaf_id) references messages (dialogue_id, id) on delete set null (leaf_id),
  add foreign key (member_id, folder_id) references folders (member_id, id) on delete set null (folder_id);

-- In the order of the list: the pinned first, then the last changed.
drop index dialogues_of_member;
drop index dialogues_of_member_with_bot;
create index dialogues_of_member on dialogues (member_id, is_archived, is_pinned desc, updated_at desc, id desc) where deleted_at is null;
create index dialogues_of_member_with_bot on dialogues (member_id, bot_id, is_archived, is_pinned desc, updated_at desc, id desc) where deleted_at is null;
create index dialogues_in_folder on dialogues (member_id, folder_id, is_archived, is_pinned desc, updated_at desc, id desc) where deleted_at is null;
create index dialogues_by_member on dialogues (member_id, folder_id);
create index dialogues_by_deletion on dialogues (deleted_at) where deleted_at is not null;

-- Prompts may wait for the answers before theirs, in the order they came.
alter table runs add column number bigint generated always as identity;
drop index runs_active_in_dialogue;
-- One answer at a time is written in a dialogue, whoever asks.
create unique index runs_running_in_dialogue on runs (dialogue_id) where status = 'running';
create index runs_active_in_dialogue on runs (dialogue_id, number) where status in ('queued', 'running');
create index runs_by_dialogue on runs (dialogue_id);
