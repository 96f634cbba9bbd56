-- How long members use the product, and what the analytics were told. Both are idempotent by an id that the browser
-- made; it is unique within its member only, so that nobody can occupy or overwrite the id of somebody else.

create table usage_sessions (
  organization_id uuid not null,
  member_id uuid not null,
  session_id uuid not null,
  typing integer not null check (typing between 0 and 86400),
  reading integer not null check (reading between 0 and 86400),
  interacting integer not null check (interacting between 0 and 86400),
  idling integer not null check (idling between 0 and 86400),
  received_at timestamptz(3) not null default now(),
  primary key (organization_id, member_id, session_id),
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
create index usage_sessions_by_time on usage_sessions (organization_id, received_at);
alter table usage_sessions enable row level security;
create policy usage_sessions_of_tenant on usage_sessions to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, delete on usage_sessions to parlance_app;

create table analytics_events (
  organization_id uuid not null,
  member_id uuid not null,
  event_id uuid not null,
  name text not null,
  -- By the clock of the browser, which may be wrong; received_at is by ours.
  occurred_at timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  -- The pattern of a route, never an address.
  route text not null,
  detail jsonb not null,
  primary key (organization_id, member_id, event_id),
  foreign key (organization_id, member_id) references memberships (organization_id, id) on delete cascade
);
create index analytics_events_by_name on analytics_events (organization_id, name, received_at);
alter table analytics_events enable row level security;
create policy analytics_events_of_tenant on analytics_events to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, delete on analytics_events to parlance_app;
