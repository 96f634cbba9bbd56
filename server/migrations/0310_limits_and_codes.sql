-- What is counted so that it cannot be done without end: passwords tried, codes guessed, mails sent. A key is a hash of
-- what is counted and for whom, known or not, so the table names nobody. sign_in_attempts was this for passwords alone.

create table limited_acts (
  id uuid primary key default gen_random_uuid(),
  key bytea not null,
  acted_at timestamptz not null default now()
);
create index limited_acts_by_key on limited_acts (key, acted_at);
create index limited_acts_by_time on limited_acts (acted_at);
insert into limited_acts (key, acted_at) select account_key, attempted_at from sign_in_attempts;
drop table sign_in_attempts;

-- Codes and links that are sent by mail. Neither stands here: the code as an HMAC under the secret of the session that
-- asked for it, so that six digits cannot be tried out by whoever reads the table, and the link as a hash.
create table codes (
  id uuid primary key default gen_random_uuid(),
  purpose text not null check (purpose in ('registration', 'sign_in', 'mfa_change', 'email_change')),
  -- What it is for: a registration, a half-way sign-in, a person. One code at a time.
  attempt_id uuid not null,
  code_hash bytea not null,
  link_hash bytea unique,
  -- What the right code brings about, where the purpose does not say it: the new address, the new preference.
  wanted text,
  tries integer not null default 0 check (tries >= 0),
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  unique (purpose, attempt_id)
);
create index codes_by_expiry on codes (expires_at);

-- A forgotten password. Keyed by the address, known or not, so that asking does the same for both.
create table password_resets (
  email text primary key check (email = lower(email)),
  token_hash bytea not null unique,
  expires_at timestamptz not null
);
create index password_resets_by_expiry on password_resets (expires_at);
