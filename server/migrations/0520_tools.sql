-- Tools that agents of an organisation may use, and every call of one.

create table tools (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  kind text not null check (kind in ('http', 'openapi', 'mcp')),
  name text not null,
  description text not null default '',
  -- How it is reached, without what is secret of it.
  settings jsonb not null,
  -- Values of headers, encrypted with a key that no table holds; null where there is none.
  secrets text,
  secret_headers text[] not null default '{}',
  -- What it can do, as it was read last.
  functions jsonb not null default '[]',
  disabled_functions text[] not null default '{}',
  -- Why its functions could not be read the last time.
  error_code text,
  created_by uuid,
  -- Counts the changes: who saves says which one they saw.
  revision integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, created_by) references memberships (organization_id, id) on delete set null (created_by)
);
create unique index tools_by_name on tools (organization_id, lower(name));
create index tools_by_member on tools (created_by);
alter table tools enable row level security;
create policy tools_of_tenant on tools to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on tools to parlance_app;

-- Written before a call happens and settled after it.
create table tool_calls (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  run_id uuid not null references runs (id) on delete cascade,
  -- Calls that the model asked for together have one step; both count from 1.
  step integer not null,
  position integer not null,
  -- As the model's provider calls it, and the function as the model was told of it.
  provider_call_id text not null,
  told_name text not null,
  -- Of a built-in tool there is no row; null where the model named a function that there is not.
  tool_id uuid,
  kind text not null,
  tool_name text not null,
  function text not null,
  arguments text not null,
  state text not null check (state in ('waiting', 'running', 'refused', 'done', 'failed', 'timed-out')),
  result text not null default '',
  is_cut boolean not null default false,
  -- UTF-16 code units of the answer before it.
  "offset" integer not null,
  created_at timestamptz(3) not null default now(),
  -- Null while nobody has begun to call.
  begun_at timestamptz(3),
  duration_ms integer,
  unique (run_id, step, position)
);
create index tool_calls_waiting on tool_calls (created_at) where state = 'waiting';
create index tool_calls_by_organization on tool_calls (organization_id);
alter table tool_calls enable row level security;
create policy tool_calls_of_tenant on tool_calls to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on tool_calls to parlance_app;

-- Since when the answer waits for its person to allow or refuse a call: no process writes it meanwhile, and none is missed.
alter table runs add column waiting_since timestamptz(3);
-- UTF-16 code units that the answer began with, where it goes on with another one.
alter table runs add column begun_length integer;
create index runs_waiting on runs (waiting_since) where waiting_since is not null;
