-- Members who are deactivated, teams that are described and owned, invitations of other lengths, and files of people.

-- Null: active. Nobody who owns the organisation is deactivated, so that there is always an owner who can sign in.
alter table memberships add column deactivated_at timestamptz;
alter table memberships add check (deactivated_at is null or not is_owner);

alter table teams add column description text not null default '';
-- Whoever owns a team says who is in it, without being an administrator.
alter table team_members add column is_owner boolean not null default false;

-- Sent again, an invitation can be used for as long once more.
alter table invitations add column valid_days integer not null default 7 check (valid_days between 1 and 30);
grant select (valid_days) on invitations to parlance_app;

create table member_imports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  -- On whose behalf it runs; it stops where that person may not invite any more.
  member_id uuid,
  idempotency_key uuid not null,
  -- What a line does not say.
  role text not null check (role in ('member', 'admin')),
  language text not null,
  valid_days integer not null check (valid_days between 1 and 30),
  status text not null default 'running' check (status in ('running', 'complete', 'stopped')),
  -- Milliseconds, because a cursor carries them and must meet the same row again.
  created_at timestamptz(3) not null default now(),
  unique (organization_id, id),
  unique (organization_id, idempotency_key),
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete set null (member_id)
);
-- One at a time: two would write to the same people.
create unique index member_imports_running on member_imports (organization_id) where status = 'running';
create index member_imports_by_age on member_imports (organization_id, created_at desc, id desc);
create index member_imports_by_member on member_imports (organization_id, member_id);
alter table member_imports enable row level security;
create policy member_imports_of_tenant on member_imports to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on member_imports to parlance_app;

create table member_import_lines (
  organization_id uuid not null,
  import_id uuid not null,
  line integer not null,
  email text not null,
  -- What stood in the file.
  written jsonb not null,
  role text check (role in ('member', 'admin')),
  teams text[] not null,
  language text,
  -- Null until it is done.
  outcome text,
  primary key (import_id, line),
  foreign key (organization_id, import_id) references member_imports (organization_id, id) on delete cascade
);
create index member_import_lines_open on member_import_lines (import_id, line) where outcome is null;
create index member_import_lines_refused on member_import_lines (import_id, line) where outcome <> 'invited';
alter table member_import_lines enable row level security;
create policy member_import_lines_of_tenant on member_import_lines to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on member_import_lines to parlance_app;

-- Deactivating a member ends their sessions in the same transaction. A tenant sees no more of one than whose it is.
alter table sessions enable row level security;
create policy sessions_of_tenant on sessions to parlance_app
  using (exists (select 1 from memberships where memberships.id = sessions.member_id and memberships.organization_id = current_setting('app.organization_id', true)::uuid));
grant select (id, member_id), delete on sessions to parlance_app;
