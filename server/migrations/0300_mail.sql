-- The outbox: a mail is a row, written in the transaction that is its reason, and sent after it. It belongs to no
-- organisation. A tenant's transaction may put a mail in and can neither read one nor change one.

create table outgoing_mail (
  id uuid primary key default gen_random_uuid(),
  recipient text not null check (length(recipient) <= 254 and recipient !~ '[[:space:][:cntrl:]]'),
  language text not null,
  template text not null,
  -- The values of the template, codes and links that let somebody in among them: gone as soon as nobody sends them any more.
  content jsonb,
  created_at timestamptz(3) not null default now(),
  sent_at timestamptz(3),
  failed_at timestamptz(3),
  -- Why nobody tries any more, in the words of the mail server.
  failure text,
  check (num_nonnulls(content, sent_at, failed_at) = 1),
  check ((failed_at is null) = (failure is null))
);
create index outgoing_mail_by_age on outgoing_mail (created_at);
alter table outgoing_mail enable row level security;
create policy outgoing_mail_of_tenant on outgoing_mail for insert to parlance_app with check (true);
grant insert (id, recipient, language, template, content) on outgoing_mail to parlance_app;
