-- Where the audit log of an organisation is sent as it grows.
create table audit_webhooks (
  organization_id uuid primary key references organizations (id) on delete cascade,
  url text not null,
  -- What messages are signed with, and the one before, encrypted with a key that no table holds.
  secrets text not null,
  both_secrets_until timestamptz(3),
  -- The last entry that was taken for a delivery.
  through bigint not null
);
alter table audit_webhooks enable row level security;
create policy audit_webhooks_of_tenant on audit_webhooks to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on audit_webhooks to parlance_app;

-- Stretches of entries on their way. What has arrived is deleted.
create table audit_deliveries (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references audit_webhooks (organization_id) on delete cascade,
  first bigint not null,
  last bigint not null,
  state text not null default 'waiting' check (state in ('waiting', 'given_up')),
  tries integer not null default 0,
  tried_at timestamptz(3),
  -- Of the last try: what was answered, or why nothing was.
  status integer,
  error_code text
);
create index audit_deliveries_in_order on audit_deliveries (organization_id, first, id);
alter table audit_deliveries enable row level security;
create policy audit_deliveries_of_tenant on audit_deliveries to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on audit_deliveries to parlance_app;
