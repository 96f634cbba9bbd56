import type { DialogueLogExport, DialogueLogFilter, ExportFormat } from '@parlance/shared/contract/api/dialogue-log';
import { exportKeptDays } from '@parlance/shared/contract/values/export-days';
import { sql } from 'kysely';
import { lockKey } from '../../dialogue/dialogues/turns.ts';
import { isAllFree } from '../../people/organizations/held.ts';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { fingerprintOf, requireSameRequest } from '../../platform/http/idempotency.ts';
import { requestJob } from '../../platform/jobs/request-job.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type Due, days } from '../../platform/upkeep/due.ts';

const exportsOf = (trx: Trx, memberId: string) =>
  trx
    .selectFrom('dialogue_log_exports')
    .where('member_id', '=', memberId)
    .select(['id', 'format', 'filter', 'has_names', 'status', 'done', 'of', 'size', 'storage_key', 'created_at']);

export type ExportRow = Awaited<ReturnType<ReturnType<typeof exportsOf>['executeTakeFirstOrThrow']>>;

export const exportOf = ({
  id,
  format,
  filter,
  has_names,
  status,
  done,
  of,
  size,
  created_at,
}: ExportRow): DialogueLogExport => ({
  ...{ id, format, filter, has_names, status, done, of },
  size: size === null ? null : Number(size),
  created_at: created_at.toISOString(),
});

/** Throws not_found for what is not the caller's own. */
export async function requireExport(trx: Trx, { memberId }: Caller, id: string): Promise<ExportRow> {
  const found = await exportsOf(trx, memberId).where('id', '=', id).executeTakeFirst();
  if (found === undefined) throw new ApiError('not_found');
  return found;
}

type ExportInput = { format: ExportFormat; filter: DialogueLogFilter; idempotency_key: string };

/**
 * Asks for an export, one for a key. `isNew` is false where the key has one already. Throws idempotency_key_reused
 * where that is another one.
 */
export async function requestExport(
  trx: Trx,
  caller: Caller,
  { format, filter, idempotency_key }: ExportInput,
  hasNames: boolean,
): Promise<{ row: ExportRow; isNew: boolean }> {
  const { organizationId, memberId, language } = caller;
  const fingerprint = fingerprintOf({ format, filter });
  await lockKey(trx, memberId, idempotency_key);
  const earlier = await exportsOf(trx, memberId)
    .where('idempotency_key', '=', idempotency_key)
    .select('request_fingerprint')
    .executeTakeFirst();
  if (earlier !== undefined) {
    const { request_fingerprint: asked, ...row } = earlier;
    requireSameRequest(asked, fingerprint);
    return { row, isNew: false };
  }
  const { id } = await trx
    .insertInto('dialogue_log_exports')
    .values({
      organization_id: organizationId,
      member_id: memberId,
      idempotency_key,
      request_fingerprint: fingerprint,
      format,
      filter: jsonOf(filter),
      has_names: hasNames,
      language,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await requestJob(trx, 'export_dialogue_log', { export: id }, organizationId);
  return { row: await requireExport(trx, caller, id), isNew: true };
}

/** Where a page begins: after the export made then, with this id. */
export type ExportPosition = readonly [createdAt: string, id: string];

export function findExports(
  trx: Trx,
  { memberId }: Caller,
  after: ExportPosition | null,
  limit: number,
): Promise<ExportRow[]> {
  let query = exportsOf(trx, memberId);
  if (after !== null)
    query = query.where(sql<boolean>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
  return query
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** A process that makes it hears of it with its next piece. Its file is deleted with the next look of the worker. */
export async function deleteExport(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('dialogue_log_exports').where('id', '=', id).execute();
}

/** Exports that were kept for their time. */
export const oldExports: Due = {
  table: 'dialogue_log_exports',
  by: 'created_at',
  keptFor: days(exportKeptDays),
  where: isAllFree('dialogue_log_exports.organization_id'),
};
