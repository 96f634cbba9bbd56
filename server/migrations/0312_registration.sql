-- Registrations under way. Until its address is verified a registration is one browser's: any number of them may exist
-- for one address, and none of them is an account. The verified one becomes a user, and the row goes when it is complete.

create table registration_attempts (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  -- Null once the address is verified: then the user has it.
  password_hash text,
  language text not null,
  account_kind text not null check (account_kind in ('personal', 'organization')),
  -- The ids that the user, the membership and a founded organisation will have.
  user_id uuid not null unique default gen_random_uuid(),
  new_member_id uuid not null unique default gen_random_uuid(),
  new_organization_id uuid not null unique default gen_random_uuid(),
  invitation_id uuid references invitations (id) on delete set null,
  -- Which versions of the legal documents: {"privacy-policy": "2026-11-20", …}. They go to terms_acceptances with the user.
  accepted_versions jsonb not null,
  accepted_language text not null,
  accepted_at timestamptz not null default now(),
  accepted_from text not null,
  username text,
  organization_name text,
  team_name text,
  role_title text,
  plan_name text references plans (name),
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  -- Nothing is kept of a registration that nobody goes on with.
  expires_at timestamptz not null,
  check ((password_hash is null) = (verified_at is not null))
);
create index registration_attempts_by_expiry on registration_attempts (expires_at);
create index registration_attempts_by_invitation on registration_attempts (invitation_id);

-- Which version of which document somebody accepted, when, in which language, and from which network address.
create table terms_acceptances (
  user_id uuid not null references users (id) on delete cascade,
  document text not null check (document in ('privacy-policy', 'terms-of-service')),
  version text not null check (version ~ '^\d{4}-\d{2}-\d{2}$'),
  language text not null,
  accepted_at timestamptz not null default now(),
  accepted_from text not null,
  primary key (user_id, document, version)
);

create table enterprise_enquiries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users (id) on delete cascade,
  -- Made by the caller: the same key is the same enquiry.
  idempotency_key uuid not null,
  name text not null,
  email text not null,
  organization text not null,
  seats integer not null check (seats > 0),
  message text not null,
  created_at timestamptz not null default now(),
  unique (user_id, idempotency_key)
);

-- The plan that the founder chose and that is not ordered yet. Like the plan itself it changes through payment only.
alter table organizations add column plan_to_order text references plans (name);

alter table plans
  add column account_kinds text[] not null default '{organization}',
  add column price_a_month integer not null default 0 check (price_a_month >= 0),
  add column currency text not null default 'EUR';
update plans set account_kinds = '{personal,organization}' where name = 'Free!';
update plans set account_kinds = '{personal}', price_a_month = 900 where name = 'personal';
update plans set price_a_month = 4900 where name = 'Team';
update plans set price_a_month = 14900 where name = 'Growth';
update plans set price_a_month = 39900 where name = 'business';
update plans set price_a_month = 79900 where name = 'Pro';

-- A registration under way used to be a member of an organisation that nobody had named. It keeps its ids.
insert into registration_attempts (email, language, account_kind, user_id, new_member_id, new_organization_id, accepted_versions, accepted_language, accepted_from, username, verified_at, expires_at)
  select users.email, users.language, 'organization', users.id, memberships.id, memberships.organization_id, '{}', users.language, '', users.username, now(), now() + interval '90 days'
  from registrations
  join users on users.id = registrations.user_id
  join memberships on memberships.user_id = users.id
  join organizations on organizations.id = memberships.organization_id and organizations.name = ''
  where not registrations.is_completed;
delete from organizations where name = '' and id in (select new_organization_id from registration_attempts);
