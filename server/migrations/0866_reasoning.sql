-- What a model reasons before it answers, apart from the answer. A released server that does not know of it writes and
-- reads neither.

-- The reasoning behind an answer: in pieces while it is written, and in one when it has ended.
create table answer_reasoning (
  organization_id uuid not null,
  answer_id uuid not null references messages (id) on delete cascade,
  -- In UTF-16 code units from the beginning of the reasoning.
  "offset" integer not null,
  text text not null,
  created_at timestamptz(3) not null default now(),
  primary key (answer_id, "offset")
);
create index answer_reasoning_by_age on answer_reasoning (organization_id, created_at);
alter table answer_reasoning enable row level security;
create policy answer_reasoning_of_tenant on answer_reasoning to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on answer_reasoning to parlance_app;

-- What a provider sent with the request for a call and wants back with its result: reasoning, and signatures of it.
create table tool_call_extras (
  organization_id uuid not null,
  call_id uuid primary key references tool_calls (id) on delete cascade,
  extras jsonb not null,
  created_at timestamptz(3) not null default now()
);
create index tool_call_extras_by_age on tool_call_extras (organization_id, created_at);
alter table tool_call_extras enable row level security;
create policy tool_call_extras_of_tenant on tool_call_extras to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on tool_call_extras to parlance_app;

alter table runs
  -- How long the model reasoned; null where it did not, or nothing is known of it.
  add column reasoning_ms integer,
  -- The offset of run_deltas at which the text of the answer begins: what stands before it turned out to be reasoning.
  add column text_from integer not null default 0;
