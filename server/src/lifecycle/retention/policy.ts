import {
  type DryRun,
  type Retention,
  type RetentionDays,
  type RetentionKind,
  retentionKinds,
} from '@parlance/shared/contract/api/retention';
import { refreshEntries, refreshedAtOnce } from '../../oversight/dialogue-log/entries.ts';
import { findHeld, lockRetention } from '../../people/organizations/held.ts';
import { findRetention } from '../../people/organizations/retention-days.ts';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { findOld } from './kinds.ts';

const dayMs = 86_400_000;
/** Returns the age limit of a retention period in days. */
export const limitOf = (days: number): Date => new Date(Date.now() - days * dayMs);

/** Saves a policy. Throws conflict if somebody has saved another meanwhile. */
export async function saveRetention(
  trx: Trx,
  { organizationId }: Caller,
  days: RetentionDays,
  version: number,
): Promise<Retention> {
  await lockRetention(trx, organizationId);
  const before = await findRetention(trx, organizationId);
  if (before.version !== version) throw new ApiError('conflict');
  await trx
    .insertInto('retention_policies')
    .values({ organization_id: organizationId, days: jsonOf(days), applied_day: null })
    .onConflict((on) => on.column('organization_id').doUpdateSet({ days: jsonOf(days), version: version + 1 }))
    .execute();
  await record(trx, {
    action: 'retention.changed',
    target: { id: null, name: '' },
    before: told(before.days),
    after: told(days),
  });
  return findRetention(trx, organizationId);
}

const told = (days: RetentionDays) => Object.fromEntries(retentionKinds.map((kind) => [kind, days[kind] ?? null]));

/** Counts what a retention policy would delete. */
export async function tryRetention(trx: Trx, { organizationId }: Caller, days: RetentionDays): Promise<DryRun> {
  while ((await refreshEntries(trx)) === refreshedAtOnce);
  const held = await findHeld(trx, organizationId);
  const kinds: DryRun['kinds'][number][] = [];
  for (const kind of limitedBy(days)) {
    const {
      count,
      oldest,
      held: heldBack,
    } = await findOld(trx, { organizationId, kind, before: limitOf(days[kind] ?? 0), held });
    kinds.push({ kind, count, oldest: oldest?.toISOString() ?? null, held: heldBack });
  }
  return { kinds };
}

/** The kinds that are kept for a time only. The log goes last: what was removed before is in it. */
export const limitedBy = (days: RetentionDays): RetentionKind[] =>
  retentionKinds.filter((kind) => days[kind] !== undefined);
