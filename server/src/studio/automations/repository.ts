import { type Selectable, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import type { AutomationTables } from './tables.ts';

export type AutomationRow = Selectable<AutomationTables['automations']>;
type Who = Pick<Caller, 'organizationId' | 'memberId'>;

const automations = (trx: Trx, organizationId: string) =>
  trx.selectFrom('automations').where('organization_id', '=', organizationId).where('deleted_at', 'is', null);

/** One's own, and those of nobody: to everyone else it does not exist. */
const readable = (trx: Trx, { organizationId, memberId }: Who) =>
  automations(trx, organizationId).where((is) => is.or([is('owner_id', '=', memberId), is('owner_id', 'is', null)]));

/** Where a page begins: after the one that was changed then, with this id. */
export type AutomationPosition = readonly [updatedAt: string, id: string];
type Query = { q: string; state?: 'active' | 'paused' | undefined; after: AutomationPosition | null; limit: number };

/** The last changed first, one more than `limit` where there are more. */
export function findAutomations(trx: Trx, who: Who, { q, state, after, limit }: Query): Promise<AutomationRow[]> {
  let query = readable(trx, who);
  // Not LIKE: a percent sign in the search text is a percent sign.
  if (q !== '') query = query.where(sql<boolean>`strpos(lower(name), lower(${q})) > 0`);
  if (state !== undefined) query = query.where('state', '=', state);
  if (after !== null)
    query = query.where(sql<boolean>`(updated_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
  return query
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .selectAll()
    .execute();
}

export const findReadable = (trx: Trx, who: Who, id: string): Promise<AutomationRow | undefined> =>
  readable(trx, who).where('id', '=', id).selectAll().executeTakeFirst();

/** Throws not_found. */
export async function readAutomation(trx: Trx, who: Who, id: string): Promise<AutomationRow> {
  return found(await findReadable(trx, who, id));
}

/** One's own. Throws not_found. */
export async function readOwnAutomation(
  trx: Trx,
  { organizationId, memberId }: Who,
  id: string,
): Promise<AutomationRow> {
  return found(
    await automations(trx, organizationId)
      .where('owner_id', '=', memberId)
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirst(),
  );
}

/**
 * One's own, held until the transaction ends. Throws not_found, of what nobody owns as well: it is taken over first.
 */
export async function lockOwnAutomation(
  trx: Trx,
  { organizationId, memberId }: Who,
  id: string,
): Promise<AutomationRow> {
  return found(
    await automations(trx, organizationId)
      .where('owner_id', '=', memberId)
      .where('id', '=', id)
      .selectAll()
      .forUpdate()
      .executeTakeFirst(),
  );
}

/** One that the caller may take over: nobody's, and for administrators everybody's. Throws not_found. */
export async function lockForTakeOver(
  trx: Trx,
  { organizationId, isAdmin }: Caller,
  id: string,
): Promise<AutomationRow> {
  const row = found(
    await automations(trx, organizationId).where('id', '=', id).selectAll().forUpdate().executeTakeFirst(),
  );
  if (row.owner_id !== null && !isAdmin) throw new ApiError('not_found');
  return row;
}

/** What an earlier request of the caller's with this key has made. */
export const findByKey = (trx: Trx, { memberId }: Who, key: string): Promise<AutomationRow | undefined> =>
  trx
    .selectFrom('automations')
    .where('owner_id', '=', memberId)
    .where('idempotency_key', '=', key)
    .selectAll()
    .executeTakeFirst();

function found(row: AutomationRow | undefined): AutomationRow {
  if (row === undefined) throw new ApiError('not_found');
  return row;
}
