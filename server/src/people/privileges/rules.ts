import { isDeepStrictEqual } from 'node:util';
import { planFeatures } from '@parlance/shared/contract/access/access';
import { type Holder, can, isInForce, ownersFeatures } from '@parlance/shared/contract/access/evaluate';
import type { Statement } from '@parlance/shared/contract/access/privileges';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { type MemberHolder, findHolder } from './holder.ts';

/**
 * Throws unless the caller may give the statements: nobody gives what they may not do themselves, or takes back a
 * denial that holds for them too, so nobody raises themselves, or another above themselves. Owners may: somebody must
 * be able to put everything right.
 */
export function requireMayGive(caller: Holder, statements: readonly Statement[]): void {
  if (!mayGiveAll(caller, statements)) throw new ApiError('above_own_rights');
}

export const mayGiveAll = (caller: Holder, statements: readonly Statement[]): boolean =>
  caller.isOwner || statements.every((statement) => mayGive(caller, statement));

function mayGive(caller: Holder, { effect, kind, actions, scope, ids, at_most: atMost }: Statement): boolean {
  const named = scope === 'these' ? ids : [];
  // A revoked denial leaves no number, and a limit without a number is no limit.
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
  // A grant without names is a grant of everything: one denial of a part is one too many.
  if (scope !== 'these' && isDeniedSomething(caller, kind, actions)) return false;
  if (kind === 'feature') return named.every((id) => mayGiveArea(caller, id));
  return actions.every((action) =>
    scope === 'these'
      ? named.every((id) => can(caller, { kind, action, id, reach: 'visible' }))
      : can(caller, { kind, action, id: null }),
  );
}

/**
 * Says whether the caller may give an area. One that the plan lacks today may come with the next: a denial of it counts
 * all the same.
 */
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

/** True if two statements are equal: the database returns their fields in another order than a request does. */
export const isSame = (one: Statement, other: Statement): boolean =>
  (['effect', 'kind', 'actions', 'scope', 'ids', 'at_most'] as const).every((field) =>
    isDeepStrictEqual(one[field], other[field]),
  );
const without = (statements: readonly Statement[], others: readonly Statement[]) =>
  statements.filter((statement) => !others.some((other) => isSame(statement, other)));

/** Returns what a change of a set gives: the new allowances and the dropped denials. */
export const givenBy = (before: readonly Statement[], after: readonly Statement[]): Statement[] => [
  ...without(after, before).filter(({ effect }) => effect === 'allow'),
  ...without(before, after).filter(({ effect }) => effect === 'deny'),
];

/**
 * Checks statements that are written or given, within the open transaction: throws locks_out_self if the caller would
 * lose access to the privileges, and locks_out_owner if an owner would lose what an owner repairs things with. The
 * safeguard would let them in all the same; the attempt is a mistake, and is reported. `then` is what people will hold
 * if that is not written yet.
 */
export async function requireNobodyLockedOut(
  trx: Trx,
  caller: Mover,
  statements: readonly Statement[],
  then: Then = new Map(),
): Promise<void> {
  // Only a denial of areas can lock anybody out; an existing violation must not keep others from fixing it.
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

/** The set of statements that are only evaluated. */
const unsaved = { set_id: '', set_name: '', team: null };

const isLetIn = (owner: MemberHolder) =>
  ownersFeatures
    .filter((id) => planFeatures.some((feature) => feature === id && owner.features.has(feature)))
    .every((id) => can({ ...owner, isOwner: false, isAdmin: true }, { kind: 'feature', action: 'use', id }));
