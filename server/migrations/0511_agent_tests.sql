-- An agent is tried in dialogues that are in no list, with a definition that was given and perhaps never saved; and it is
-- asked the questions of its test set, whose right answers are known.

alter table dialogues add column kind text not null default 'member' check (kind in ('member', 'test'));
create index test_dialogues_by_age on dialogues (created_at) where kind = 'test';
-- What the answer is given by; null: by what is published.
alter table runs add column definition jsonb;

create table agent_test_sets (
  organization_id uuid not null,
  bot_id uuid primary key,
  questions jsonb not null default '[]',
  revision integer not null default 1,
  foreign key (organization_id, bot_id) references bots (organization_id, id) on delete cascade
);
alter table agent_test_sets enable row level security;
create policy agent_test_sets_of_tenant on agent_test_sets to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on agent_test_sets to parlance_app;

create table agent_test_runs (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  bot_id uuid not null,
  -- Who asked for it, and whose budget it counts against.
  member_id uuid not null,
  -- The version that is tested; null: the draft as it was then.
  number integer,
  definition jsonb not null,
  status text not null default 'running' check (status in ('running', 'complete', 'stopped', 'failed')),
  started_at timestamptz(3) not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, bot_id) references bots (organization_id, id) on delete cascade,
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
create index agent_test_runs_by_bot on agent_test_runs (bot_id, started_at desc, id desc);
create index agent_test_runs_by_member on agent_test_runs (member_id);
-- One at a time: two would share the budget and the model.
create unique index agent_test_runs_running on agent_test_runs (bot_id) where status = 'running';
alter table agent_test_runs enable row level security;
create policy agent_test_runs_of_tenant on agent_test_runs to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on agent_test_runs to parlance_app;

-- A question of a test run as it was then. The answer is null until it is judged.
create table agent_test_results (
  organization_id uuid not null,
  test_run_id uuid not null,
  position integer not null,
  question jsonb not null,
  -- The run that answers it, while it does.
  run_id uuid references runs (id) on delete set null,
  answer text,
  error_code text,
  points jsonb not null default '[]',
  passed boolean not null default false,
  primary key (test_run_id, position),
  foreign key (organization_id, test_run_id) references agent_test_runs (organization_id, id) on delete cascade
);
create index agent_test_results_by_run on agent_test_results (run_id);
alter table agent_test_results enable row level security;
create policy agent_test_results_of_tenant on agent_test_results to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on agent_test_results to parlance_app;
