-- What an organisation has agreed to, and what it owes. The tenant reads it; only what runs across organisations writes it,
-- as with the plan itself.

create table subscriptions (
  organization_id uuid primary key references organizations (id) on delete cascade,
  -- When the first period began: later ones begin on the same day of the month, or on its last one.
  anchored_at timestamptz(3),
  -- Both null where the plan costs nothing, or was granted without an end.
  period_begin timestamptz(3),
  period_end timestamptz(3),
  -- What the running period was agreed at; a price that changes in the table of plans holds from the next one on.
  price_a_month integer not null default 0,
  currency text not null default 'EUR',
  cancel_at_period_end boolean not null default false,
  next_plan_name text references plans (name),
  -- The last moment from which the plan or its price is another: nothing is prorated from before it.
  changed_at timestamptz(3),
  expired_at timestamptz(3),
  expired_because text check (expired_because in ('cancelled', 'unpaid')),
  check ((period_begin is null) = (period_end is null) and (period_begin is null) = (anchored_at is null)),
  check (period_begin < period_end),
  check ((expired_at is null) = (expired_because is null))
);
create index subscriptions_by_end on subscriptions (period_end);
create index subscriptions_by_next_plan on subscriptions (next_plan_name);
alter table subscriptions enable row level security;
create policy subscriptions_of_tenant on subscriptions to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select on subscriptions to parlance_app;

create table billing_details (
  organization_id uuid primary key references organizations (id) on delete cascade,
  name text not null,
  address text not null,
  vat_id text not null,
  email text
);
alter table billing_details enable row level security;
create policy billing_details_of_tenant on billing_details to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select, insert, update on billing_details to parlance_app;

-- One row. Whoever issues an invoice raises it in the same transaction, and the next one waits: no number is left out, also
-- where a transaction is rolled back, and none is given twice.
create table invoice_counter (only_one boolean primary key default true check (only_one), last_number integer not null);
insert into invoice_counter (last_number) values (0);

create table invoices (
  id uuid primary key default gen_random_uuid(),
  -- Null once the organisation is deleted: an invoice is kept, or a number would be missing.
  organization_id uuid references organizations (id) on delete set null,
  number integer not null unique check (number > 0),
  label text not null unique,
  status text not null check (status in ('open', 'paid', 'void', 'uncollectible')),
  -- What it was issued for, once: the beginning of a period, or an order.
  cause text not null,
  issued_at timestamptz(3) not null,
  due_at timestamptz(3) not null,
  paid_at timestamptz(3),
  currency text not null,
  subtotal integer not null,
  tax_rate integer not null,
  tax integer not null,
  total integer not null,
  -- As they were on that day.
  seller jsonb not null,
  buyer jsonb not null,
  provider text,
  reference text,
  -- The plan of an expired workspace whose period begins when this is paid.
  renews_plan text references plans (name),
  -- Days before the workspace expires of the last reminder that was mailed.
  reminded_days integer,
  unique (organization_id, cause),
  check (total = subtotal + tax),
  check ((status = 'paid') = (paid_at is not null)),
  check ((status = 'paid') = (provider is not null) and (provider is null) = (reference is null))
);
create index invoices_by_time on invoices (organization_id, number desc);
create index invoices_open on invoices (due_at) where status = 'open';
create index invoices_by_renewed_plan on invoices (renews_plan);
alter table invoices enable row level security;
create policy invoices_of_tenant on invoices to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select on invoices to parlance_app;

create table invoice_lines (
  invoice_id uuid not null references invoices (id) on delete cascade,
  organization_id uuid references organizations (id) on delete set null,
  position integer not null,
  kind text not null check (kind in ('month', 'rest', 'credit')),
  plan_name text not null references plans (name),
  price_a_month integer not null,
  span_begin timestamptz(3),
  span_end timestamptz(3),
  period_begin timestamptz(3),
  period_end timestamptz(3),
  amount integer not null,
  primary key (invoice_id, position)
);
create index invoice_lines_of_organization on invoice_lines (organization_id);
create index invoice_lines_by_plan on invoice_lines (plan_name);
alter table invoice_lines enable row level security;
create policy invoice_lines_of_tenant on invoice_lines to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select on invoice_lines to parlance_app;

-- What was ordered, by whom: the same key is the same order.
create table subscription_orders (
  id uuid primary key default gen_random_uuid(),
  organization_id uuid not null references organizations (id) on delete cascade,
  idempotency_key uuid not null,
  plan_name text not null references plans (name),
  kind text not null check (kind in ('upgrade', 'downgrade', 'beginning', 'renewal')),
  invoice_id uuid references invoices (id),
  ordered_by uuid,
  ordered_at timestamptz(3) not null,
  unique (organization_id, idempotency_key),
  foreign key (organization_id, ordered_by) references memberships (organization_id, id) on delete set null (ordered_by)
);
create index subscription_orders_by_member on subscription_orders (organization_id, ordered_by);
create index subscription_orders_by_invoice on subscription_orders (invoice_id);
create index subscription_orders_by_plan on subscription_orders (plan_name);
alter table subscription_orders enable row level security;
create policy subscription_orders_of_tenant on subscription_orders to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select on subscription_orders to parlance_app;
