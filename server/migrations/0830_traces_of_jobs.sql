-- Where somebody watches (docs/observability.md), a job belongs to the trace of what asked for it. It stands beside the job
-- and not in it: a process of the release before takes no job that says more than it knows.

alter table job_requests add column traceparent text;
grant insert (traceparent) on job_requests to parlance_app;

create table job_traces (
  job uuid primary key,
  traceparent text not null,
  created_at timestamptz(3) not null default now()
);
create index job_traces_by_age on job_traces (created_at);
alter table job_traces enable row level security;
