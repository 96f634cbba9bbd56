-- Who has given the operator's key on the operators' page, for an hour. They are of the installation and of no tenant.
create table operator_sessions (
  token_hash bytea primary key,
  by_name text not null,
  expires_at timestamptz(3) not null
);
create index operator_sessions_by_end on operator_sessions (expires_at);
alter table operator_sessions enable row level security;
