-- Accounts of people at the servers of tools, by OAuth. A released server that does not know of them reads and writes none.

alter table tools
  -- The secret of the client at the authorization server, encrypted with a key that no table holds; null without one.
  add column client_secret text;

-- How this installation is known to the authorization server of a tool, where it has registered itself there.
create table tool_clients (
  tool_id uuid primary key,
  organization_id uuid not null,
  -- The authorization server that gave it.
  issuer text not null,
  redirect_uri text not null,
  -- The client information (RFC 7591), encrypted.
  sealed text not null,
  created_at timestamptz(3) not null default now(),
  foreign key (organization_id, tool_id) references tools (organization_id, id) on delete cascade
);
create index tool_clients_by_organization on tool_clients (organization_id, tool_id);
alter table tool_clients enable row level security;
create policy tool_clients_of_tenant on tool_clients to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on tool_clients to parlance_app;

-- Sign-ins under way: a person is at the page of an authorization server.
create table tool_sign_ins (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  member_id uuid not null,
  tool_id uuid not null,
  -- SHA-256 of the state that the browser brings back.
  state_hash bytea not null unique,
  -- What it takes to finish, the code verifier among it, encrypted.
  sealed text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default now(),
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade,
  foreign key (organization_id, tool_id) references tools (organization_id, id) on delete cascade
);
create index tool_sign_ins_by_member on tool_sign_ins (organization_id, member_id, created_at);
create index tool_sign_ins_by_tool on tool_sign_ins (organization_id, tool_id);
create index tool_sign_ins_by_expiry on tool_sign_ins (expires_at);
alter table tool_sign_ins enable row level security;
create policy tool_sign_ins_of_tenant on tool_sign_ins to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on tool_sign_ins to parlance_app;

create table connected_accounts (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  member_id uuid not null,
  tool_id uuid not null,
  -- The address of the server that the tokens are for: they are sent to no other.
  server_url text not null,
  -- Tokens, and what it takes to renew and to revoke them, encrypted.
  sealed text not null,
  -- Counts the tokens that it has had.
  revision integer not null default 1,
  expires_at timestamptz(3),
  -- Until then one process renews the tokens, and the others wait.
  renewing_until timestamptz(3),
  -- The server takes its token no longer, and there is none to renew it with.
  is_lapsed boolean not null default false,
  -- Scopes that the server has asked for since, separated by spaces.
  wanted_scope text not null default '',
  signed_in_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3),
  unique (member_id, tool_id),
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade,
  foreign key (organization_id, tool_id) references tools (organization_id, id) on delete cascade
);
create index connected_accounts_by_member on connected_accounts (organization_id, member_id);
create index connected_accounts_by_tool on connected_accounts (organization_id, tool_id);
alter table connected_accounts enable row level security;
create policy connected_accounts_of_tenant on connected_accounts to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on connected_accounts to parlance_app;

-- A call may wait for a sign-in.
alter table tool_calls drop constraint tool_calls_asks_because_check;
alter table tool_calls
  add constraint tool_calls_asks_because_check check (asks_because in ('address', 'sign-in')) not valid;
