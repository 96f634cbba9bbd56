import { type Statement, faultsOfStatement } from '@parlance/shared/contract/access/privileges';
import type { PermissionSet } from '@parlance/shared/contract/api/privileges/permission-sets';
import { setsAtMost } from '@parlance/shared/contract/api/privileges/privileges';
import { sql } from 'kysely';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { colleagueIn } from '../naming/colleague.ts';
import { givenBy, requireMayGive, requireNobodyLockedOut } from './rules.ts';

/** Where a page begins: after the set with this name, as sorted, and id. */
export type SetPosition = readonly [sortName: string, id: string];
type Content = { name: string; description: string; statements: Statement[] };

const grants = sql<number>`(
  select count(*)::integer from permission_grants
  where permission_grants.set_id = permission_sets.id and (permission_grants.expires_at is null or permission_grants.expires_at > now()))`;

const wholeSets = (trx: Trx) =>
  trx
    .selectFrom('permission_sets')
    .select([
      'permission_sets.id',
      'permission_sets.name',
      'permission_sets.description',
      'permission_sets.statements',
      'permission_sets.revision',
      'permission_sets.updated_at',
    ])
    .select([
      grants.as('grants'),
      colleagueIn('permission_sets.changed_by').as('changed_by'),
      sql<string>`lower(permission_sets.name)`.as('sort_name'),
    ]);
type Row = Awaited<ReturnType<ReturnType<typeof wholeSets>['executeTakeFirstOrThrow']>>;

export const setOf = ({ sort_name: _, updated_at, ...row }: Row): PermissionSet => ({
  ...row,
  updated_at: updated_at.toISOString(),
});

/** By name; one more than `limit` where there are more. */
export function findSets(
  trx: Trx,
  { q, after, limit }: { q: string; after: SetPosition | null; limit: number },
): Promise<Row[]> {
  let query = wholeSets(trx);
  if (q !== '') query = query.where(sql<boolean>`strpos(lower(permission_sets.name), lower(${q.toWellFormed()})) > 0`);
  if (after !== null)
    query = query.where(
      sql<boolean>`(lower(permission_sets.name), permission_sets.id) > (${after[0]}, ${after[1]}::uuid)`,
    );
  return query
    .orderBy(sql`lower(permission_sets.name)`)
    .orderBy('permission_sets.id')
    .limit(limit + 1)
    .execute();
}

export async function readSet(trx: Trx, id: string): Promise<PermissionSet> {
  const row = await wholeSets(trx).where('permission_sets.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return setOf(row);
}

/** A set that is held until the transaction ends. Throws not_found. */
export async function lockSet(trx: Trx, id: string) {
  const row = await trx
    .selectFrom('permission_sets')
    .where('id', '=', id)
    .select(['id', 'name', 'description', 'statements', 'revision'])
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return row;
}

export async function createSet(trx: Trx, caller: Caller, content: Content): Promise<PermissionSet> {
  requireFaultless(content.statements);
  requireMayGive(caller, givenBy([], content.statements));
  const { found } = await trx
    .selectFrom('permission_sets')
    .select(sql<number>`count(*)::integer`.as('found'))
    .executeTakeFirstOrThrow();
  if (found >= setsAtMost) throw new ApiError('sets_full');
  const made = await trx
    .insertInto('permission_sets')
    .values({ organization_id: caller.organizationId, ...columnsOf(content), changed_by: caller.memberId })
    .onConflict((conflict) => conflict.expression(sql`organization_id, lower(name)`).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made === undefined) throw new ApiError('name_taken');
  await record(trx, {
    action: 'permission_set.created',
    target: { id: made.id, name: content.name },
    after: fieldsOf(content),
  });
  return readSet(trx, made.id);
}

export async function changeSet(
  trx: Trx,
  caller: Caller,
  id: string,
  { revision, ...content }: Content & { revision: number },
): Promise<PermissionSet> {
  requireFaultless(content.statements);
  const before = await lockSet(trx, id);
  if (before.revision !== revision) throw new ApiError('conflict');
  requireMayGive(caller, givenBy(before.statements, content.statements));
  const taken = await trx
    .selectFrom('permission_sets')
    .where('id', '<>', id)
    .where(sql<boolean>`lower(name) = lower(${content.name})`)
    .select('id')
    .executeTakeFirst();
  if (taken !== undefined) throw new ApiError('name_taken');
  await trx
    .updateTable('permission_sets')
    .set({ ...columnsOf(content), revision: revision + 1, changed_by: caller.memberId, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
  await requireNobodyLockedOut(trx, caller, content.statements);
  await record(trx, {
    action: 'permission_set.changed',
    target: { id, name: content.name },
    before: fieldsOf(before),
    after: fieldsOf(content),
  });
  return readSet(trx, id);
}

export async function deleteSet(trx: Trx, caller: Caller, id: string): Promise<void> {
  const before = await lockSet(trx, id);
  requireMayGive(caller, givenBy(before.statements, []));
  await trx.deleteFrom('permission_sets').where('id', '=', id).execute();
  await record(trx, { action: 'permission_set.deleted', target: { id, name: before.name }, before: fieldsOf(before) });
}

const columnsOf = ({ name, description, statements }: Content) => ({
  name: name.toWellFormed(),
  description: description.toWellFormed(),
  statements: jsonOf(statements),
});
/** A statement in one line, for who compares two versions of a set. */
const lineOf = ({ effect, kind, actions, scope, ids, at_most: atMost }: Statement) =>
  [effect, kind, actions.join('+'), scope, ...ids, ...(atMost === null ? [] : [`≤ ${atMost}`])].join(' ');
const fieldsOf = ({ name, description, statements }: Content) => ({
  name,
  description,
  statements: statements.map(lineOf),
});

/** Throws validation_failed, which names the statement that says nothing that could be. */
export function requireFaultless(statements: readonly Statement[]): void {
  const issues = statements.flatMap((statement, at) =>
    faultsOfStatement(statement).map((fault) => ({ path: `body.statements.${at}`, message: fault })),
  );
  if (issues.length > 0) throw new ApiError('validation_failed', { issues });
}
