import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { bringUpToDate } from './renew.ts';
import { daysAfter, daysOfGrace, reminderDays, termsOf } from './terms.ts';

/** The longest delay of a renewal or an expiry. */
const everyMs = 5 * 60_000;

/** Finds organisations with something possibly due: their period is over, or an invoice of theirs is near its end. */
export async function findDue(db: Database, now: Date): Promise<string[]> {
  const soonest = daysAfter(now, Math.max(...reminderDays) - daysOfGrace);
  const rows = await db.lookUp((lookup) =>
    lookup
      .selectFrom('organizations')
      .leftJoin('subscriptions', 'subscriptions.organization_id', 'organizations.id')
      .where('workspace_status', '=', 'ACTIVE')
      .where(({ or, eb, exists, selectFrom }) =>
        or([
          eb('period_end', '<=', now),
          exists(
            selectFrom('invoices')
              .whereRef('invoices.organization_id', '=', 'organizations.id')
              .where('invoices.status', '=', 'open')
              .where('due_at', '<=', soonest)
              .select('invoices.id'),
          ),
        ]),
      )
      .orderBy('organizations.id')
      .select('organizations.id')
      .execute(),
  );
  return rows.map(({ id }) => id);
}

/** Brings each organisation up to date in its own transaction: one that fails does not delay the others. */
export async function keepSubscriptions(
  { db, config, log }: { db: Database; config: Config; log: Log },
  now: Date = new Date(),
): Promise<void> {
  const terms = termsOf(config);
  for (const id of await findDue(db, now)) {
    try {
      await db.asSystem((trx) => bringUpToDate(trx, id, terms, now));
    } catch (error) {
      log.error({ err: error, organization: id }, 'a subscription waits for the next look');
    }
  }
}

/** Looks for due accounts every few minutes, and once at the start. */
export function startBillingUpkeep(deps: { db: Database; config: Config; log: Log }): { close(): Promise<void> } {
  let underWay: Promise<void> | null = null;
  const look = () => {
    underWay ??= keepSubscriptions(deps)
      .catch((error: unknown) => deps.log.error({ err: error }, 'subscriptions wait for the next look'))
      .finally(() => (underWay = null));
  };
  look();
  const timer = setInterval(look, everyMs).unref();
  return {
    async close() {
      clearInterval(timer);
      await underWay;
    },
  };
}
