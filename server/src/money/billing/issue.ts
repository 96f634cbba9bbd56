import type { BillingDetails, InvoiceLine } from '@parlance/shared/contract/api/billing/invoices';
import type { PlanName } from '@parlance/shared/contract/api/plans/plans';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { queueMails } from '../../platform/mail/queue-mail.ts';
import { findPayers } from './account.ts';
import { periodCause } from './periods.ts';
import type { Sums } from './quote.ts';
import { type Terms, daysAfter, daysToPay } from './terms.ts';

export type Bill = Sums & {
  readonly organizationId: string;
  /** Issued for it once: issuing it again is a fault of the caller, and throws. */
  readonly cause: string;
  readonly lines: readonly InvoiceLine[];
  readonly currency: string;
  readonly renewsPlan?: PlanName;
};

const digitsOfNumber = 6;
/** Where invoices are seen. */
export const subscriptionPath = '/subscription-manager';

/**
 * Issues an invoice with the next number of the installation and mails that it is there. Call it with the account
 * locked, across organisations.
 */
export async function issueInvoice(trx: Trx, bill: Bill, terms: Terms, now: Date): Promise<string> {
  const { id, label, dueAt } = await writeInvoice(trx, bill, terms, now);
  const { name: organization } = await trx
    .selectFrom('organizations')
    .where('id', '=', bill.organizationId)
    .select('name')
    .executeTakeFirstOrThrow();
  const values = {
    organization,
    number: label,
    amount: bill.total,
    currency: bill.currency,
    day: dueAt.toISOString(),
    link: subscriptionPath,
  };
  const payers = await findPayers(trx, bill.organizationId);
  // Who has agreed to be charged hears of it before.
  const agreed =
    bill.cause.startsWith(periodCause) && terms.provider !== 'by-hand'
      ? await trx
          .selectFrom('automatic_payments')
          .where('organization_id', '=', bill.organizationId)
          .select('agreed_at')
          .executeTakeFirst()
      : undefined;
  const template = agreed === undefined ? 'invoice_issued' : 'charge_announced';
  await queueMails(
    trx,
    payers.map(({ email, language }) => ({ to: email, language, template, values })),
  );
  return id;
}

/** The same, and nobody is told. The number is taken for good when the transaction is. */
export async function writeInvoice(
  trx: Trx,
  { organizationId, cause, lines, currency, renewsPlan, ...sums }: Bill,
  terms: Terms,
  now: Date,
): Promise<{ id: string; label: string; dueAt: Date }> {
  const { last_number: number } = await trx
    .updateTable('invoice_counter')
    .set((is) => ({ last_number: is('last_number', '+', 1) }))
    .returning('last_number')
    .executeTakeFirstOrThrow();
  const label = `${terms.numberPrefix}${String(number).padStart(digitsOfNumber, '0')}`;
  const dueAt = daysAfter(now, daysToPay);
  const written = { seller: jsonOf(terms.seller), buyer: jsonOf(await findBuyer(trx, organizationId)) };
  const { id } = await trx
    .insertInto('invoices')
    .values({
      organization_id: organizationId,
      number,
      label,
      status: 'open',
      cause,
      issued_at: now,
      due_at: dueAt,
      currency,
      ...sums,
      ...written,
      tax_rate: terms.taxRate,
      renews_plan: renewsPlan ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('invoice_lines')
    .values(lines.map((line, position) => rowOf(line, { invoice_id: id, organization_id: organizationId, position })))
    .execute();
  return { id, label, dueAt };
}

const dateOf = (text: string | undefined) => (text === undefined ? null : new Date(text));
const rowOf = (
  { kind, plan_name, price_a_month, span, period, amount }: InvoiceLine,
  of: { invoice_id: string; organization_id: string; position: number },
) => ({
  ...of,
  ...{ kind, plan_name, price_a_month, amount },
  span_begin: dateOf(span?.begin),
  span_end: dateOf(span?.end),
  period_begin: dateOf(period?.begin),
  period_end: dateOf(period?.end),
});

/** Whom an invoice is made out to: what was said, else the organisation. */
export async function findBuyer(trx: Trx, organizationId: string): Promise<BillingDetails> {
  const { organization, name, address, vat_id, email } = await trx
    .selectFrom('organizations')
    .leftJoin('billing_details', 'billing_details.organization_id', 'organizations.id')
    .where('organizations.id', '=', organizationId)
    .select(['organizations.name as organization', 'billing_details.name', 'address', 'vat_id', 'email'])
    .executeTakeFirstOrThrow();
  return { name: name ?? organization, address: address ?? '', vat_id: vat_id ?? '', email };
}
