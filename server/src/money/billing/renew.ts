import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { queueMails } from '../../platform/mail/queue-mail.ts';
import { type Account, beginPeriod, findPayers, findPricedPlan, lockAccount, saveAccount, setPlan } from './account.ts';
import { issueInvoice, subscriptionPath } from './issue.ts';
import { periodAt, periodCause } from './periods.ts';
import { monthOf, sumsOf } from './quote.ts';
import { type Terms, daysBetween, graceEnds, reminderDays } from './terms.ts';

/**
 * Does what is due for an organisation at a moment: its period is renewed or ends, whoever has not paid is reminded and
 * expires. Done twice, or by two processes at once, it is done once.
 */
export async function bringUpToDate(trx: Trx, organizationId: string, terms: Terms, now: Date): Promise<void> {
  const account = await lockAccount(trx, organizationId);
  if (account === null || account.status !== 'ACTIVE') return;
  if (await expireUnpaid(trx, account, now)) return;
  await renewAccount(trx, account, terms, now);
}

/**
 * Begins the period that the moment lies in, where the one before is over. Months in which nothing ran are not charged.
 * Call it with the account locked.
 */
export async function renewAccount(trx: Trx, account: Account, terms: Terms, now: Date): Promise<void> {
  const { organizationId, period, anchor } = account;
  if (period === null || anchor === null || period.end > now) return;
  if (account.cancelAtPeriodEnd) return expire(trx, account, 'cancelled', period.end);
  const plan = await findPricedPlan(trx, account.nextPlanName ?? account.planName);
  if (plan.name !== account.planName)
    await record(trx, {
      action: 'subscription.changed',
      organizationId,
      target: { id: null, name: plan.name },
      before: { plan: account.planName },
      after: { plan: plan.name },
    });
  if (plan.price === 0) return beginPeriod(trx, organizationId, plan, { period: null, anchor, now });
  const next = periodAt(anchor, now);
  await beginPeriod(trx, organizationId, plan, { period: next, anchor, now: next.begin });
  const lines = [monthOf(plan, next)];
  await issueInvoice(
    trx,
    {
      organizationId,
      cause: `${periodCause}${next.begin.toISOString()}`,
      lines,
      currency: plan.currency,
      ...sumsOf(plan.price, terms.taxRate),
    },
    terms,
    now,
  );
}

/** True where the workspace has expired because of an invoice. Otherwise its owners are reminded of it in time. */
async function expireUnpaid(trx: Trx, account: Account, now: Date): Promise<boolean> {
  const oldest = await trx
    .selectFrom('invoices')
    .where('organization_id', '=', account.organizationId)
    .where('status', '=', 'open')
    .orderBy('due_at')
    .orderBy('number')
    .select(['id', 'label', 'due_at', 'total', 'currency', 'reminded_days'])
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return false;
  const end = graceEnds(oldest.due_at);
  if (end <= now) {
    await expire(trx, account, 'unpaid', end);
    return true;
  }
  const left = daysBetween(now, end);
  const reminder = reminderDays.findLast((days) => left <= days);
  if (reminder === undefined || (oldest.reminded_days !== null && oldest.reminded_days <= reminder)) return false;
  await trx.updateTable('invoices').set({ reminded_days: reminder }).where('id', '=', oldest.id).execute();
  const values = {
    organization: account.name,
    number: oldest.label,
    amount: oldest.total,
    currency: oldest.currency,
    day: end.toISOString(),
    link: subscriptionPath,
  };
  await queueMails(
    trx,
    (await findPayers(trx, account.organizationId)).map(({ email, language }) => ({
      to: email,
      language,
      template: 'invoice_reminder',
      values,
    })),
  );
  return false;
}

/** Nothing is deleted: the owner reads, exports and renews. */
async function expire(
  trx: Trx,
  { organizationId, name, planName }: Account,
  because: 'cancelled' | 'unpaid',
  at: Date,
): Promise<void> {
  await setPlan(trx, organizationId, { workspace_status: 'EXPIRED' });
  await saveAccount(trx, organizationId, { expired_at: at, expired_because: because });
  await record(trx, {
    action: 'subscription.expired',
    organizationId,
    target: { id: null, name: planName },
    after: { because },
  });
  const values = { organization: name, link: subscriptionPath };
  await queueMails(
    trx,
    (await findPayers(trx, organizationId)).map(({ email, language }) => ({
      to: email,
      language,
      template: 'workspace_expired',
      values,
    })),
  );
}
