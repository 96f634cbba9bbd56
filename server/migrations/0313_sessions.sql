-- A session is a member's, or that of a registration under way, or half of a sign-in that waits for its code. Each kind
-- reaches its own endpoints and no other.

alter table sessions
  alter column member_id drop not null,
  add column kind text not null default 'member' check (kind in ('member', 'registration', 'second-factor')),
  add column user_id uuid references users (id) on delete cascade,
  add column attempt_id uuid references registration_attempts (id) on delete cascade,
  add column user_agent text not null default '',
  add column address text not null default '';
update sessions set user_id = memberships.user_id from memberships where memberships.id = sessions.member_id;
alter table sessions add constraint sessions_of_their_kind check (case kind
  when 'member' then member_id is not null and user_id is not null and attempt_id is null
  when 'registration' then attempt_id is not null and member_id is null
  else user_id is not null and member_id is null and attempt_id is null end);
create index sessions_by_user on sessions (user_id);
create index sessions_by_attempt on sessions (attempt_id);

-- Browsers in which somebody has signed in before: what others try does not lock them out there.
create table known_devices (
  token_hash bytea not null,
  user_id uuid not null references users (id) on delete cascade,
  last_used_at timestamptz not null default now(),
  primary key (token_hash, user_id)
);
create index known_devices_by_user on known_devices (user_id);
create index known_devices_by_age on known_devices (last_used_at);
