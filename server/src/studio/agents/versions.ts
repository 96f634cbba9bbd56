import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import type { AgentVersion, publishAgent } from '@parlance/shared/contract/api/agents/agents';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { filesOf } from '../../library/knowledge/visible.ts';
import { colleagueIn } from '../../people/naming/colleague.ts';
import { record } from '../../platform/audit/record.ts';
import { agentTarget } from '../../platform/audit/targets.ts';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { lockAgent } from './agents.ts';
import { missingOf } from './definition.ts';
import { readDraft } from './drafts.ts';
import { columnsOf, setBotFiles } from './projection.ts';

const tests = sql<AgentVersion['tests']>`(
  select json_build_object('passed', count(*) filter (where agent_test_results.passed), 'of', count(*))
  from agent_test_results
  where agent_test_results.test_run_id = (
    select agent_test_runs.id from agent_test_runs
    where agent_test_runs.bot_id = agent_versions.bot_id and agent_test_runs.number = agent_versions.number and agent_test_runs.status = 'complete'
    order by agent_test_runs.started_at desc limit 1)
  having count(*) > 0)`;

const versions = (trx: Trx, botId: string) =>
  trx
    .selectFrom('agent_versions')
    .innerJoin('bots', 'bots.id', 'agent_versions.bot_id')
    .where('agent_versions.bot_id', '=', botId)
    .select(['agent_versions.number', 'agent_versions.name', 'agent_versions.message', 'agent_versions.published_at'])
    .select([
      colleagueIn('agent_versions.published_by').as('published_by'),
      sql<boolean>`bots.version = agent_versions.number`.as('is_current'),
      tests.as('tests'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof versions>['executeTakeFirstOrThrow']>>;
export const versionOf = ({ published_at, ...row }: Row): AgentVersion => ({
  ...row,
  published_at: published_at.toISOString(),
});

/** The versions of an agent below a number, newest first, one more than `limit` where there are more. */
export function findVersions(trx: Trx, botId: string, below: number | null, limit: number): Promise<Row[]> {
  const all = versions(trx, botId)
    .orderBy('agent_versions.number', 'desc')
    .limit(limit + 1);
  return (below === null ? all : all.where('agent_versions.number', '<', below)).execute();
}

/** One version with its definition; undefined where the agent has none of this number. */
export function findVersion(trx: Trx, botId: string, number: number) {
  return versions(trx, botId)
    .where('agent_versions.number', '=', number)
    .select('agent_versions.definition')
    .executeTakeFirst();
}

type Body = CheckedInput<typeof publishAgent>['body'];

/**
 * Makes the draft the version that members use. Of any number that publish one draft at once, one does, and the others
 * hear conflict.
 */
export async function publishVersion(
  trx: Trx,
  caller: Caller,
  botId: string,
  { revision, name, message }: Body,
): Promise<AgentVersion> {
  await lockAgent(trx, caller, botId, 'publish');
  const draft = await readDraft(trx, botId);
  if (draft.revision !== revision || (await isPublished(trx, botId, revision))) throw new ApiError('conflict');
  const missing = missingOf(draft.definition);
  if (missing.length > 0) throw new ApiError('agent_incomplete', { issues: missing });
  const { number } = await trx
    .insertInto('agent_versions')
    .values({
      organization_id: caller.organizationId,
      bot_id: botId,
      number: sql<number>`(select coalesce(max(number), 0) + 1 from agent_versions where bot_id = ${botId})`,
      definition: jsonOf(draft.definition),
      revision,
      name: name.toWellFormed(),
      message: message.toWellFormed(),
      published_by: caller.memberId,
    })
    .returning('number')
    .executeTakeFirstOrThrow();
  await putInUse(trx, caller.organizationId, botId, { number, definition: draft.definition });
  await record(trx, {
    action: 'agent.published',
    target: await agentTarget(trx, botId),
    after: { version: number, name },
  });
  const made = await findVersion(trx, botId, number);
  if (made === undefined) throw new Error('A version that was just made is not there.');
  return versionOf(made);
}

async function isPublished(trx: Trx, botId: string, revision: number): Promise<boolean> {
  return (
    (await trx
      .selectFrom('agent_versions')
      .where('bot_id', '=', botId)
      .where('revision', '=', revision)
      .select('number')
      .executeTakeFirst()) !== undefined
  );
}

/** Writes a definition into what members use. */
async function putInUse(
  trx: Trx,
  organizationId: string,
  botId: string,
  { number, definition }: { number: number; definition: AgentDefinition },
): Promise<void> {
  await trx
    .updateTable('bots')
    .set({ ...columnsOf(definition), version: number, updated_at: sql<Date>`now()` })
    .where('id', '=', botId)
    .execute();
  await setBotFiles(trx, organizationId, botId, await filesOf(trx, definition.knowledge_ids));
}
