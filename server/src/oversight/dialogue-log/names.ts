import { type ShownNames, namesShownMinutes } from '@parlance/shared/contract/api/dialogue-log';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/principal/caller.ts';

/**
 * Returns the alias of a member while names are hidden: the same in every list of their organisation, and nothing to
 * look up elsewhere.
 */
export const aliasOf = (memberId: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`(select upper(left(encode(sha256(convert_to(alias_key::text || ${memberId}::text, 'UTF8')), 'hex'), 6)) from organizations)`;

/** Returns until when and why names are shown to a member; null if they are hidden. */
export async function findShownNames(trx: Trx, { memberId }: Caller): Promise<{ until: Date; reason: string } | null> {
  const found = await trx
    .selectFrom('shown_names')
    .where('member_id', '=', memberId)
    .where('until', '>', sql<Date>`now()`)
    .select(['until', 'reason'])
    .executeTakeFirst();
  return found ?? null;
}

export const shownNamesOf = (found: { until: Date; reason: string } | null): ShownNames => ({
  until: found?.until.toISOString() ?? null,
  reason: found?.reason ?? null,
});

export async function showNames(trx: Trx, { organizationId, memberId }: Caller, reason: string): Promise<ShownNames> {
  const shown = { reason, until: sql<Date>`now() + make_interval(mins => ${namesShownMinutes})` };
  const row = await trx
    .insertInto('shown_names')
    .values({ organization_id: organizationId, member_id: memberId, ...shown })
    .onConflict((on) => on.column('member_id').doUpdateSet(shown))
    .returning(['until', 'reason'])
    .executeTakeFirstOrThrow();
  return shownNamesOf(row);
}

/** Hides names; false if they were hidden. */
export async function hideNames(trx: Trx, { memberId }: Caller): Promise<boolean> {
  const row = await trx
    .deleteFrom('shown_names')
    .where('member_id', '=', memberId)
    .where('until', '>', sql<Date>`now()`)
    .returning('member_id')
    .executeTakeFirst();
  return row !== undefined;
}
