import type { WebhookDelivery } from '@parlance/shared/contract/api/audit/audit-webhook';
import { isErrorCode } from '@parlance/shared/contract/errors';
import { type Selectable, sql } from 'kysely';
import type { Lookup, Trx } from '../../db/database.ts';
import { ApiError } from '../../errors/api-error.ts';
import { requestJob } from '../../jobs/request-job.ts';
import { lastNumber } from '../entries.ts';
import { record } from '../record.ts';
import type { AuditTables } from '../tables.ts';

export type DeliveryRow = Selectable<AuditTables['audit_deliveries']>;
export type DeliveryPosition = readonly [first: number, id: string];

/** Entries in one message. */
export const entriesAtOnce = 100;

/**
 * Takes the next entries for a delivery, and asks for the job that sends it. None while another one is under way:
 * entries are sent in their order, and those behind what was given up go on.
 */
export async function takeNext(trx: Trx, organizationId: string): Promise<void> {
  const webhook = await trx
    .selectFrom('audit_webhooks')
    .where('organization_id', '=', organizationId)
    .select('through')
    .forUpdate()
    .executeTakeFirst();
  if (webhook === undefined) return;
  const waiting = await trx
    .selectFrom('audit_deliveries')
    .where('organization_id', '=', organizationId)
    .where('state', '=', 'waiting')
    .select('id')
    .limit(1)
    .executeTakeFirst();
  const first = Number(webhook.through) + 1;
  const last = Math.min(await lastNumber(trx, organizationId), first + entriesAtOnce - 1);
  if (waiting !== undefined || last < first) return;
  await trx
    .updateTable('audit_webhooks')
    .set({ through: String(last) })
    .where('organization_id', '=', organizationId)
    .execute();
  const { id } = await trx
    .insertInto('audit_deliveries')
    .values({ organization_id: organizationId, first: String(first), last: String(last) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await requestJob(trx, 'send_audit_log', { delivery: id }, organizationId);
}

/** The organisations of which something new is to be sent and nothing is under way. */
export async function findBehind(db: Lookup): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_webhooks')
    .innerJoin('audit_heads', 'audit_heads.organization_id', 'audit_webhooks.organization_id')
    .innerJoin('organizations', 'organizations.id', 'audit_webhooks.organization_id')
    .where('organizations.going_with', 'is', null)
    .whereRef('audit_heads.seq', '>', 'audit_webhooks.through')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('audit_deliveries')
            .whereRef('audit_deliveries.organization_id', '=', 'audit_webhooks.organization_id')
            .where('state', '=', 'waiting')
            .select('id'),
        ),
      ),
    )
    .orderBy('audit_webhooks.organization_id')
    .select('audit_webhooks.organization_id')
    .execute();
  return rows.map(({ organization_id: organizationId }) => organizationId);
}

export function findDeliveries(
  trx: Trx,
  organizationId: string,
  after: DeliveryPosition | null,
  limit: number,
): Promise<DeliveryRow[]> {
  let query = trx.selectFrom('audit_deliveries').where('organization_id', '=', organizationId).selectAll();
  if (after !== null) query = query.where(sql<boolean>`(first, id) > (${after[0]}::bigint, ${after[1]}::uuid)`);
  return query.orderBy('first').orderBy('id').limit(limit).execute();
}

/** What was given up has all of its tries again. Throws conflict where it has not been given up. */
export async function sendAgain(trx: Trx, organizationId: string, id: string): Promise<DeliveryRow> {
  const row = await trx
    .selectFrom('audit_deliveries')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  if (row.state !== 'given_up') throw new ApiError('conflict');
  await trx.updateTable('audit_deliveries').set({ state: 'waiting' }).where('id', '=', id).execute();
  await requestJob(trx, 'send_audit_log', { delivery: id }, organizationId);
  await record(trx, {
    action: 'audit_webhook.sent_again',
    target: { id: null, name: '' },
    after: { from: Number(row.first), to: Number(row.last) },
  });
  return { ...row, state: 'waiting' };
}

export const deliveryOf = ({
  id,
  first,
  last,
  state,
  tries,
  tried_at: triedAt,
  status,
  error_code: code,
}: DeliveryRow): WebhookDelivery => ({
  id,
  first: Number(first),
  last: Number(last),
  state,
  tries,
  tried_at: triedAt?.toISOString() ?? null,
  status,
  error_code: isErrorCode(code) ? code : null,
});
