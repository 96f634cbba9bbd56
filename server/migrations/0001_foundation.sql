-- Plans, people, organisations, sessions. Rows of one organisation are closed to every other by row-level security:
-- the server sets the role parlance_app and app.organization_id for each transaction of a tenant.

create table plans (
  name text primary key,
  features text[] not null,
  seats integer,
  dialogues_a_month integer,
  storage_megabytes integer,
  agents integer,
  schedules integer
);
grant select on plans to parlance_app;

-- null is without limit.
insert into plans (name, features, seats, dialogues_a_month, storage_megabytes, agents, schedules) values
  ('Free!', '{user_management,file_management}', 3, 100, 100, 2, 0),
  ('personal', '{file_management,prompt_template}', 1, 1000, 1000, 5, 2),
  ('Team', '{dashboard,user_management,privilege,dialogue_log,file_management,subscription_manager,prompt_template}', 20, 5000, 10000, 20, 10),
  ('Growth', '{dashboard,user_management,privilege,dialogue_log,file_management,governance,subscription_manager,prompt_template}', 50, 20000, 50000, 50, 50),
  ('business', '{dashboard,user_management,privilege,dialogue_log,file_management,governance,system_log,subscription_manager,prompt_template}', 200, 100000, 200000, 200, 200),
  ('Pro', '{dashboard,user_management,privilege,dialogue_log,file_management,governance,system_log,subscription_manager,prompt_template}', null, null, 500000, null, null);

create table organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  plan_name text not null references plans (name),
  workspace_status text not null check (workspace_status in ('ACTIVE', 'EXPIRED', 'DISABLED')),
  created_at timestamptz not null default now()
);
alter table organizations enable row level security;
create policy organizations_of_tenant on organizations to parlance_app
  using (id = current_setting('app.organization_id', true)::uuid);
grant select on organizations to parlance_app;
-- The plan and the status change through payment only, never through a tenant's own transaction.
grant update (name) on organizations to parlance_app;

create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email)),
  username text,
  password_hash text not null,
  mfa_preference text not null default 'NONE' check (mfa_preference in ('NONE', 'EMAIL_OTP')),
  language text not null default 'en',
  created_at timestamptz not null default now()
);

create table memberships (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  role_title text not null default '',
  is_admin boolean not null default false,
  is_owner boolean not null default false,
  created_at timestamptz not null default now(),
  unique (organization_id, user_id),
  -- Lets other tables of the tenant point at a member without leaving the organisation.
  unique (organization_id, id),
  check (is_admin or not is_owner)
);
create index memberships_by_user on memberships (user_id);
alter table memberships enable row level security;
create policy memberships_of_tenant on memberships to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on memberships to parlance_app;

-- A tenant sees its own people, and never their password hashes.
alter table users enable row level security;
create policy users_of_tenant on users to parlance_app
  using (exists (select 1 from memberships where memberships.user_id = users.id));
grant select (id, email, username, mfa_preference, language, created_at) on users to parlance_app;

create table teams (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  name text not null,
  created_at timestamptz not null default now(),
  unique (organization_id, name),
  unique (organization_id, id)
);
alter table teams enable row level security;
create policy teams_of_tenant on teams to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on teams to parlance_app;

create table team_members (
  organization_id uuid not null,
  team_id uuid not null,
  member_id uuid not null,
  primary key (team_id, member_id),
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade,
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
create index team_members_by_member on team_members (member_id);
alter table team_members enable row level security;
create policy team_members_of_tenant on team_members to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on team_members to parlance_app;

create table registrations (
  user_id uuid primary key references users (id) on delete cascade,
  is_completed boolean not null,
  stage integer not null check (stage between 0 and 5)
);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique,
  member_id uuid not null references memberships (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_by_member on sessions (member_id);
create index sessions_by_expiry on sessions (expires_at);

create table sign_in_attempts (
  id uuid primary key default gen_random_uuid(),
  account_key bytea not null,
  attempted_at timestamptz not null default now()
);
create index sign_in_attempts_by_account on sign_in_attempts (account_key, attempted_at);
