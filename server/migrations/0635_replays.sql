-- A rule that is tried on past dialogues: what it was, how far the job has come, and what was found. Nothing here says whose
-- text it was.

create table replays (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  member_id uuid,
  idempotency_key uuid not null,
  -- None where the rule was never saved.
  rule_id uuid,
  -- The saved version that was tried; none where it was a draft.
  version integer,
  -- The rule that is tried, then those that were on, as they were when it was asked for.
  rules jsonb not null,
  from_day date not null,
  to_day date not null,
  bot_ids uuid[] not null,
  team_ids uuid[] not null,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'complete', 'failed')),
  done integer not null default 0,
  "of" integer not null default 0,
  found integer not null default 0,
  -- The last message that was checked: a further try goes on behind it.
  last_dialogue_id uuid not null default '00000000-0000-0000-0000-000000000000',
  last_position integer not null default 0,
  samples jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  unique (organization_id, id),
  unique (organization_id, idempotency_key),
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete set null (member_id),
  foreign key (organization_id, rule_id) references governance_rules (organization_id, id) on delete cascade
);
-- One at a time.
create unique index replays_under_way on replays (organization_id) where status in ('waiting', 'running');
create index replays_of_rule on replays (rule_id, created_at desc, id desc);
create index replays_of_drafts on replays (organization_id, created_at desc, id desc) where rule_id is null;
create index replays_by_member on replays (member_id);
create index replays_by_age on replays (created_at);
alter table replays enable row level security;
create policy replays_of_tenant on replays to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on replays to parlance_app;

create table replay_counts (
  organization_id uuid not null,
  replay_id uuid not null,
  -- The place of the rule in the list of its replay.
  place integer not null,
  day date not null,
  kind text not null check (kind in ('prompt', 'answer')),
  messages integer not null,
  hits integer not null,
  primary key (replay_id, place, day, kind),
  foreign key (organization_id, replay_id) references replays (organization_id, id) on delete cascade
);
alter table replay_counts enable row level security;
create policy replay_counts_of_tenant on replay_counts to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on replay_counts to parlance_app;
