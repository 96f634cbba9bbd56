-- Why an answer failed, in its provider's own words without secrets, for administrators: {"status", "words", "request_id"}.
-- Null of answers that did not fail, and of those from before.
alter table runs add column failure jsonb;

-- The last failures of each model, for who runs the installation: what happened again is one row that counts. It is bounded
-- by whoever writes it and belongs to no tenant: what was refused for its content is not in it, and what a provider
-- repeats of a request beside its sentence is left out.
create table model_failures (
  provider text not null,
  model text not null,
  code text not null,
  -- Of HTTP; 0 where there was none.
  status smallint not null,
  -- A hash of the words without their numbers, which differ each time.
  alike bytea not null,
  words text not null,
  request_id text,
  failures integer not null,
  first_at timestamptz(3) not null,
  last_at timestamptz(3) not null,
  primary key (provider, model, code, status, alike)
);
create index model_failures_by_last on model_failures (last_at);
alter table model_failures enable row level security;
