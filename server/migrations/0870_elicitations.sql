-- What the server of a tool wants to know of the person while it makes a call (MCP, elicitation). A released server that
-- does not know of it declares no such capability to its servers.

create table elicitations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  call_id uuid not null references tool_calls on delete cascade,
  state text not null default 'waiting' check (state in ('waiting', 'accepted', 'declined', 'cancelled')),
  message text not null,
  asked jsonb not null,
  -- What the person has entered, encrypted, until the process that makes the call has fetched it.
  sealed text,
  created_at timestamptz(3) not null default now()
);
create index elicitations_by_call on elicitations (call_id, created_at);
alter table elicitations enable row level security;
create policy elicitations_of_tenant on elicitations to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on elicitations to parlance_app;
