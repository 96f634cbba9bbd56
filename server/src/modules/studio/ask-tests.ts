import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { AgentDefinition } from '@parlance/shared/contract/agent-definition';
import type { TestQuestion } from '@parlance/shared/contract/api/agent-test-sets';
import type { JobHandler } from '../../jobs/handlers.ts';
import type { JobData } from '../../jobs/kinds.ts';
import type { Catalog } from '../../models/catalog.ts';
import { BudgetSpent } from '../../models/budget.ts';
import { ModelFailure } from '../../models/language-model.ts';
import { ApiError } from '../../plugins/api-error.ts';
import type { Database, Trx } from '../../plugins/db/database.ts';
import type { Events } from '../../plugins/events.ts';
import { insertTurn } from '../dialogues/new-turn.ts';
import { titleOf } from '../dialogues/title.ts';
import { askAside } from '../models/ask-aside.ts';
import { findHolder } from '../privileges/holder.ts';
import { askedChannel } from '../runs/asked-elsewhere.ts';
import { type AnswersAtOnce, isTooMany } from '../runs/at-once.ts';
import { type AskMeaning, isPassed, judge, judgeInstructions, verdictOf } from './judge.ts';
import { endTestRun } from './test-runs.ts';
import { judgeOf } from './test-sets.ts';

type Dependencies = { db: Database; events: Events; models: Catalog; config: AnswersAtOnce };

/** Members who ask meanwhile are to notice nothing of it. */
const atOnce = 2;
const lookEveryMs = 200;
const judgeTimeoutMs = 60_000;
/** A verdict is a word. */
const verdictMaxLength = 60_000;

/** Asks the questions of a test run, some at a time, and judges the answers. Done again, it goes on where it was. */
export const testAsking = (deps: Dependencies): JobHandler<JobData['run_tests']> => ({
  async run({ test_run: id }, signal) {
    const found = await deps.db.asSystem((trx) => trx.selectFrom('agent_test_runs').where('id', '=', id).select(['organization_id', 'bot_id', 'member_id']).executeTakeFirst());
    if (found === undefined) return;
    const asking = { id, organizationId: found.organization_id, botId: found.bot_id, memberId: found.member_id };
    while (!signal.aborted) {
      if (!(await step(deps, asking, signal))) return;
      await pause(lookEveryMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
    signal.throwIfAborted();
  },
  async giveUp({ test_run: id }) {
    await deps.db.asSystem((trx) => endTestRun(trx, id, 'failed'));
  },
});

type Asking = { id: string; organizationId: string; botId: string; memberId: string };

/** Judges what was answered and asks what is next; false where nothing is left to do. */
async function step(deps: Dependencies, asking: Asking, signal: AbortSignal): Promise<boolean> {
  const { db } = deps;
  const answered = await db.asTenant(asking.organizationId, (trx) => findAnswered(trx, asking.id));
  for (const row of answered) await judgeOne(deps, asking, row, signal);
  const asked = await db.asTenant(asking.organizationId, async (trx) => {
    const run = await trx.selectFrom('agent_test_runs').where('id', '=', asking.id).select(['status', 'definition']).forUpdate().executeTakeFirst();
    if (run?.status !== 'running') return null;
    const open = await trx.selectFrom('agent_test_results').where('test_run_id', '=', asking.id).where('answer', 'is', null).orderBy('position').select(['position', 'question', 'run_id']).execute();
    if (open.length === 0) {
      await endTestRun(trx, asking.id, 'complete');
      return null;
    }
    const waiting = open.filter(({ run_id }) => run_id !== null).length;
    const next = open.filter(({ run_id }) => run_id === null).slice(0, Math.max(0, atOnce - waiting));
    const dialogues: string[] = [];
    for (const { position, question } of next) dialogues.push(await askOne(trx, deps, asking, { position, question, definition: run.definition }));
    return dialogues;
  }).catch((error: unknown) => (isTooMany(error) ? [] : spent(deps, asking, error)));
  for (const dialogue of asked ?? []) deps.events.publish(askedChannel, `${asking.organizationId} ${dialogue}`);
  return asked !== null;
}

/** A budget that is used up ends the run with what there is: the questions that are left would all fail. */
async function spent({ db }: Dependencies, { organizationId, id }: Asking, error: unknown): Promise<null> {
  if (!(error instanceof ApiError) || error.apiCode !== 'allowance_spent') throw error;
  await db.asTenant(organizationId, (trx) => endTestRun(trx, id, 'failed'));
  return null;
}

type Next = { position: number; question: TestQuestion; definition: AgentDefinition };

/** Puts a question into a dialogue of its own; the answer is written where all answers are. */
async function askOne(trx: Trx, { models, config }: Pick<Dependencies, 'models' | 'config'>, { id, botId, memberId }: Asking, { position, question, definition }: Next): Promise<string> {
  const place = { botId, parentId: null, title: titleOf(question.question), isListed: true };
  // Nobody's yet: who hears of it takes it, by the rules of that moment, and the sweep finds it where nobody did.
  const asked = { place, prompt: { text: question.question, appliedRules: [] }, begun: null, idempotencyKey: randomUUID(), requestFingerprint: null, waits: true, processId: randomUUID(), models, config, definition };
  const who = await findHolder(trx, memberId);
  if (who === null) throw new Error('Who asked for a test run is no member any more.');
  const made = await insertTurn(trx, { ...who, language: question.language, governanceVersion: 0 }, asked);
  if (made === null) throw new Error('The agent of a test run is gone.');
  const { dialogue_id: dialogueId, answer } = made.turn;
  await trx.updateTable('agent_test_results').set({ run_id: answer.run?.id ?? null }).where('test_run_id', '=', id).where('position', '=', position).execute();
  return dialogueId;
}

function findAnswered(trx: Trx, id: string) {
  return trx
    .selectFrom('agent_test_results')
    .innerJoin('runs', 'runs.id', 'agent_test_results.run_id')
    .innerJoin('messages', 'messages.id', 'runs.answer_id')
    .where('agent_test_results.test_run_id', '=', id)
    .where('agent_test_results.answer', 'is', null)
    .where('runs.status', 'not in', ['queued', 'running'])
    .select(['agent_test_results.position', 'agent_test_results.question', 'messages.content', 'runs.status', 'runs.error_code'])
    .execute();
}

type Answered = Awaited<ReturnType<typeof findAnswered>>[number];

async function judgeOne(deps: Dependencies, asking: Asking, { position, question, content, status, error_code }: Answered, signal: AbortSignal): Promise<void> {
  let errorCode = status === 'complete' ? null : (error_code ?? 'internal');
  const askMeaning: AskMeaning = async (answer, point, language) => {
    if (judgeOf(deps.models) === 'none' || errorCode !== null) return null;
    try {
      const request = JSON.stringify({ answer, point });
      return verdictOf(await askAside(deps.db, deps.models.standard, asking, { instructions: judgeInstructions, turns: [{ author: 'member', content: request.toWellFormed() }], language, signal: AbortSignal.any([signal, AbortSignal.timeout(judgeTimeoutMs)]), longest: verdictMaxLength }));
    } catch (error) {
      signal.throwIfAborted();
      errorCode = error instanceof ModelFailure ? error.code : error instanceof BudgetSpent ? 'allowance_spent' : error instanceof ApiError ? error.apiCode : 'model_timeout';
      return null;
    }
  };
  const points = await judge(question, content, askMeaning);
  await deps.db.asTenant(asking.organizationId, (trx) =>
    trx
      .updateTable('agent_test_results')
      .set({ answer: content, error_code: errorCode, points: JSON.stringify(points), passed: isPassed(points, errorCode) })
      .where('test_run_id', '=', asking.id)
      .where('position', '=', position)
      .execute(),
  );
}
