-- What is asked of a model beside answers: titles, and what the studio asks. It belongs to no run, so what it has reserved of
-- its member's tokens stands here while it is asked.
create table side_requests (
  id uuid primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  member_id uuid not null references memberships (id) on delete cascade,
  reserved_tokens integer not null default 0,
  -- It is over before: what is still here then was left by a process that died.
  lease_until timestamptz(3) not null,
  created_at timestamptz(3) not null default now()
);
create index side_requests_by_organization on side_requests (organization_id);
create index side_requests_by_member on side_requests (member_id);
create index side_requests_by_lease on side_requests (lease_until);
alter table side_requests enable row level security;
create policy side_requests_of_tenant on side_requests to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on side_requests to parlance_app;

create constraint trigger side_requests_release_reserved_tokens after delete on side_requests deferrable initially deferred for each row
  when (old.reserved_tokens > 0)
  execute function release_reserved_tokens();
