import type { Database } from '../../db/database.ts';
import type { JobHandler } from '../../jobs/handlers.ts';
import type { JobData } from '../../jobs/kinds.ts';
import type { Breakers } from '../../outgoing/breakers.ts';
import type { Outgoing } from '../../outgoing/outgoing.ts';
import type { Secrets } from '../../secrets/secrets.ts';
import type { Log } from '../../telemetry/log.ts';
import { detailsOf, findEntries } from '../entries.ts';
import { readDialogueMask } from '../masked-dialogues.ts';
import { type DeliveryRow, findBehind, takeNext } from './deliveries.ts';
import { hasArrived, type Outcome, sendMessage } from './send.ts';
import { receiverOf, type WebhookRow } from './webhooks.ts';

type Dependencies = {
  db: Database;
  outgoing: Outgoing;
  breakers: Breakers;
  /** Loads the key with the first message. */
  secrets: () => Secrets;
  /** The time a receiver may take. */
  timeoutMs?: number;
};

/** The interval between looks for new entries, and thus the longest delay of a receiver. */
const lookEveryMs = 5_000;

/** Sends a stretch of entries. A failure is retried with growing pauses, under the same id. */
export const auditSending = ({
  db,
  outgoing,
  breakers,
  secrets,
  ...limits
}: Dependencies): JobHandler<JobData['send_audit_log']> => ({
  async run({ delivery: id }, signal) {
    const found = await db.asSystem(async (trx) => {
      const delivery = await trx
        .selectFrom('audit_deliveries')
        .innerJoin('organizations', 'organizations.id', 'audit_deliveries.organization_id')
        .where('audit_deliveries.id', '=', id)
        .where('state', '=', 'waiting')
        .where('organizations.going_with', 'is', null)
        .selectAll('audit_deliveries')
        .executeTakeFirst();
      if (delivery === undefined) return null;
      return {
        delivery,
        webhook: await trx
          .selectFrom('audit_webhooks')
          .where('organization_id', '=', delivery.organization_id)
          .selectAll()
          .executeTakeFirstOrThrow(),
      };
    });
    if (found === null) return;
    const message = { id, at: new Date(), body: await bodyOf(db, found.delivery) };
    const outcome = await sendMessage(outgoing, receiverOf(secrets(), found.webhook), message, {
      ...limits,
      organizationId: found.webhook.organization_id,
      breakers,
      signal,
    });
    await settle(db, found, outcome);
    if (!hasArrived(outcome))
      throw new Error(
        `The receiver of the audit log of ${found.webhook.organization_id} did not take it: ${outcome.error_code ?? `status ${outcome.status}`}.`,
      );
  },
  async giveUp({ delivery: id }) {
    await db.asSystem(async (trx) => {
      const row = await trx
        .updateTable('audit_deliveries')
        .set({ state: 'given_up' })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .returning('organization_id')
        .executeTakeFirst();
      if (row !== undefined) await takeNext(trx, row.organization_id);
    });
  },
});

/** Deletes a delivery that has arrived, so that the next entries are taken. */
async function settle(
  db: Database,
  { delivery: { id }, webhook: { organization_id: organizationId } }: { delivery: DeliveryRow; webhook: WebhookRow },
  outcome: Outcome,
): Promise<void> {
  await db.asSystem(async (trx) => {
    if (!hasArrived(outcome)) {
      await trx
        .updateTable('audit_deliveries')
        .set((is) => ({ ...outcome, tries: is('tries', '+', 1), tried_at: new Date() }))
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .execute();
      return;
    }
    await trx.deleteFrom('audit_deliveries').where('id', '=', id).execute();
    await takeNext(trx, organizationId);
  });
}

/** Returns the payload. Entries that retention has removed meanwhile are no longer sent. */
async function bodyOf(db: Database, { organization_id: organizationId, first, last }: DeliveryRow): Promise<string> {
  const limit = Number(last) - Number(first) + 1;
  const [rows, mask] = await db.asTenant(organizationId, async (trx) => {
    const found = await findEntries(trx, {
      organizationId,
      filter: {},
      beyond: Number(first) - 1,
      upTo: Number(last),
      limit,
      order: 'oldest',
    });
    return [found, await readDialogueMask(trx, organizationId)] as const;
  });
  return JSON.stringify({
    type: 'audit_log.entries',
    timestamp: new Date().toISOString(),
    data: { organization_id: organizationId, entries: rows.map((row) => detailsOf(row, mask)) },
  });
}

/** Starts sending wherever there is something new. A failing organisation does not delay the others. */
export async function takeEverywhere({ db, log }: { db: Database; log: Log }): Promise<void> {
  for (const organizationId of await db.lookUp(findBehind)) {
    try {
      await db.asSystem((trx) => takeNext(trx, organizationId));
    } catch (error) {
      log.error(
        { err: error, organization: organizationId },
        'the audit log of an organisation waits to be sent with the next look',
      );
    }
  }
}

/** Looks for entries to send, one look at a time. */
export function startAuditSending(
  { db, log }: { db: Database; log: Log },
  everyMs = lookEveryMs,
): { close(): Promise<void> } {
  let underWay: Promise<void> | null = null;
  const look = () => {
    underWay ??= takeEverywhere({ db, log })
      .catch((error: unknown) => log.error({ err: error }, 'the audit log waits to be sent with the next look'))
      .finally(() => (underWay = null));
  };
  const timer = setInterval(look, everyMs).unref();
  return {
    async close() {
      clearInterval(timer);
      await underWay;
    },
  };
}
