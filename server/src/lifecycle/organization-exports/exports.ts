import type { OrganizationExport } from '@parlance/shared/contract/api/organization-exports';
import { exportKeptDays } from '@parlance/shared/contract/values/export-days';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { daysAfter } from '../../money/billing/terms.ts';
import { findShownNames } from '../../oversight/dialogue-log/names.ts';
import { isAllFree } from '../../people/organizations/held.ts';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Tables } from '../../platform/db/tables.ts';
import { isOfKey, keptKey } from '../../platform/http/idempotency.ts';
import { requestJob } from '../../platform/jobs/request-job.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type Due, days } from '../../platform/upkeep/due.ts';

type Row = Selectable<Tables['organization_exports']>;

export const keptUntil = (completedAt: Date) => daysAfter(completedAt, exportKeptDays);

export const exportOf = ({ id, status, size, created_at, completed_at }: Row): OrganizationExport => ({
  id,
  status,
  size: size === null ? null : Number(size),
  created_at: created_at.toISOString(),
  expires_at: completed_at === null ? null : keptUntil(completed_at).toISOString(),
});

/** Those of the caller's organisation that are being made or can be fetched: what is too old is as good as gone. */
const exportsOf = (trx: Trx, organizationId: string) =>
  trx
    .selectFrom('organization_exports')
    .where('organization_id', '=', organizationId)
    .where(({ or, eb }) =>
      or([eb('completed_at', 'is', null), eb('completed_at', '>', daysAfter(new Date(), -exportKeptDays))]),
    )
    .selectAll();

export const findExports = (trx: Trx, organizationId: string): Promise<Row[]> =>
  exportsOf(trx, organizationId).orderBy('created_at', 'desc').orderBy('id').execute();
export const findExport = (trx: Trx, organizationId: string, id: string): Promise<Row | undefined> =>
  exportsOf(trx, organizationId).where('id', '=', id).executeTakeFirst();

/** Asks for an export; answers the one of this key, or the one that is being made. */
export async function requestExport(trx: Trx, caller: Caller, key: string): Promise<Row> {
  const { organizationId, memberId } = caller;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`export of ${organizationId}`}, 0))`.execute(trx);
  const earlier = await exportsOf(trx, organizationId)
    .where(({ or, eb }) => or([isOfKey(memberId, key, 'asked_by'), eb('status', 'in', ['waiting', 'running'])]))
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  if (earlier !== undefined) return earlier;
  const hasNames = (await findShownNames(trx, caller)) !== null;
  const made = {
    organization_id: organizationId,
    idempotency_key: keptKey(memberId, key),
    asked_by: memberId,
    has_names: hasNames,
  };
  const row = await trx.insertInto('organization_exports').values(made).returningAll().executeTakeFirstOrThrow();
  await requestJob(trx, 'export_organization', { export: row.id }, organizationId);
  await record(trx, {
    action: 'organization.exported',
    target: { id: row.id, name: '' },
    after: { has_names: hasNames },
  });
  return row;
}

/** Their files go with the next look of the worker. */
export const oldOrganizationExports: Due = {
  table: 'organization_exports',
  by: 'created_at',
  keptFor: days(exportKeptDays + 1),
  where: isAllFree('organization_exports.organization_id'),
};
