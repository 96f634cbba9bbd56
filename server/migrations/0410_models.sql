-- What answers for the bots of this installation, what each call of it took, and how much may be asked.

-- Declared by settings and MODELS_FILE and written here at the start, so that bots, runs and the ledger can refer to
-- them. Keys and addresses stay where they were declared: no table holds them.
create table model_providers (
  id uuid primary key default gen_random_uuid(),
  name text not null unique,
  created_at timestamptz(3) not null default now()
);

create table models (
  id uuid primary key default gen_random_uuid(),
  provider_id uuid not null references model_providers (id) on delete cascade,
  -- As its provider knows it.
  name text not null,
  purpose text not null check (purpose in ('answers', 'embeddings')),
  kind text not null check (kind in ('embedded', 'language-model')),
  -- Tokens of prompt and answer together; null where it is not known.
  context_length integer check (context_length > 0),
  sees_images boolean not null default false,
  -- Those it is meant for; empty: all.
  languages text[] not null default '{}',
  -- In millionths of the currency's unit, for a million tokens.
  input_price_micros bigint check (input_price_micros >= 0),
  output_price_micros bigint check (output_price_micros >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- No longer declared: bots that name it answer with the standard model, and the ledger still knows it.
  is_enabled boolean not null default true,
  fallback_id uuid references models (id) on delete set null,
  created_at timestamptz(3) not null default now(),
  unique (provider_id, name),
  check (num_nulls(input_price_micros, output_price_micros, currency) in (0, 3))
);
create index models_by_fallback on models (fallback_id);
grant select on models to parlance_app;

-- Null: the standard model of the installation.
alter table bots add column model_id uuid references models (id) on delete set null;
create index bots_by_model on bots (model_id);
-- Answers in a calendar month; null is without limit.
alter table bots add column answers_a_month integer check (answers_a_month >= 0);

alter table plans add column answers_a_month integer;
-- Of each member, prompts and answers together.
alter table plans add column member_tokens_a_month bigint;
update plans set answers_a_month = limits.answers, member_tokens_a_month = limits.tokens
from (values ('Free!', 1000, 1000000), ('personal', 10000, 5000000), ('Team', 50000, 5000000),
  ('Growth', 200000, 10000000), ('business', 1000000, 20000000)) as limits (plan, answers, tokens)
where plans.name = limits.plan;

alter table runs add column model_id uuid references models (id) on delete set null;
-- As it was called then, whatever becomes of the model.
alter table runs add column model_name text;
-- The model that was to answer, where another one answered in its place.
alter table runs add column instead_of text;
alter table runs add column begun_at timestamptz(3);
alter table runs add column first_ms integer;
-- Taken from the member's allowance while the answer is written; what it took in truth is known at its end.
alter table runs add column reserved_tokens integer not null default 0;
create index runs_by_model on runs (model_id);

-- One row a call of a provider. Nothing here is ever changed or deleted, also when the dialogue is.
create table model_usage (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  member_id uuid not null,
  run_id uuid not null,
  -- Counts the calls of a run from 1: what is written twice is written once.
  call integer not null,
  model_id uuid references models (id) on delete set null,
  provider text not null,
  model_name text not null,
  input_tokens integer not null check (input_tokens >= 0),
  output_tokens integer not null check (output_tokens >= 0),
  -- The provider did not say, or not to the end: counted by us.
  is_estimated boolean not null,
  -- Null where the model has no price.
  cost_micros bigint,
  currency text,
  created_at timestamptz(3) not null default now(),
  unique (run_id, call)
);
create index model_usage_by_organization on model_usage (organization_id, created_at);
create index model_usage_by_model on model_usage (model_id);
alter table model_usage enable row level security;
create policy model_usage_of_tenant on model_usage to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert on model_usage to parlance_app;

-- What was asked in a calendar month (UTC): one row for each member, each bot and the organisation, so that asking what
-- is left reads one row each. subject_id is the member's, the bot's or the organisation's.
create table allowance_use (
  organization_id uuid not null references organizations (id) on delete cascade,
  month date not null,
  subject text not null check (subject in ('member', 'bot', 'organization')),
  subject_id uuid not null,
  answers integer not null default 0,
  tokens bigint not null default 0,
  -- Of answers that are being written.
  reserved_tokens bigint not null default 0,
  cost_micros bigint not null default 0,
  primary key (organization_id, month, subject, subject_id)
);
alter table allowance_use enable row level security;
create policy allowance_use_of_tenant on allowance_use to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update on allowance_use to parlance_app;

-- Whoever ends a run, in whichever way, gives back what was reserved for it: with the commit, because whoever asks holds
-- the dialogue before the budget, and who ends an answer must not hold them the other way round.
create function release_reserved_tokens() returns trigger language plpgsql as $$
begin
  update allowance_use set reserved_tokens = greatest(0, reserved_tokens - old.reserved_tokens)
  where organization_id = old.organization_id and month = date_trunc('month', old.created_at at time zone 'UTC')::date
    and subject = 'member' and subject_id = old.member_id;
  return null;
end $$;
create constraint trigger runs_release_reserved_tokens after update of status on runs deferrable initially deferred for each row
  when (old.status in ('queued', 'running') and new.status not in ('queued', 'running') and old.reserved_tokens > 0)
  execute function release_reserved_tokens();
create constraint trigger deleted_runs_release_reserved_tokens after delete on runs deferrable initially deferred for each row
  when (old.status in ('queued', 'running') and old.reserved_tokens > 0)
  execute function release_reserved_tokens();
