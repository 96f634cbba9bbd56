-- Dialogues, their messages, and the runs that write the answers.

create table dialogues (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  member_id uuid not null,
  bot_id uuid not null,
  title text not null,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade,
  foreign key (organization_id, bot_id) references bots (organization_id, id) on delete cascade
);
create index dialogues_of_member on dialogues (member_id, updated_at desc, id desc);
create index dialogues_of_member_with_bot on dialogues (member_id, bot_id, updated_at desc, id desc);
create index dialogues_by_bot on dialogues (bot_id);
alter table dialogues enable row level security;
create policy dialogues_of_tenant on dialogues to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on dialogues to parlance_app;

create table messages (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  dialogue_id uuid not null,
  -- Counts up within its dialogue, from 1.
  position integer not null,
  author text not null check (author in ('member', 'bot')),
  content text not null default '',
  citations jsonb not null default '[]',
  created_at timestamptz(3) not null default now(),
  unique (dialogue_id, position),
  unique (organization_id, id),
  foreign key (organization_id, dialogue_id) references dialogues (organization_id, id) on delete cascade
);
alter table messages enable row level security;
create policy messages_of_tenant on messages to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on messages to parlance_app;

create table runs (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  dialogue_id uuid not null,
  member_id uuid not null,
  prompt_id uuid not null,
  answer_id uuid not null unique,
  -- Made by the caller: the same key is the same run.
  idempotency_key uuid not null,
  language text not null,
  status text not null default 'queued'
    check (status in ('queued', 'running', 'complete', 'stopped', 'failed', 'interrupted')),
  error_code text,
  stop_requested boolean not null default false,
  -- The process that writes the answer, and until when it is believed to be alive.
  owner_process uuid not null,
  lease_until timestamptz not null,
  input_tokens integer,
  output_tokens integer,
  created_at timestamptz(3) not null default now(),
  ended_at timestamptz(3),
  unique (member_id, idempotency_key),
  foreign key (organization_id, dialogue_id) references dialogues (organization_id, id) on delete cascade,
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade,
  foreign key (organization_id, prompt_id) references messages (organization_id, id) on delete cascade,
  foreign key (organization_id, answer_id) references messages (organization_id, id) on delete cascade
);
-- One answer at a time in a dialogue, whoever asks.
create unique index runs_active_in_dialogue on runs (dialogue_id) where status in ('queued', 'running');
create index runs_by_lease on runs (lease_until) where status in ('queued', 'running');
create index runs_by_prompt on runs (prompt_id);
alter table runs enable row level security;
create policy runs_of_tenant on runs to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on runs to parlance_app;

-- What an answer that is being written has so far. Gone when it is whole: then the message has it.
create table run_deltas (
  organization_id uuid not null references organizations (id) on delete cascade,
  run_id uuid not null references runs (id) on delete cascade,
  -- In UTF-16 code units from the beginning of the answer.
  "offset" integer not null,
  text text not null,
  primary key (run_id, "offset")
);
alter table run_deltas enable row level security;
create policy run_deltas_of_tenant on run_deltas to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on run_deltas to parlance_app;
