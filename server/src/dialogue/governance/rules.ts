import { type RuleDefinition, rulesAtMost } from '@parlance/shared/contract/api/governance/rule';
import type { Rule, RuleVersion } from '@parlance/shared/contract/api/governance/rules';
import { sql } from 'kysely';
import { colleagueIn } from '../../people/naming/colleague.ts';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { requireUsable } from './bench.ts';

const hits = sql<number>`(select count(*)::integer from governance_hits where governance_hits.rule_id = governance_rules.id and governance_hits.created_at > now() - interval '30 days')`;
const lastHit = sql<Date | null>`(select max(created_at) from governance_hits where governance_hits.rule_id = governance_rules.id)`;

/** An empty list is everybody. A bot that was deleted and can be brought back is one that nobody can ask now. */
const isOfNobody = sql<boolean>`(
  (definition #> '{scope,team_ids}' <> '[]' and not exists (select from teams where definition #> '{scope,team_ids}' ? teams.id::text))
  or (definition #> '{scope,bot_ids}' <> '[]' and not exists (select from bots where definition #> '{scope,bot_ids}' ? bots.id::text and bots.deleted_at is null)))`;

const rules = (trx: Trx) =>
  trx
    .selectFrom('governance_rules')
    .where('deleted_at', 'is', null)
    .select(['id', 'definition', 'is_enabled', 'version', 'updated_at'])
    .select([hits.as('hits'), lastHit.as('last_hit_at'), isOfNobody.as('is_of_nobody')]);
type Row = Awaited<ReturnType<ReturnType<typeof rules>['executeTakeFirstOrThrow']>>;

const ruleOf = ({ updated_at, last_hit_at, ...row }: Row): Rule => ({
  ...row,
  updated_at: updated_at.toISOString(),
  last_hit_at: last_hit_at?.toISOString() ?? null,
});

export async function findRules(trx: Trx, organizationId: string): Promise<Rule[]> {
  const rows = await rules(trx)
    .where('organization_id', '=', organizationId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(ruleOf);
}

/** Throws not_found for a rule that is not there, or not this organisation's. */
export async function findRule(trx: Trx, organizationId: string, id: string): Promise<Rule> {
  const row = await rules(trx).where('organization_id', '=', organizationId).where('id', '=', id).executeTakeFirst();
  if (row === undefined) throw new ApiError('not_found');
  return ruleOf(row);
}

/** One changes an organisation's rules at a time: their order and their number are of all of them. */
const lockRules = (trx: Trx, organizationId: string) =>
  sql`select pg_advisory_xact_lock(hashtext('governance'), hashtext(${organizationId}))`.execute(trx);

type RuleInput = { readonly definition: RuleDefinition; readonly confirms_reach: boolean };

export async function createRule(
  trx: Trx,
  caller: Caller,
  { definition, confirms_reach: confirmsReach }: RuleInput,
): Promise<Rule> {
  const { organizationId } = caller;
  await lockRules(trx, organizationId);
  const before = await findRules(trx, organizationId);
  if (before.length >= rulesAtMost) throw new ApiError('rules_full');
  requireNameFree(before, definition, null);
  requireUsable(definition, { confirmsReach });
  await requireScope(trx, definition);
  const { id } = await trx
    .insertInto('governance_rules')
    .values({
      organization_id: organizationId,
      definition: jsonOf(definition),
      position: sql<number>`(select coalesce(max(position), 0) + 1 from governance_rules where organization_id = ${organizationId})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await keepVersion(trx, caller, id, 1, definition);
  await record(trx, { action: 'rule.created', target: { id, name: definition.name }, after: told(definition) });
  return findRule(trx, organizationId, id);
}

export async function saveRule(
  trx: Trx,
  caller: Caller,
  id: string,
  { definition, confirms_reach: confirmsReach, version }: RuleInput & { version: number },
): Promise<Rule> {
  const { organizationId } = caller;
  await lockRules(trx, organizationId);
  const before = await findRule(trx, organizationId, id);
  if (before.version !== version) throw new ApiError('conflict');
  requireNameFree(await findRules(trx, organizationId), definition, id);
  requireUsable(definition, { confirmsReach });
  await requireScope(trx, definition);
  await trx
    .updateTable('governance_rules')
    .set({ definition: jsonOf(definition), version: version + 1, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await keepVersion(trx, caller, id, version + 1, definition);
  await record(trx, {
    action: 'rule.changed',
    target: { id, name: definition.name },
    before: told(before.definition),
    after: told(definition),
  });
  return findRule(trx, organizationId, id);
}

export async function switchRule(trx: Trx, { organizationId }: Caller, id: string, isEnabled: boolean): Promise<Rule> {
  await lockRules(trx, organizationId);
  const before = await findRule(trx, organizationId, id);
  if (before.is_enabled === isEnabled) return before;
  await trx.updateTable('governance_rules').set({ is_enabled: isEnabled }).where('id', '=', id).execute();
  await record(trx, {
    action: isEnabled ? 'rule.switched_on' : 'rule.switched_off',
    target: { id, name: before.definition.name },
  });
  return { ...before, is_enabled: isEnabled };
}

/** It applies no more and is shown nowhere; what it has found goes with `purgeRules`. */
export async function deleteRule(trx: Trx, { organizationId }: Caller, id: string): Promise<void> {
  await lockRules(trx, organizationId);
  const { definition } = await findRule(trx, organizationId, id);
  // There is one at a time, so they are few.
  await trx.deleteFrom('replays').where('rule_id', '=', id).execute();
  await trx
    .updateTable('governance_rules')
    .set({ is_enabled: false, deleted_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
  await record(trx, { action: 'rule.deleted', target: { id, name: definition.name }, before: told(definition) });
}

export async function orderRules(trx: Trx, { organizationId }: Caller, ids: readonly string[]): Promise<Rule[]> {
  await lockRules(trx, organizationId);
  const before = await findRules(trx, organizationId);
  const known = new Set(before.map(({ id }) => id));
  if (ids.length !== known.size || new Set(ids).size !== ids.length || ids.some((id) => !known.has(id)))
    throw new ApiError('conflict');
  const moved = before.filter(({ id }, at) => ids[at] !== id);
  if (moved.length === 0) return before;
  await sql`update governance_rules set position = ordered.place from unnest(${[...ids]}::uuid[]) with ordinality as ordered (id, place) where governance_rules.id = ordered.id`.execute(
    trx,
  );
  for (const { id, definition } of moved) {
    const place = (list: readonly string[]) => list.indexOf(id) + 1;
    await record(trx, {
      action: 'rule.moved',
      target: { id, name: definition.name },
      before: { place: place(before.map((it) => it.id)) },
      after: { place: place(ids) },
    });
  }
  return findRules(trx, organizationId);
}

/** The versions of a rule below a number, newest first, one more than `limit` where there are more. */
export async function findVersions(
  trx: Trx,
  ruleId: string,
  below: number | null,
  limit: number,
): Promise<RuleVersion[]> {
  const all = trx
    .selectFrom('governance_rule_versions')
    .where('rule_id', '=', ruleId)
    .select(['version', 'definition', 'saved_at', colleagueIn('governance_rule_versions.saved_by').as('saved_by')])
    .orderBy('version', 'desc')
    .limit(limit + 1);
  const rows = await (below === null ? all : all.where('version', '<', below)).execute();
  return rows.map(({ saved_at, ...row }) => ({ ...row, saved_at: saved_at.toISOString() }));
}

async function keepVersion(
  trx: Trx,
  { organizationId, memberId }: Caller,
  ruleId: string,
  version: number,
  definition: RuleDefinition,
): Promise<void> {
  await trx
    .insertInto('governance_rule_versions')
    .values({
      organization_id: organizationId,
      rule_id: ruleId,
      version,
      definition: jsonOf(definition),
      saved_by: memberId,
    })
    .execute();
}

function requireNameFree(all: readonly Rule[], { name }: RuleDefinition, ownId: string | null): void {
  if (all.some(({ id, definition }) => id !== ownId && definition.name.toLowerCase() === name.toLowerCase()))
    throw new ApiError('name_taken');
}

/** Teams and bots of another organisation are as unknown as those that are not there. */
export async function requireScope(trx: Trx, { scope }: RuleDefinition): Promise<void> {
  const teams =
    scope.team_ids.length === 0
      ? []
      : await trx.selectFrom('teams').where('id', 'in', scope.team_ids).select('id').execute();
  const bots =
    scope.bot_ids.length === 0
      ? []
      : await trx
          .selectFrom('bots')
          .where('id', 'in', scope.bot_ids)
          .where('deleted_at', 'is', null)
          .select('id')
          .execute();
  if (teams.length !== new Set(scope.team_ids).size || bots.length !== new Set(scope.bot_ids).size)
    throw new ApiError('not_found');
}

/** What the audit log keeps of a rule: each condition whole, since who changed what is the question. */
const told = ({ name, message, target, action, conditions, scope }: RuleDefinition) => ({
  name,
  explanation: message,
  target,
  action,
  conditions: conditions.map((it) => JSON.stringify(it)),
  team_ids: scope.team_ids,
  bot_ids: scope.bot_ids,
});
