-- Everything of an organisation as a file, for its owners.
create table organization_exports (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  idempotency_key uuid not null,
  asked_by uuid,
  status text not null default 'waiting' check (status in ('waiting', 'running', 'complete', 'failed')),
  storage_key text,
  size bigint,
  created_at timestamptz(3) not null default now(),
  completed_at timestamptz(3),
  unique (organization_id, idempotency_key),
  check ((status = 'complete') = (storage_key is not null and size is not null and completed_at is not null)),
  foreign key (organization_id, asked_by) references memberships (organization_id, id) on delete set null (asked_by)
);
-- One at a time.
create unique index organization_exports_under_way on organization_exports (organization_id) where status in ('waiting', 'running');
create index organization_exports_by_asker on organization_exports (organization_id, asked_by);
create index organization_exports_by_age on organization_exports (created_at);
alter table organization_exports enable row level security;
create policy organization_exports_of_tenant on organization_exports to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update, delete on organization_exports to parlance_app;
create trigger organization_export_left_over after delete on organization_exports for each row when (old.storage_key is not null) execute function note_leftover_of_file();
