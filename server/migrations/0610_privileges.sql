-- What administrators let people do beyond, or short of, the defaults of their role. A set is apart from teams: it is
-- given to members and to teams, for good or until a day.

create table permission_sets (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  name text not null check (name <> ''),
  description text not null default '',
  statements jsonb not null default '[]' check (jsonb_typeof(statements) = 'array'),
  -- Counts the changes: who saves says which one they saw.
  revision integer not null default 1,
  changed_by uuid,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  unique (organization_id, id),
  foreign key (organization_id, changed_by) references memberships (organization_id, id) on delete set null (changed_by)
);
create unique index permission_sets_by_name on permission_sets (organization_id, lower(name));
create index permission_sets_by_member on permission_sets (changed_by);
alter table permission_sets enable row level security;
create policy permission_sets_of_tenant on permission_sets to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on permission_sets to parlance_app;

create table permission_grants (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null,
  set_id uuid not null,
  -- One of the two has it.
  member_id uuid,
  team_id uuid,
  -- Null: until it is taken back.
  expires_at timestamptz(3),
  granted_by uuid,
  created_at timestamptz(3) not null default now(),
  check ((member_id is null) <> (team_id is null)),
  unique (member_id, set_id),
  unique (team_id, set_id),
  foreign key (organization_id, set_id) references permission_sets (organization_id, id) on delete cascade,
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade,
  foreign key (organization_id, team_id) references teams (organization_id, id) on delete cascade,
  foreign key (organization_id, granted_by) references memberships (organization_id, id) on delete set null (granted_by)
);
create index permission_grants_by_set on permission_grants (set_id);
create index permission_grants_by_granter on permission_grants (granted_by);
create index permission_grants_of_organization on permission_grants (organization_id, created_at desc, id desc);
alter table permission_grants enable row level security;
create policy permission_grants_of_tenant on permission_grants to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on permission_grants to parlance_app;
