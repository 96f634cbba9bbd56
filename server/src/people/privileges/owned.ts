import { type Holder, limitOf } from '@parlance/shared/contract/access/evaluate';
import type { LimitName } from '@parlance/shared/contract/access/privileges';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { findHolder } from './holder.ts';
import { requireRoom } from './require.ts';

/** The tables behind the limits of how many a member owns. */
const tables = { agents: 'bots', knowledge_sources: 'knowledge_sources' } as const satisfies Partial<
  Record<LimitName, string>
>;
type OwnedName = keyof typeof tables;

/** Counts the things a member owns; deleted ones do not count. */
async function countOwned(trx: Trx, name: OwnedName, memberId: string): Promise<number> {
  const { owned } = await trx
    .selectFrom(tables[name])
    .where('owner_id', '=', memberId)
    .where('deleted_at', 'is', null)
    .select(sql<number>`count(*)::integer`.as('owned'))
    .executeTakeFirstOrThrow();
  return owned;
}

/** Throws limit_reached if one more would exceed the caller's limit. */
export async function requireRoomForOne(
  trx: Trx,
  caller: Holder & { readonly memberId: string },
  name: OwnedName,
): Promise<void> {
  requireRoom(caller, name, await countOwned(trx, name, caller.memberId));
}

/** Throws receiver_full if this many more would exceed the member's limit. */
export async function requireRoomOf(trx: Trx, memberId: string, name: OwnedName, more: number): Promise<void> {
  const receiver = await findHolder(trx, memberId);
  if (receiver === null) throw new ApiError('not_found');
  const { limit } = limitOf(receiver, name, null);
  if (limit === null || more === 0 || (await countOwned(trx, name, memberId)) + more <= limit) return;
  throw new ApiError('receiver_full', { issues: [{ path: 'limit', message: String(limit) }] });
}

/** Throws receiver_full if everything of another member would exceed the limit. */
export async function requireRoomForAll(
  trx: Trx,
  name: OwnedName,
  { from, to }: { from: string; to: string },
): Promise<void> {
  await requireRoomOf(trx, to, name, await countOwned(trx, name, from));
}
