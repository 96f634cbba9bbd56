import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';

/** What belongs to a member is not under a legal hold. Of nobody's, only the hold of the whole organisation counts. */
export const isFree = (organizationId: string, memberId: string): RawBuilder<boolean> =>
  sql<boolean>`not is_held(${sql.ref(organizationId)}, ${sql.ref(memberId)})`;

/** Nothing of the organisation is under a legal hold: for what is made of the texts of many people. */
export const isAllFree = (organizationId: string): RawBuilder<boolean> =>
  sql<boolean>`not is_any_held(${sql.ref(organizationId)})`;

/** What is held in an organisation: everything, or what belongs to some. */
export type HoldScope = { readonly isAny: boolean; readonly isAll: boolean; readonly memberIds: readonly string[] };

export async function findHeld(trx: Trx, organizationId: string): Promise<HoldScope> {
  const holds = await trx
    .selectFrom('legal_holds as hold')
    .where('organization_id', '=', organizationId)
    .where(sql<boolean>`is_in_force(hold)`)
    .select(['id', 'kind'])
    .execute();
  if (holds.length === 0) return { isAny: false, isAll: false, memberIds: [] };
  const members = await trx
    .selectFrom('legal_hold_members')
    .where(
      'hold_id',
      'in',
      holds.map(({ id }) => id),
    )
    .select('member_id')
    .distinct()
    .execute();
  return {
    isAny: true,
    isAll: holds.some(({ kind }) => kind === 'organization'),
    memberIds: members.map(({ member_id }) => member_id),
  };
}

/**
 * One places a hold, says how long things are kept, or purges in an organisation at a time: nothing goes beside a hold
 * that is just placed.
 */
export const lockRetention = (trx: Trx, organizationId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtext('retention'), hashtext(${organizationId}))`.execute(trx);
