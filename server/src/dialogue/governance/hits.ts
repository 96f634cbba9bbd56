import type { CheckedKind } from '@parlance/shared/contract/api/governance/rule';
import type { Hit } from '@parlance/shared/contract/api/governance/rules';
import { type Language, textIn } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { rulesHit } from './domain-events.ts';
import type { RuleFinding } from './engine/guard.ts';

type Of = {
  readonly organizationId: string;
  readonly kind: CheckedKind;
  readonly botId: string | null;
  /** Whose dialogue it is found by in the dialogue log; null where nothing of the text is kept. */ readonly runId:
    | string
    | null;
};

/** Notes what rules have found. One that was deleted meanwhile is not asked for any more. */
export async function keepHits(
  trx: Trx,
  { organizationId, kind, botId, runId }: Of,
  found: readonly RuleFinding[],
): Promise<void> {
  if (found.length === 0) return;
  const known = await trx
    .selectFrom('governance_rules')
    .where(
      'id',
      'in',
      found.map(({ rule }) => rule.id),
    )
    .where('deleted_at', 'is', null)
    .select('id')
    .execute();
  const ids = new Set(known.map(({ id }) => id));
  const rows = found
    .filter(({ rule }) => ids.has(rule.id))
    .map(({ rule, count, context }) => ({
      organization_id: organizationId,
      rule_id: rule.id,
      version: rule.version,
      kind,
      action: rule.action,
      count,
      context: context.replaceAll('\0', ''),
      bot_id: botId,
    }));
  if (rows.length === 0) return;
  const hits = await trx.insertInto('governance_hits').values(rows).returning('id').execute();
  await rulesHit.publish(trx, { organizationId, hitIds: hits.map(({ id }) => id), runId });
  if (runId === null) return;
  await sql`
    insert into dialogue_rule_hits (organization_id, rule_id, dialogue_id)
    select runs.organization_id, rule_id, runs.dialogue_id from runs, unnest(${[...ids]}::uuid[]) as rule_id where runs.id = ${runId}
    on conflict do nothing`.execute(trx);
}

type Query = {
  readonly language: Language;
  readonly after: readonly [createdAt: string, id: string] | null;
  readonly limit: number;
};

/** Where a rule has applied, the newest first, one more than `limit` where there are more. */
export async function findHits(trx: Trx, ruleId: string, { language, after, limit }: Query): Promise<Hit[]> {
  let query = trx
    .selectFrom('governance_hits')
    .leftJoin('bots', 'bots.id', 'governance_hits.bot_id')
    .where('rule_id', '=', ruleId);
  if (after !== null)
    query = query.where(
      sql<boolean>`(governance_hits.created_at, governance_hits.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`,
    );
  const rows = await query
    .select([
      'governance_hits.id',
      'rule_id',
      'governance_hits.version',
      'kind',
      'action',
      'context',
      'count',
      'bots.name as bot_name',
      'governance_hits.created_at',
    ])
    .orderBy('governance_hits.created_at', 'desc')
    .orderBy('governance_hits.id', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(({ bot_name: name, created_at, ...row }) => ({
    ...row,
    bot_name: name === null ? null : textIn(name, language),
    created_at: created_at.toISOString(),
  }));
}
