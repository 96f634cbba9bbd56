-- What an organisation's agents do when something happens, and the events that set it off.

create table automations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  -- As whom it runs; null where nobody is left.
  owner_id uuid,
  bot_id uuid,
  name text not null,
  definition jsonb not null,
  -- As in the definition: what happens asks for those of its kind.
  trigger_kind text not null check (trigger_kind in ('webhook', 'file', 'rating', 'rule', 'form')),
  state text not null default 'paused' check (state in ('active', 'paused')),
  -- Null of one that was never switched on.
  paused_because text,
  -- Of the webhook, of what actions send, and of the link of the form: encrypted with a key that no table holds.
  secrets text,
  -- Until when what is received, and what is sent, has the signature of the secret before as well.
  both_secrets_until timestamptz(3),
  both_action_secrets_until timestamptz(3),
  form_token_hash bytea unique,
  -- Counts the changes: who saves says which one they saw.
  revision integer not null default 1,
  idempotency_key uuid not null,
  -- In a row.
  failures integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  unique (organization_id, id),
  unique (owner_id, idempotency_key),
  foreign key (organization_id, owner_id) references memberships (organization_id, id) on delete set null (owner_id),
  foreign key (organization_id, bot_id) references bots (organization_id, id) on delete set null (bot_id)
);
create index automations_by_trigger on automations (organization_id, trigger_kind) where state = 'active' and deleted_at is null;
create index automations_by_owner on automations (organization_id, owner_id, updated_at desc, id) where deleted_at is null;
create index automations_by_bot on automations (organization_id, bot_id);
create index automations_deleted on automations (deleted_at) where deleted_at is not null;
alter table automations enable row level security;
create policy automations_of_tenant on automations to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on automations to parlance_app;

-- Something that happened, once for all that it sets off.
create table automation_events (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  kind text not null check (kind in ('webhook', 'file', 'rating', 'rule', 'form')),
  -- Of a webhook and a form: whose they are, and by what a message that comes again is known.
  automation_id uuid,
  message_id text,
  event jsonb not null,
  -- How many executions lie before it, one set off by the effects of another.
  depth integer not null default 0,
  created_at timestamptz(3) not null default now(),
  unique (organization_id, id),
  unique (automation_id, message_id),
  check ((automation_id is null) = (message_id is null)),
  foreign key (organization_id, automation_id) references automations (organization_id, id) on delete cascade
);
create index automation_events_by_age on automation_events (created_at);
create index automation_events_of_automation on automation_events (automation_id, created_at desc) where automation_id is not null;
create index automation_events_by_organization on automation_events (organization_id);
alter table automation_events enable row level security;
create policy automation_events_of_tenant on automation_events to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on automation_events to parlance_app;

-- What actions have made, with how deep it lies: a source of knowledge by its id, a prompt by its key. An event of it lies one deeper.
create table automation_effects (
  organization_id uuid not null references organizations (id) on delete cascade,
  id uuid not null,
  depth integer not null,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, id)
);
create index automation_effects_by_age on automation_effects (created_at);
alter table automation_effects enable row level security;
create policy automation_effects_of_tenant on automation_effects to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on automation_effects to parlance_app;

alter table executions add foreign key (organization_id, automation_id) references automations (organization_id, id) on delete cascade;
