-- Schedules, and executions: each one time that a schedule or an automation did its work. Automations have a migration of
-- their own, and point their executions at themselves there.

-- The least distance of two ticks of a schedule.
alter table plans add column minutes_between integer not null default 60 check (minutes_between > 0);
update plans set minutes_between = least_distance.minutes
from (values ('Team', 15), ('Growth', 15), ('business', 5), ('Pro', 1)) as least_distance (plan, minutes)
where plans.name = least_distance.plan;

create table schedules (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  -- It runs as this person. Null: nobody has it any more.
  owner_id uuid,
  -- Null once the agent is gone for good; the definition keeps its id.
  bot_id uuid,
  name text not null,
  definition jsonb not null,
  state text not null default 'active' check (state in ('active', 'paused')),
  paused_because text check (paused_because in ('person', 'administrator', 'owner', 'agent', 'failures', 'plan', 'loop')),
  -- The next tick; null where none is left, or it is paused.
  next_at timestamptz(3),
  revision integer not null default 1,
  idempotency_key uuid not null,
  -- Where the next execution goes on, if it goes on anywhere.
  dialogue_id uuid,
  -- Executions in a row that failed.
  failures integer not null default 0,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  deleted_at timestamptz(3),
  unique (organization_id, id),
  unique (owner_id, idempotency_key),
  check ((state = 'paused') = (paused_because is not null)),
  check (next_at is null or (state = 'active' and deleted_at is null)),
  foreign key (organization_id, owner_id) references memberships (organization_id, id) on delete set null (owner_id),
  foreign key (organization_id, bot_id) references bots (organization_id, id) on delete set null (bot_id),
  foreign key (organization_id, dialogue_id) references dialogues (organization_id, id) on delete set null (dialogue_id)
);
create index schedules_due on schedules (next_at) where next_at is not null;
create index schedules_of_organization on schedules (organization_id, name, id) where deleted_at is null;
create index schedules_by_bot on schedules (bot_id);
create index schedules_by_dialogue on schedules (dialogue_id);
create index schedules_by_deletion on schedules (deleted_at) where deleted_at is not null;
alter table schedules enable row level security;
create policy schedules_of_tenant on schedules to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update on schedules to parlance_app;

-- All of an organisation are held: no tick and no event does anything, and each keeps its own state.
create table automation_holds (
  organization_id uuid primary key references organizations (id) on delete cascade,
  since timestamptz(3) not null default now(),
  by_member_id uuid,
  foreign key (organization_id, by_member_id) references memberships (organization_id, id) on delete set null (by_member_id)
);
create index automation_holds_by_member on automation_holds (by_member_id);
alter table automation_holds enable row level security;
create policy automation_holds_of_tenant on automation_holds to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on automation_holds to parlance_app;

create table executions (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  schedule_id uuid,
  automation_id uuid,
  -- As whom. Their words go with them, as their dialogues do.
  member_id uuid not null,
  bot_id uuid,
  cause text not null check (cause in ('tick', 'event', 'person', 'test', 'replay')),
  status text not null default 'waiting' check (status in ('waiting', 'running', 'approval', 'done', 'failed', 'cancelled', 'skipped')),
  reason text check (reason in ('overlap', 'misfire', 'maximum', 'condition', 'loop', 'replaced', 'lapsed', 'owner', 'person')),
  error_code text,
  due_at timestamptz(3) not null,
  -- How many executions of others have led to it, one by the effect of another.
  depth integer not null default 0,
  event_id uuid,
  input jsonb,
  prompt text not null,
  output text,
  dialogue_id uuid,
  -- The answer that it has, or waits for. No reference: what an execution took is known after its dialogue is gone.
  run_id uuid,
  -- With which key the agent is asked, and how often it was: a further time only where the server ended in the middle of an
  -- answer. Known before anybody is asked, so that whoever ends the answer finds the execution.
  ask_key uuid not null,
  asks integer not null default 1,
  asked_at timestamptz(3),
  -- Since when a person is waited for; they are told once.
  approval_since timestamptz(3),
  tokens integer,
  cost_micros bigint,
  currency text,
  replay_of uuid,
  idempotency_key uuid,
  created_at timestamptz(3) not null default now(),
  started_at timestamptz(3),
  ended_at timestamptz(3),
  unique (organization_id, id),
  unique (ask_key),
  check (num_nonnulls(schedule_id, automation_id) = 1),
  check ((status in ('waiting', 'running', 'approval')) = (ended_at is null)),
  foreign key (organization_id, schedule_id) references schedules (organization_id, id) on delete cascade,
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade,
  foreign key (organization_id, bot_id) references bots (organization_id, id) on delete set null (bot_id),
  foreign key (organization_id, dialogue_id) references dialogues (organization_id, id) on delete set null (dialogue_id)
);
-- A tick and an event do their work once, whoever brings them.
create unique index executions_of_ticks on executions (schedule_id, due_at) where cause = 'tick';
create unique index executions_of_events on executions (automation_id, event_id) where cause = 'event';
create unique index executions_by_key on executions (member_id, idempotency_key) where idempotency_key is not null;
create index executions_of_schedule on executions (schedule_id, created_at desc, id desc);
create index executions_of_automation on executions (automation_id, created_at desc, id desc);
create index executions_under_way on executions (organization_id, schedule_id) where ended_at is null;
create index executions_of_organization on executions (organization_id, created_at);
create index executions_of_member on executions (member_id);
create index executions_by_bot on executions (bot_id);
create index executions_by_dialogue on executions (dialogue_id);
create index executions_by_age on executions (created_at);
alter table executions enable row level security;
create policy executions_of_tenant on executions to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update on executions to parlance_app;

create table execution_actions (
  organization_id uuid not null,
  execution_id uuid not null,
  position integer not null check (position >= 0),
  action jsonb not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'done', 'failed', 'shown')),
  tries integer not null default 0,
  next_try_at timestamptz(3),
  http_status integer,
  error_code text,
  shown jsonb,
  primary key (execution_id, position),
  foreign key (organization_id, execution_id) references executions (organization_id, id) on delete cascade
);
create index execution_actions_waiting on execution_actions (next_try_at) where next_try_at is not null;
alter table execution_actions enable row level security;
create policy execution_actions_of_tenant on execution_actions to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update on execution_actions to parlance_app;

-- Whoever ends an answer, or puts it away for a person, asks in the same transaction for its execution to be gone on with:
-- in whichever process that is, and though it may be killed the next moment.
create function request_execution_of_run() returns trigger language plpgsql as $$
declare
  key uuid := case when tg_op = 'DELETE' then old.idempotency_key else new.idempotency_key end;
  member uuid := case when tg_op = 'DELETE' then old.member_id else new.member_id end;
begin
  insert into job_requests (kind, data) select 'execute', jsonb_build_object('execution', id) from executions where ask_key = key and member_id = member;
  return null;
end $$;
create trigger runs_tell_executions after update of status, waiting_since on runs for each row
  when ((old.status in ('queued', 'running') and new.status not in ('queued', 'running')) or old.waiting_since is distinct from new.waiting_since)
  execute function request_execution_of_run();
create trigger deleted_runs_tell_executions after delete on runs for each row when (old.status in ('queued', 'running'))
  execute function request_execution_of_run();
