-- Who has agreed that invoices of new periods are charged to what they have paid with. Without a row nobody has.
create table automatic_payments (
  organization_id uuid primary key references organizations (id) on delete cascade,
  -- What was due before is not charged: it was not what they have agreed to.
  agreed_at timestamptz(3) not null,
  agreed_by uuid,
  foreign key (organization_id, agreed_by) references memberships (organization_id, id) on delete set null (agreed_by)
);
create index automatic_payments_by_member on automatic_payments (organization_id, agreed_by);
alter table automatic_payments enable row level security;
create policy automatic_payments_of_tenant on automatic_payments to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, delete on automatic_payments to parlance_app;

-- Of a charge that nobody is at: which one of its invoice it is. Null for a page that somebody pays on.
alter table payments add column attempt integer;
-- Why a charge came to nothing. `unconfirmed`: the bank wants somebody to confirm it.
alter table payments add column failure text check (failure in ('declined', 'unconfirmed', 'no_method'));
-- What is paid with on this page may be charged later, while nobody is there.
alter table payments add column is_for_later boolean not null default false;
alter table payments add check (attempt is not null or failure is null);
create unique index payments_attempts on payments (invoice_id, attempt) where attempt is not null;
