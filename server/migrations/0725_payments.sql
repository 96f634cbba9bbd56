-- What has been done to collect invoices through a provider, and what it has told.

create table payments (
  id uuid primary key default gen_random_uuid(),
  -- Null once the organisation is deleted, as of its invoices.
  organization_id uuid references organizations (id) on delete set null,
  invoice_id uuid not null references invoices (id),
  -- `asked`: for a page to pay on, and no answer has been kept yet. `open`: there is one. `surplus`: money came that is not
  -- owed, and has to go back.
  state text not null default 'asked' check (state in ('asked', 'open', 'ended', 'paid', 'surplus', 'refunded')),
  amount integer not null,
  currency text not null,
  -- By which the provider knows the page, and the payment made on it.
  session text unique,
  reference text unique,
  created_at timestamptz(3) not null,
  -- When the provider was asked last how it is.
  looked_at timestamptz(3) not null,
  check ((state in ('paid', 'surplus', 'refunded')) = (reference is not null))
);
-- One page at a time for an invoice: of two, both could be paid.
create unique index payments_under_way on payments (invoice_id) where state in ('asked', 'open');
create index payments_by_invoice on payments (invoice_id);
create index payments_by_organization on payments (organization_id);
create index payments_to_look_at on payments (looked_at) where state in ('asked', 'open', 'surplus');
alter table payments enable row level security;
create policy payments_of_tenant on payments to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select on payments to parlance_app;

-- By which the provider knows an organisation.
create table payment_customers (
  organization_id uuid primary key references organizations (id) on delete cascade,
  customer text not null unique
);
alter table payment_customers enable row level security;
create policy payment_customers_of_tenant on payment_customers to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select on payment_customers to parlance_app;

-- What the provider has told, by its id: told twice it counts once.
create table payment_events (
  id text primary key,
  type text not null,
  told_at timestamptz(3) not null,
  received_at timestamptz(3) not null default now(),
  -- What came of it, for whoever looks into a payment.
  outcome text not null
);
create index payment_events_by_time on payment_events (received_at);
