-- Invitations to an organisation. A tenant reads everything of its own but the hash of the link.

create table invitations (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  email text not null check (email = lower(email)),
  role text not null check (role in ('member', 'admin')),
  teams text[] not null,
  language text not null,
  token_hash bytea not null unique,
  -- Made by the caller: the same key is the same invitation.
  idempotency_key uuid not null,
  invited_by uuid,
  accepted_by uuid,
  -- Milliseconds, because a cursor carries them and must meet the same row again.
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  revoked_at timestamptz,
  unique (organization_id, idempotency_key),
  foreign key (organization_id, invited_by) references memberships (organization_id, id) on delete set null (invited_by),
  foreign key (organization_id, accepted_by) references memberships (organization_id, id) on delete set null (accepted_by),
  check (accepted_at is null or revoked_at is null)
);
-- One that is not over for an address: a second one would hold a second seat.
create unique index invitations_not_over on invitations (organization_id, email) where accepted_at is null and revoked_at is null;
create index invitations_by_age on invitations (organization_id, created_at desc, id desc);
create index invitations_by_inviter on invitations (organization_id, invited_by);
create index invitations_by_accepter on invitations (organization_id, accepted_by);
alter table invitations enable row level security;
create policy invitations_of_tenant on invitations to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select (id, organization_id, email, role, teams, language, idempotency_key, invited_by, accepted_by, created_at, sent_at, expires_at, accepted_at, revoked_at) on invitations to parlance_app;
grant insert on invitations to parlance_app;
-- Who is invited, and as what, cannot be changed afterwards: it is taken back and made anew.
grant update (token_hash, sent_at, expires_at, revoked_at) on invitations to parlance_app;

-- Whoever is a member of several organisations enters the one used last; joining one is using it.
alter table memberships add column last_used_at timestamptz not null default now();
