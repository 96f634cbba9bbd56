import { type Holder, limitOf } from '@parlance/shared/contract/access/evaluate';
import type { LimitName } from '@parlance/shared/contract/access/privileges';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { findHolder } from './holder.ts';
import { requireRoom } from './require.ts';

/** Limits of how many a member owns, and where those stand. */
const tables = { agents: 'bots', knowledge_sources: 'knowledge_sources' } as const satisfies Partial<
  Record<LimitName, string>
>;
type OwnedName = keyof typeof tables;

/** What was deleted does not count. */
async function countOwned(trx: Trx, name: OwnedName, memberId: string): Promise<number> {
  const { owned } = await trx
    .selectFrom(tables[name])
    .where('owner_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .select(sql<number>`count(*)::integer`.as('owned'))
    .executeTakeFirstOrThrow();
  return owned;
}

/** Throws limit_reached where one more of these would be more than the caller may have. */
export async function requireRoomForOne(
  trx: Trx,
  caller: Holder & { readonly memberId: string },
  name: OwnedName,
): Promise<void> {
  requireRoom(caller, name, await countOwned(trx, name, caller.memberId));
}

/** Throws receiver_full where a member who is handed so many of these would have more than they may. */
export async function requireRoomOf(trx: Trx, memberId: string, name: OwnedName, more: number): Promise<void> {
  const receiver = await findHolder(trx, memberId);
  if (receiver === null) throw new ApiError('not_found');
  const { limit } = limitOf(receiver, name, null);
  if (limit === null || more === 0 || (await countOwned(trx, name, memberId)) + more <= limit) return;
  throw new ApiError('receiver_full', { issues: [{ path: 'limit', message: String(limit) }] });
}

/** The same of all that another member owns. */
export async function requireRoomForAll(
  trx: Trx,
  name: OwnedName,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await requireRoomOf(trx, to, name, await countOwned(trx, name, from));
}
