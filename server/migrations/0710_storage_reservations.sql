-- Room of a plan that was taken for bytes that are on their way. It counts until a row names them, or until it is too old:
-- whoever took it has died.
create table storage_reservations (
  key text primary key,
  organization_id uuid not null references organizations (id) on delete cascade,
  bytes bigint not null check (bytes >= 0),
  expires_at timestamptz(3) not null
);
create index storage_reservations_by_organization on storage_reservations (organization_id);
create index storage_reservations_by_expiry on storage_reservations (expires_at);
alter table storage_reservations enable row level security;
create policy storage_reservations_of_tenant on storage_reservations to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on storage_reservations to parlance_app;
