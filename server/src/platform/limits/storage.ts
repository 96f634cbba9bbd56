import type { Meter } from '@parlance/shared/contract/values/meter';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../db/database.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Due } from '../upkeep/due.ts';

const bytesPerMegabyte = 1_000_000;
/** The default lifetime of a reservation: longer than any request, or any fetch of a page, takes. */
const requestSeconds = 600;

/**
 * Returns the bytes that count against the plan: of all files and their versions, of replacements that wait, of results
 * of tools, and of uploads under way. What copied answers name together counts once. A deleted file that can be
 * restored is still stored, and counts until it is gone for good.
 */
export const storageUsed = (organizationId: string): RawBuilder<string> => sql<string>`(
  (select coalesce(sum(size), 0) from files where organization_id = ${organizationId})
  + (select coalesce(sum(size), 0) from file_versions where organization_id = ${organizationId})
  + (select coalesce(sum(pending_size), 0) from knowledge_sources where organization_id = ${organizationId}
      and not exists (select from file_versions where file_versions.storage_key = knowledge_sources.pending_key))
  + (select coalesce(sum(size), 0) from (
      select distinct on (storage_key) size from tool_contents
      where organization_id = ${organizationId} and storage_key is not null order by storage_key) as given)
  + (select coalesce(sum(bytes), 0) from storage_reservations as taken where organization_id = ${organizationId} and expires_at > now()
      and not exists (select from files where files.storage_key = taken.key)
      and not exists (select from tool_contents where tool_contents.storage_key = taken.key)
      and not exists (select from knowledge_sources where knowledge_sources.pending_key = taken.key)))`;

export async function readStorage(trx: Trx, organizationId: string): Promise<Meter> {
  const { used, megabytes } = await trx
    .selectFrom('organizations')
    .innerJoin('plans', 'plans.name', 'organizations.plan_name')
    .where('organizations.id', '=', organizationId)
    .select(['plans.storage_megabytes as megabytes', storageUsed(organizationId).as('used')])
    .executeTakeFirstOrThrow();
  return {
    kind: 'storage',
    used: Number(used),
    limit: megabytes === null ? null : megabytes * bytesPerMegabyte,
    resets_at: null,
  };
}

type StorageClaim = {
  organizationId: string;
  /** The key of the bytes in the storage. */
  key: string;
  bytes: number;
  /** The lifetime of the reservation in seconds without renewal; that of one request by default. */
  seconds?: number;
};

/**
 * Reserves room for bytes before they are accepted, or more of it for the same key. Callers run one after the other, so
 * that no two take the last of it. Throws storage_full with the meter.
 */
export async function takeStorage(
  trx: Trx,
  { organizationId, key, bytes, seconds = requestSeconds }: StorageClaim,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`storage of ${organizationId}`}, 0))`.execute(trx);
  const meter = await readStorage(trx, organizationId);
  const before = await trx
    .selectFrom('storage_reservations')
    .where('key', '=', key)
    .where('expires_at', '>', sql<Date>`now()`)
    .select('bytes')
    .executeTakeFirst();
  if (meter.limit !== null && meter.used - Number(before?.bytes ?? 0) + bytes > meter.limit)
    throw new ApiError('storage_full', { meter });
  const expires_at = sql<Date>`now() + make_interval(secs => ${seconds})`;
  await trx
    .insertInto('storage_reservations')
    .values({ key, organization_id: organizationId, bytes: String(bytes), expires_at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ bytes: String(bytes), expires_at }))
    .execute();
}

/** Releases a reservation: a row names the bytes now, or they will not come. */
export async function releaseStorage(trx: Trx, key: string): Promise<void> {
  await trx.deleteFrom('storage_reservations').where('key', '=', key).execute();
}

/** Reservations of processes that died; they no longer count in any case. */
export const oldReservations: Due = { table: 'storage_reservations', by: 'expires_at' };
