-- What is to be done outside of a request is asked for by a row, in the transaction that is its reason; whoever runs the
-- jobs takes it from here. A tenant's transaction may ask, and can neither read nor change what others have asked for.

create table job_requests (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  data jsonb not null,
  created_at timestamptz(3) not null default now()
);
create index job_requests_by_age on job_requests (created_at);
alter table job_requests enable row level security;
create policy job_requests_of_tenant on job_requests for insert to parlance_app with check (true);
grant insert (id, kind, data) on job_requests to parlance_app;

-- Told with the commit, so that nobody has to look for it every second.
create function tell_of_job_request() returns trigger language plpgsql as $$
begin
  perform pg_notify('parlance_events', 'jobs requested');
  return null;
end $$;
create trigger job_requests_told after insert on job_requests for each statement execute function tell_of_job_request();
