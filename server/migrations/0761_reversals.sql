-- What went back of a payment, or is claimed back through a bank. Kept as it was told, also where the payment is not known
-- yet: whichever is told first, they are joined when both are there.
create table reversals (
  -- As the provider has it.
  id text primary key,
  kind text not null check (kind in ('refund', 'dispute')),
  -- By which the provider knows the payment.
  reference text not null,
  invoice_id uuid references invoices (id),
  organization_id uuid references organizations (id) on delete set null,
  amount integer not null,
  currency text not null,
  -- A refund is `made`, and may fail at the bank; a dispute is `open`, and somebody wins it.
  state text not null check (state in ('made', 'failed', 'open', 'won', 'lost')),
  told_at timestamptz(3) not null,
  check ((kind = 'refund') = (state in ('made', 'failed')))
);
create index reversals_by_invoice on reversals (invoice_id);
create index reversals_by_organization on reversals (organization_id);
create index reversals_by_reference on reversals (reference) where invoice_id is null;
alter table reversals enable row level security;
create policy reversals_of_tenant on reversals to parlance_app
  using (organization_id = current_setting('app.organization_id', true)::uuid);
grant select on reversals to parlance_app;
