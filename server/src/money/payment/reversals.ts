import type { AuditAction } from '@parlance/shared/contract/api/audit/audit-actions';
import { sql } from 'kysely';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { queueMails } from '../../platform/mail/queue-mail.ts';
import { findPayers } from '../billing/account.ts';
import { subscriptionPath } from '../billing/issue.ts';
import type { Reversal } from './stripe/reversals.ts';
import type { Outcome, ReversalState } from './tables.ts';

/** From these it goes on; the others are the end of it, whatever is told late. */
const begun: readonly ReversalState[] = ['made', 'open'];

/**
 * Keeps what went back, or is claimed back, once however often and in whichever order it is told; of a payment that is
 * not known yet as well. In a transaction across organisations.
 */
export async function takeReversal(trx: Trx, { at, ...reversal }: Reversal): Promise<Outcome> {
  const { id, state, reference } = reversal;
  await lock(trx, reference);
  const changed = await trx
    .insertInto('reversals')
    .values({ ...reversal, told_at: at, invoice_id: null, organization_id: null })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ state })
        .where('reversals.state', 'in', begun)
        .where(sql<boolean>`excluded.state not in (${sql.join(begun)})`),
    )
    .returning('reference')
    .executeTakeFirst();
  if (changed === undefined) return 'nothing';
  return (await tell(trx, id)) ? 'reversed' : 'nothing';
}

/** Of a payment and of what went back of it, told at once, the second one sees what the first has kept. */
const lock = (trx: Trx, reference: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`reversals of ${reference}`}, 0))`.execute(trx);

/** The same for what was told before its payment was known. */
export async function joinReversals(trx: Trx, reference: string): Promise<void> {
  await lock(trx, reference);
  const waiting = await trx
    .selectFrom('reversals')
    .where('reference', '=', reference)
    .where('invoice_id', 'is', null)
    .orderBy('told_at')
    .orderBy('id')
    .select('id')
    .execute();
  for (const { id } of waiting) await tell(trx, id);
}

const actions: Readonly<Record<ReversalState, AuditAction>> = {
  made: 'invoice.refunded',
  failed: 'invoice.refund_failed',
  open: 'invoice.disputed',
  won: 'invoice.dispute_ended',
  lost: 'invoice.dispute_ended',
};

/**
 * Writes it to the invoice of its payment, and says so. False where there is none, or where what went back was not owed
 * anyway.
 */
async function tell(trx: Trx, id: string): Promise<boolean> {
  const found = await trx
    .selectFrom('reversals')
    .innerJoin('payments', 'payments.reference', 'reversals.reference')
    .innerJoin('invoices', 'invoices.id', 'payments.invoice_id')
    .where('reversals.id', '=', id)
    .where('payments.state', '=', 'paid')
    .select([
      'invoices.id',
      'invoices.label',
      'invoices.organization_id',
      'reversals.state',
      'reversals.amount',
      'reversals.currency',
    ])
    .executeTakeFirst();
  if (found === undefined) return false;
  const { organization_id: organizationId, label, state, amount, currency } = found;
  await trx
    .updateTable('reversals')
    .set({ invoice_id: found.id, organization_id: organizationId })
    .where('id', '=', id)
    .execute();
  if (organizationId === null) return true;
  await record(trx, {
    action: actions[state],
    organizationId,
    target: { id: found.id, name: label },
    after: { amount, currency, state },
  });
  if (state === 'open') await mailDispute(trx, organizationId, { number: label, amount, currency });
  return true;
}

async function mailDispute(
  trx: Trx,
  organizationId: string,
  disputed: { number: string; amount: number; currency: string },
): Promise<void> {
  const { name: organization } = await trx
    .selectFrom('organizations')
    .where('id', '=', organizationId)
    .select('name')
    .executeTakeFirstOrThrow();
  const values = { organization, ...disputed, link: subscriptionPath };
  await queueMails(
    trx,
    (await findPayers(trx, organizationId)).map(({ email, language }) => ({
      to: email,
      language,
      template: 'payment_disputed',
      values,
    })),
  );
}
