import { isDeepStrictEqual } from 'node:util';
import { planFeatures } from '@parlance/shared/contract/access/access';
import { type Holder, can, isInForce, ownersFeatures } from '@parlance/shared/contract/access/evaluate';
import type { Statement } from '@parlance/shared/contract/access/privileges';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type MemberHolder, findHolder } from './holder.ts';

/**
 * Nobody gives what they may not do themselves, and nobody takes back a denial that holds for them too: so nobody
 * raises themselves, or another above themselves. Owners may: there must be somebody who can put everything right.
 */
export function requireMayGive(caller: Holder, statements: readonly Statement[]): void {
  if (!mayGiveAll(caller, statements)) throw new ApiError('above_own_rights');
}

export const mayGiveAll = (caller: Holder, statements: readonly Statement[]): boolean =>
  caller.isOwner || statements.every((statement) => mayGive(caller, statement));

function mayGive(caller: Holder, { effect, kind, actions, scope, ids, at_most: atMost }: Statement): boolean {
  const named = scope === 'these' ? ids : [];
  // A denial that is taken back leaves no number behind, and a limit without one is no limit.
  if (kind === 'limit')
    return ids.every((id) =>
      can(caller, {
        kind,
        action: 'use',
        id,
        amount: effect === 'deny' || atMost === null ? Infinity : atMost,
        planLimit: null,
      }),
    );
  // What is given without names is given of everything: one denial of a part is one too many.
  if (scope !== 'these' && isDeniedSomething(caller, kind, actions)) return false;
  if (kind === 'feature') return named.every((id) => mayGiveArea(caller, id));
  return actions.every((action) =>
    scope === 'these'
      ? named.every((id) => can(caller, { kind, action, id, reach: 'visible' }))
      : can(caller, { kind, action, id: null }),
  );
}

/** An area that the plan lacks today may come with the next one: a denial of it counts all the same. */
const mayGiveArea = (caller: Holder, id: string) =>
  !planFeatures.some((feature) => feature === id) ||
  can({ ...caller, features: new Set(planFeatures) }, { kind: 'feature', action: 'use', id });

const isDeniedSomething = (holder: Holder, kind: Statement['kind'], actions: readonly Statement['actions'][number][]) =>
  holder.statements.some(
    (held) =>
      held.effect === 'deny' &&
      held.kind === kind &&
      isInForce(held, Date.now()) &&
      held.actions.some((action) => actions.includes(action)),
  );

/** Whether two statements say the same: the database gives the fields of one in another order than a request does. */
export const isSame = (one: Statement, other: Statement): boolean =>
  (['effect', 'kind', 'actions', 'scope', 'ids', 'at_most'] as const).every((field) =>
    isDeepStrictEqual(one[field], other[field]),
  );
const without = (statements: readonly Statement[], others: readonly Statement[]) =>
  statements.filter((statement) => !others.some((other) => isSame(statement, other)));

/** What a change of a set gives: what it newly allows, and what it no longer denies. */
export const givenBy = (before: readonly Statement[], after: readonly Statement[]): Statement[] => [
  ...without(after, before).filter(({ effect }) => effect === 'allow'),
  ...without(before, after).filter(({ effect }) => effect === 'deny'),
];

/**
 * Asked when these statements are written, or given, and the transaction is still open: throws locks_out_self where the
 * caller would not get into the privileges any more, and locks_out_owner where statements let no owner into what an
 * owner puts things right with. The safeguard would let them in all the same; that somebody tries is a mistake, and is
 * said. `then` is what people will hold where that is not written yet.
 */
export async function requireNobodyLockedOut(
  trx: Trx,
  caller: Mover,
  statements: readonly Statement[],
  then: Then = new Map(),
): Promise<void> {
  // Only a denial of areas locks anybody out; what is wrong already must not keep others from putting it right.
  if (!statements.some(({ effect, kind }) => effect === 'deny' && kind === 'feature')) return;
  const self = await findHolderThen(trx, caller.memberId, then);
  if (self === null || !can(self, { kind: 'feature', action: 'use', id: 'privilege' }))
    throw new ApiError('locks_out_self');
  const owners = await trx
    .selectFrom('memberships')
    .where('organization_id', '=', caller.organizationId)
    .where('is_owner', '=', true)
    .select('id')
    .execute();
  for (const { id } of owners) {
    const owner = await findHolderThen(trx, id, then);
    if (owner !== null && isLetIn(owner)) return;
  }
  throw new ApiError('locks_out_owner');
}

type Mover = { readonly organizationId: string; readonly memberId: string };
type Then = ReadonlyMap<string, readonly (Statement & { readonly expires_at: string | null })[]>;

async function findHolderThen(trx: Trx, memberId: string, then: Then): Promise<MemberHolder | null> {
  const now = await findHolder(trx, memberId);
  const statements = then.get(memberId);
  return now === null || statements === undefined
    ? now
    : { ...now, statements: statements.map((statement) => ({ ...statement, ...unsaved })) };
}

/** A statement that is only looked at names no set. */
const unsaved = { set_id: '', set_name: '', team: null };

const isLetIn = (owner: MemberHolder) =>
  ownersFeatures
    .filter((id) => planFeatures.some((feature) => feature === id && owner.features.has(feature)))
    .every((id) => can({ ...owner, isOwner: false, isAdmin: true }, { kind: 'feature', action: 'use', id }));
