import type { AgentDefinition, ToolPermission } from '@parlance/shared/contract/agents/agent-definition';
import type { TestRun } from '@parlance/shared/contract/api/agents/agent-test-sets';
import { sql } from 'kysely';
import { requestStop } from '../../dialogue/runs/repository.ts';
import { modelFor } from '../../money/ledger/model-for.ts';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { requestJob } from '../../platform/jobs/request-job.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { readDraft } from './drafts.ts';
import { findVersion } from './versions.ts';

/**
 * Begins to ask every question of the test set, of a version or of the draft as it is. Throws run_active while another
 * run is under way, and privilege_missing where the caller may not use its model. Call it with the agent locked.
 */
export async function startTestRun(
  trx: Trx,
  caller: Caller,
  models: Catalog,
  { botId, number }: { botId: string; number: number | null },
): Promise<string> {
  const tested = number === null ? await readDraft(trx, botId) : await findVersion(trx, botId, number);
  if (tested === undefined) throw new ApiError('not_found');
  modelFor(caller, models, tested.definition.model_id);
  const running = await trx
    .selectFrom('agent_test_runs')
    .where('bot_id', '=', botId)
    .where('status', '=', 'running')
    .select('id')
    .executeTakeFirst();
  if (running !== undefined) throw new ApiError('run_active');
  const set = await trx
    .selectFrom('agent_test_sets')
    .where('bot_id', '=', botId)
    .select('questions')
    .executeTakeFirst();
  if (set === undefined || set.questions.length === 0)
    throw new ApiError('validation_failed', { issues: [{ path: 'test_set', message: 'There is no question in it.' }] });
  const { organizationId: organization_id, memberId: member_id } = caller;
  const { id } = await trx
    .insertInto('agent_test_runs')
    .values({ organization_id, bot_id: botId, member_id, number, definition: jsonOf(unattended(tested.definition)) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('agent_test_results')
    .values(
      set.questions.map((question, position) => ({
        organization_id,
        test_run_id: id,
        position,
        question: jsonOf(question),
        points: '[]',
      })),
    )
    .execute();
  await requestJob(trx, 'run_tests', { test_run: id }, organization_id);
  return id;
}

const refused = (permission: ToolPermission): ToolPermission => (permission === 'ask' ? 'never' : permission);

/** Nobody is there to allow a call: what would be asked for is not to be had. */
const unattended = ({ tools, ...definition }: AgentDefinition): AgentDefinition => ({
  ...definition,
  tools: tools.map(({ tool_id, permission, functions }) => ({
    tool_id,
    permission: refused(permission),
    functions: Object.fromEntries(Object.entries(functions).map(([name, of]) => [name, refused(of)])),
  })),
});

const whole = (trx: Trx) =>
  trx.selectFrom('agent_test_runs').select(['id', 'bot_id', 'number', 'status', 'started_at']);
type Row = Awaited<ReturnType<ReturnType<typeof whole>['executeTakeFirstOrThrow']>>;

/** Where a page begins: after the run that began then, with this id. */
export type TestRunPosition = readonly [startedAt: string, id: string];

/** Runs of an agent, newest first, one more than `limit` where there are more. */
export function findTestRuns(trx: Trx, botId: string, after: TestRunPosition | null, limit: number): Promise<Row[]> {
  let wanted = whole(trx).where('bot_id', '=', botId);
  if (after !== null)
    wanted = wanted.where(sql<boolean>`(started_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
  return wanted
    .orderBy('started_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export function findTestRun(trx: Trx, id: string): Promise<Row | undefined> {
  return whole(trx).where('id', '=', id).executeTakeFirst();
}

/** A run with what was judged so far; `of` counts all its questions. */
export async function testRunOf(trx: Trx, { id, number, status, started_at }: Row): Promise<TestRun> {
  const all = await trx
    .selectFrom('agent_test_results')
    .where('test_run_id', '=', id)
    .orderBy('position')
    .select(['question', 'answer', 'error_code', 'points', 'passed', 'refused_calls'])
    .execute();
  const results = all.flatMap(({ question, answer, refused_calls: refusedCalls, ...result }) =>
    answer === null
      ? []
      : [
          {
            question_id: question.id,
            question: question.question,
            answer,
            ...result,
            ...(refusedCalls.length > 0 ? { refused_calls: refusedCalls } : {}),
          },
        ],
  );
  return {
    id,
    number,
    status,
    started_at: started_at.toISOString(),
    passed: results.filter(({ passed }) => passed).length,
    of: all.length,
    results,
  };
}

/** Ends a run that is under way, in one of the ways; false where it had ended. */
export async function endTestRun(
  trx: Trx,
  id: string,
  status: Exclude<TestRun['status'], 'running'>,
): Promise<boolean> {
  const ended = await trx
    .updateTable('agent_test_runs')
    .set({ status })
    .where('id', '=', id)
    .where('status', '=', 'running')
    .returning('id')
    .executeTakeFirst();
  return ended !== undefined;
}

/** Ends a run and what is being answered for it; the ids of those answers. */
export async function stopTestRun(trx: Trx, id: string): Promise<string[]> {
  if (!(await endTestRun(trx, id, 'stopped'))) return [];
  const active = await trx
    .selectFrom('agent_test_results')
    .innerJoin('runs', 'runs.id', 'agent_test_results.run_id')
    .where('agent_test_results.test_run_id', '=', id)
    .where('runs.status', 'in', ['queued', 'running'])
    .select('runs.id')
    .execute();
  for (const run of active) await requestStop(trx, run.id);
  return active.map((run) => run.id);
}
