-- A link to the address that an account had before gives it back for some days: whoever moved it may have stolen the session.
create table email_reversals (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  email text not null check (email = lower(email)),
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index email_reversals_by_user on email_reversals (user_id);
create index email_reversals_by_expiry on email_reversals (expires_at);

-- What a mail says may be worth nothing after a while, as a code is: then it is not sent any more.
alter table outgoing_mail add column valid_until timestamptz(3);
grant insert (valid_until) on outgoing_mail to parlance_app;
