import type {
  Invoice,
  InvoiceLine,
  InvoiceStatus,
  InvoiceSummary,
} from '@parlance/shared/contract/api/billing/invoices';
import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { nextAttempt } from './charge-days.ts';

type InvoiceRow = Selectable<Tables['invoices']> & { refunded: number };
type LineRow = Selectable<Tables['invoice_lines']>;

const summaryOf = (
  { id, label, status, issued_at, due_at, paid_at, currency, total, refunded }: InvoiceRow,
  now: Date,
): InvoiceSummary => ({
  id,
  number: label,
  status,
  issued_at: issued_at.toISOString(),
  due_at: due_at.toISOString(),
  is_overdue: status === 'open' && due_at <= now,
  paid_at: paid_at?.toISOString() ?? null,
  currency,
  total,
  refunded,
});

const invoices = (trx: Trx) =>
  trx
    .selectFrom('invoices')
    .selectAll('invoices')
    .select(
      sql<number>`coalesce((select sum(amount) from reversals where invoice_id = invoices.id and state = 'made'), 0)::integer`.as(
        'refunded',
      ),
    );

const spanOf = (begin: Date | null, end: Date | null) =>
  begin === null || end === null ? null : { begin: begin.toISOString(), end: end.toISOString() };
const lineOf = ({
  kind,
  plan_name,
  price_a_month,
  span_begin,
  span_end,
  period_begin,
  period_end,
  amount,
}: LineRow): InvoiceLine => ({
  ...{ kind, plan_name, price_a_month, amount },
  span: spanOf(span_begin, span_end),
  period: spanOf(period_begin, period_end),
});

/**
 * An invoice with all that stands on it. In a tenant's transaction only its own is found; across organisations, any.
 * Throws not_found.
 */
export async function findInvoice(trx: Trx, id: string, now: Date = new Date()): Promise<Invoice> {
  const row = await invoices(trx).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  const lines = await trx
    .selectFrom('invoice_lines')
    .where('invoice_id', '=', id)
    .orderBy('position')
    .selectAll()
    .execute();
  const { seller, buyer, subtotal, tax_rate, tax, provider, reference } = row;
  const payment = provider === null || reference === null ? null : { provider, reference };
  const reversals = await trx
    .selectFrom('reversals')
    .where('invoice_id', '=', id)
    .orderBy('told_at')
    .orderBy('id')
    .select(['state', 'amount', 'told_at'])
    .execute();
  return {
    ...summaryOf(row, now),
    seller,
    buyer,
    subtotal,
    tax_rate,
    tax,
    lines: lines.map(lineOf),
    payment,
    charged_at: await findCharge(trx, row, now),
    refunds: reversals.flatMap(({ state, amount, told_at: at }) =>
      state === 'made' ? [{ amount, at: at.toISOString() }] : [],
    ),
    disputes: reversals.flatMap(({ state, amount, told_at: at }) =>
      state === 'made' || state === 'failed' ? [] : [{ state, amount, at: at.toISOString() }],
    ),
  };
}

/** When it is charged by itself, or tried again; a charge whose day has come is made with the next look. */
async function findCharge(
  trx: Trx,
  { id, organization_id: organizationId, status, cause, due_at: dueAt }: InvoiceRow,
  now: Date,
): Promise<string | null> {
  const agreed =
    status === 'open'
      ? await trx
          .selectFrom('automatic_payments')
          .where('organization_id', '=', organizationId)
          .select('agreed_at')
          .executeTakeFirst()
      : undefined;
  if (agreed === undefined) return null;
  const last = await trx
    .selectFrom('payments')
    .where('invoice_id', '=', id)
    .where('attempt', 'is not', null)
    .orderBy('attempt', 'desc')
    .select(['attempt', 'failure'])
    .limit(1)
    .executeTakeFirst();
  return (
    nextAttempt(
      {
        status,
        cause,
        dueAt,
        agreedAt: agreed.agreed_at,
        attempt: last?.attempt ?? null,
        failure: last?.failure ?? null,
      },
      now,
    )?.at.toISOString() ?? null
  );
}

export async function findInvoiceSummary(trx: Trx, id: string, now: Date): Promise<InvoiceSummary> {
  return summaryOf(await invoices(trx).where('id', '=', id).executeTakeFirstOrThrow(), now);
}

/** Newest first, after the one with this number; one more than the limit where there are more. */
export async function findInvoices(
  trx: Trx,
  organizationId: string,
  { status, after, limit }: { status: InvoiceStatus | undefined; after: number | null; limit: number },
  now: Date,
): Promise<(InvoiceSummary & { position: number })[]> {
  let query = invoices(trx).where('organization_id', '=', organizationId);
  if (status !== undefined) query = query.where('status', '=', status);
  if (after !== null) query = query.where('number', '<', after);
  const rows = await query
    .orderBy('number', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map((row) => ({ ...summaryOf(row, now), position: row.number }));
}
