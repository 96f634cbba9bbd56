import { isDeepStrictEqual } from 'node:util';
import { type Replay, replayKeptDays, type startReplay } from '@parlance/shared/contract/api/replays';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { requireUsable } from '../../dialogue/governance/bench.ts';
import type { StoredRule } from '../../dialogue/governance/engine/rule-set.ts';
import { findRule, requireScope } from '../../dialogue/governance/rules.ts';
import { colleagueIn } from '../../people/naming/colleague.ts';
import { isAllFree } from '../../people/organizations/held.ts';
import { record } from '../../platform/audit/record.ts';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { fingerprintOf, isOfKey, keptKey, requireSameRequest } from '../../platform/http/idempotency.ts';
import { requestJob } from '../../platform/jobs/request-job.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type Due, days } from '../../platform/upkeep/due.ts';
import { requireAnonymousScope } from '../dialogue-log/anonymous.ts';
import { findShownNames } from '../dialogue-log/names.ts';

type Body = CheckedInput<typeof startReplay>['body'];

const replays = (trx: Trx, organizationId: string) =>
  trx
    .selectFrom('replays')
    .where('organization_id', '=', organizationId)
    .select([
      'id',
      'rule_id',
      'version',
      'rules',
      'bot_ids',
      'team_ids',
      'status',
      'done',
      'of',
      'found',
      'samples',
      'created_at',
    ])
    .select([
      sql<string>`from_day::text`.as('from'),
      sql<string>`to_day::text`.as('to'),
      colleagueIn('replays.member_id').as('asked_by'),
    ]);

export type ReplayRow = Awaited<ReturnType<ReturnType<typeof replays>['executeTakeFirstOrThrow']>>;

/** The rule that is tried; every replay has one. */
export function triedIn({ rules: [tried] }: Pick<ReplayRow, 'rules'>): StoredRule {
  if (tried === undefined) throw new Error('A replay has no rule.');
  return tried;
}

export function replayOf(row: ReplayRow): Replay {
  const { id, version, from, to, bot_ids, team_ids, status, done, of, found, asked_by } = row;
  const { name, action } = triedIn(row).definition;
  return {
    id,
    name,
    action,
    version,
    from,
    to,
    bot_ids,
    team_ids,
    status,
    done,
    of,
    found,
    asked_by,
    created_at: row.created_at.toISOString(),
  };
}

/** Throws not_found for what is not there, or not this organisation's. */
export async function requireReplay(trx: Trx, { organizationId }: Caller, id: string): Promise<ReplayRow> {
  const found = await replays(trx, organizationId).where('id', '=', id).executeTakeFirst();
  if (found === undefined) throw new ApiError('not_found');
  return found;
}

/** Asks for a replay, one for a key. Throws replay_running while another one of the organisation is. */
export async function requestReplay(trx: Trx, caller: Caller, wanted: Body): Promise<Replay> {
  const { organizationId, memberId } = caller;
  const rule = wanted.rule_id === undefined ? null : await findRule(trx, organizationId, wanted.rule_id);
  requireUsable(wanted.definition, { confirmsReach: true });
  await requireScope(trx, wanted.definition);
  await requireScope(trx, { ...wanted.definition, scope: { team_ids: wanted.team_ids, bot_ids: wanted.bot_ids } });
  await requireUnnamed(trx, caller, wanted);
  const version = rule !== null && isDeepStrictEqual(rule.definition, wanted.definition) ? rule.version : null;
  const tried: StoredRule = { id: wanted.rule_id ?? '', version: version ?? 0, definition: wanted.definition };
  const made = await trx
    .insertInto('replays')
    .values({
      ...{
        organization_id: organizationId,
        member_id: memberId,
        idempotency_key: keptKey(memberId, wanted.idempotency_key),
        request_fingerprint: fingerprintOf(wanted),
        rule_id: rule?.id ?? null,
        version,
      },
      rules: jsonOf([tried, ...(await rulesBeside(trx, organizationId, tried.id))]),
      ...{ from_day: wanted.from, to_day: wanted.to, bot_ids: wanted.bot_ids, team_ids: wanted.team_ids },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (made === undefined) return earlier(trx, caller, wanted);
  await requestJob(trx, 'replay_rule', { replay: made.id }, organizationId);
  const { from, to, bot_ids, team_ids } = wanted;
  await record(trx, {
    action: 'rule.replayed',
    target: { id: rule?.id ?? null, name: wanted.definition.name },
    after: { from, to, bot_ids, team_ids, version },
  });
  return replayOf(await requireReplay(trx, caller, made.id));
}

/**
 * The one that this key has made. Throws idempotency_key_reused where it asked for something else, and replay_running
 * where it has made none.
 */
async function earlier(trx: Trx, { organizationId, memberId }: Caller, wanted: Body): Promise<Replay> {
  const found = await replays(trx, organizationId)
    .where(isOfKey(memberId, wanted.idempotency_key, 'replays.member_id'))
    .select('request_fingerprint')
    .executeTakeFirst();
  if (found === undefined) throw new ApiError('replay_running');
  const { request_fingerprint: fingerprint, ...made } = found;
  requireSameRequest(fingerprint, fingerprintOf(wanted));
  return replayOf(made);
}

/** Rules that are on. What they find in an example is masked as well. */
async function rulesBeside(trx: Trx, organizationId: string, triedId: string): Promise<StoredRule[]> {
  const rows = await trx
    .selectFrom('governance_rules')
    .where('organization_id', '=', organizationId)
    .where('is_enabled', '=', true)
    .select(['id', 'version', 'definition'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.filter(({ id }) => id !== triedId);
}

type Reach = Pick<Body, 'team_ids' | 'bot_ids' | 'definition'>;

/**
 * The examples of a small team say whose they are: what the dialogue log does not filter by is neither replayed nor
 * read.
 */
export async function requireUnnamed(
  trx: Trx,
  caller: Caller,
  { team_ids, bot_ids, definition: { scope } }: Reach,
): Promise<void> {
  if ((await findShownNames(trx, caller)) !== null) return;
  await requireAnonymousScope(trx, caller.organizationId, {
    team_ids: [...team_ids, ...scope.team_ids],
    bot_ids: [...bot_ids, ...scope.bot_ids],
  });
}

/** Where a page begins: after the replay asked for then, with this id. */
export type ReplayPosition = readonly [createdAt: string, id: string];
type Page = { readonly ruleId: string | undefined; readonly after: ReplayPosition | null; readonly limit: number };

/** The newest first, one more than `limit` where there are more. */
export function findReplays(trx: Trx, organizationId: string, { ruleId, after, limit }: Page): Promise<ReplayRow[]> {
  const all = replays(trx, organizationId);
  const asked = ruleId === undefined ? all.where('rule_id', 'is', null) : all.where('rule_id', '=', ruleId);
  const rest =
    after === null
      ? asked
      : asked.where(sql<boolean>`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
  return rest
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** A process that is at it hears of it with its next piece. */
export async function deleteReplay(trx: Trx, caller: Caller, id: string): Promise<void> {
  const row = await requireReplay(trx, caller, id);
  await trx.deleteFrom('replays').where('id', '=', id).execute();
  await record(trx, {
    action: 'rule.replay_deleted',
    target: { id: row.rule_id, name: triedIn(row).definition.name },
    before: { from: row.from, to: row.to, status: row.status },
  });
}

/** Results that were kept for their time. */
export const oldReplays: Due = {
  table: 'replays',
  by: 'created_at',
  keptFor: days(replayKeptDays),
  where: isAllFree('replays.organization_id'),
};
