import type { Trx } from '../../platform/db/database.ts';
import { queueMails } from '../../platform/mail/queue-mail.ts';
import { findPayers } from '../billing/account.ts';
import { dayOfAttempt } from '../billing/charge-days.ts';
import { subscriptionPath } from '../billing/issue.ts';

/** Mails the payers the outcome of a charge; `attempt` is the one after which it is retried. */
export async function mailCharge(
  trx: Trx,
  invoiceId: string,
  template: 'charge_made' | 'charge_refused' | 'charge_unconfirmed' | 'charge_given_up',
  attempt: number | null = null,
): Promise<void> {
  const invoice = await trx
    .selectFrom('invoices')
    .innerJoin('organizations', 'organizations.id', 'invoices.organization_id')
    .where('invoices.id', '=', invoiceId)
    .select([
      'organizations.id',
      'organizations.name',
      'invoices.label',
      'invoices.total',
      'invoices.currency',
      'invoices.due_at',
    ])
    .executeTakeFirst();
  // The organisation is gone, and nobody is left to be told.
  if (invoice === undefined) return;
  const values = {
    organization: invoice.name,
    number: invoice.label,
    amount: invoice.total,
    currency: invoice.currency,
    link: `${subscriptionPath}?tab=invoices&invoice=${invoiceId}`,
  };
  const payers = await findPayers(trx, invoice.id);
  const next = attempt === null ? null : dayOfAttempt(invoice.due_at, attempt + 1);
  await queueMails(
    trx,
    payers.map(({ email, language }) => {
      const to = { to: email, language };
      return template === 'charge_refused'
        ? { ...to, template, values: { ...values, day: (next ?? invoice.due_at).toISOString() } }
        : { ...to, template, values };
    }),
  );
}
