-- A bot that members use is an agent whose published version stands in its row. Beside it stand the draft, every version
-- that was published, and who may do what with it.

alter table bots
  add column owner_id uuid,
  add column access text not null default 'organization' check (access in ('private', 'people', 'organization')),
  -- The number of the version that stands in this row; null: never published.
  add column version integer check (version >= 1),
  add column is_disabled boolean not null default false,
  add column archived_at timestamptz(3),
  -- In nobody's list from then on, and gone a month later.
  add column deleted_at timestamptz(3),
  add column temperature float8 check (temperature between 0 and 2),
  add column max_output_tokens integer check (max_output_tokens >= 1),
  add column tools jsonb not null default '[]' check (jsonb_typeof(tools) = 'array'),
  add column tool_steps integer not null default 10 check (tool_steps >= 1),
  add foreign key (organization_id, owner_id) references memberships (organization_id, id) on delete set null (owner_id);
create index bots_by_owner on bots (owner_id);
create index bots_by_deletion on bots (deleted_at) where deleted_at is not null;

update bots set version = 1, owner_id = coalesce(responsible_id, (
  select id from memberships where memberships.organization_id = bots.organization_id and is_owner order by created_at, id limit 1));

alter table bots
  alter column access set default 'private',
  -- One word for what follows from three columns, so that none contradicts the other.
  add column state text not null generated always as (case
    when archived_at is not null then 'archived' when version is null then 'draft' when is_disabled then 'disabled' else 'published' end) stored,
  -- A draft may have no name yet.
  drop constraint bots_name_check,
  add constraint bots_name_check check (jsonb_typeof(name) = 'object' and (name <> '{}' or version is null));

create table agent_drafts (
  organization_id uuid not null,
  bot_id uuid primary key,
  definition jsonb not null,
  -- Counts the changes: who saves says which one they saw.
  revision integer not null default 1,
  changed_by uuid,
  updated_at timestamptz(3) not null default now(),
  foreign key (organization_id, bot_id) references bots (organization_id, id) on delete cascade,
  foreign key (organization_id, changed_by) references memberships (organization_id, id) on delete set null (changed_by)
);
create index agent_drafts_by_member on agent_drafts (changed_by);
alter table agent_drafts enable row level security;
create policy agent_drafts_of_tenant on agent_drafts to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on agent_drafts to parlance_app;

create table agent_versions (
  organization_id uuid not null,
  bot_id uuid not null,
  -- Counts up within its agent, from 1, without a gap.
  number integer not null,
  definition jsonb not null,
  -- Of the draft that became it: one draft becomes one version, however many publish it at once.
  revision integer not null,
  name text not null default '',
  message text not null default '',
  published_by uuid,
  published_at timestamptz(3) not null default now(),
  primary key (bot_id, number),
  unique (bot_id, revision),
  foreign key (organization_id, bot_id) references bots (organization_id, id) on delete cascade,
  foreign key (organization_id, published_by) references memberships (organization_id, id) on delete set null (published_by)
);
create index agent_versions_by_member on agent_versions (published_by);
alter table agent_versions enable row level security;
create policy agent_versions_of_tenant on agent_versions to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on agent_versions to parlance_app;

-- Whom an agent of the access “people” is for.
create table agent_people (
  organization_id uuid not null,
  bot_id uuid not null,
  member_id uuid not null,
  primary key (bot_id, member_id),
  foreign key (organization_id, bot_id) references bots (organization_id, id) on delete cascade,
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
create index agent_people_by_member on agent_people (member_id, bot_id);
alter table agent_people enable row level security;
create policy agent_people_of_tenant on agent_people to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on agent_people to parlance_app;

-- Who has an agent open in its editor, and when they last said so.
create table agent_presence (
  organization_id uuid not null,
  bot_id uuid not null,
  member_id uuid not null,
  seen_at timestamptz(3) not null default now(),
  primary key (bot_id, member_id),
  foreign key (organization_id, bot_id) references bots (organization_id, id) on delete cascade,
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
create index agent_presence_by_member on agent_presence (member_id);
create index agent_presence_by_age on agent_presence (seen_at);
alter table agent_presence enable row level security;
create policy agent_presence_of_tenant on agent_presence to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on agent_presence to parlance_app;

-- What was made by the key of a request: asked twice, it is made once.
create table agent_creations (
  organization_id uuid not null,
  member_id uuid not null,
  idempotency_key uuid not null,
  bot_id uuid not null,
  left_out text[] not null default '{}',
  created_at timestamptz(3) not null default now(),
  primary key (member_id, idempotency_key),
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade,
  foreign key (organization_id, bot_id) references bots (organization_id, id) on delete cascade
);
create index agent_creations_by_bot on agent_creations (bot_id);
alter table agent_creations enable row level security;
create policy agent_creations_of_tenant on agent_creations to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert on agent_creations to parlance_app;

insert into agent_versions (organization_id, bot_id, number, definition, revision, published_by, published_at)
select organization_id, id, 1, jsonb_build_object('name', name, 'description', description, 'greeting', greeting, 'starters', starters,
  'avatar', avatar, 'category', category, 'instructions', instructions, 'model_id', model_id, 'temperature', null, 'max_output_tokens', null,
  'knowledge_ids', '[]'::jsonb, 'tools', '[]'::jsonb, 'tool_steps', 10, 'answers_a_month', answers_a_month, 'responsible_id', responsible_id),
  1, owner_id, created_at
from bots;
insert into agent_drafts (organization_id, bot_id, definition, changed_by, updated_at)
select agent_versions.organization_id, bot_id, definition, owner_id, bots.updated_at from agent_versions join bots on bots.id = bot_id;
