import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { RefusedCall, TestQuestion } from '@parlance/shared/contract/api/agents/agent-test-sets';
import { insertTurn } from '../../dialogue/dialogues/new-turn.ts';
import { titleOf } from '../../dialogue/dialogues/title.ts';
import { checkPrompt, notingRefusals } from '../../dialogue/governance/check-prompt.ts';
import { keepHits } from '../../dialogue/governance/hits.ts';
import type { RuleBook } from '../../dialogue/governance/rule-book.ts';
import { askedChannel } from '../../dialogue/runs/asked-elsewhere.ts';
import type { AnswersAtOnce } from '../../dialogue/runs/at-once.ts';
import { findCallsOfRun } from '../../dialogue/tools/calls.ts';
import { askAside } from '../../money/ledger/ask-aside.ts';
import { findCallerOf } from '../../people/session/repository.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import type { Events } from '../../platform/db/events.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { comeAgainSeconds } from '../../platform/jobs/come-again.ts';
import type { JobHandler } from '../../platform/jobs/handlers.ts';
import type { JobData } from '../../platform/jobs/kinds.ts';
import { BudgetSpent } from '../../platform/language-models/budget.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import { ModelFailure } from '../../platform/language-models/language-model.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { lockAgent } from './agents.ts';
import { type AskMeaning, type JudgedPoint, isPassed, judgeAnswer, judgeInstructions, verdictOf } from './judge.ts';
import { endTestRun } from './test-runs.ts';
import { hasJudge } from './test-sets.ts';

type Dependencies = { db: Database; events: Events; models: Catalog; ruleBook: RuleBook; config: AnswersAtOnce };

/** Members who ask meanwhile are to notice nothing of it. */
const atOnce = 2;
const lookEveryMs = 200;
const judgeTimeoutMs = 60_000;
/** Of the arguments of a call that was refused: an address, and what it would have taken along. */
const refusedArgumentsMaxLength = 500;
/** A verdict is a word. */
const verdictMaxLength = 60_000;

/** Asks the questions of a test run, some at a time, and judges the answers. Done again, it goes on where it was. */
export const testAsking = (deps: Dependencies): JobHandler<JobData['run_tests']> => ({
  async run({ test_run: id }, signal) {
    const found = await deps.db.asSystem((trx) =>
      trx
        .selectFrom('agent_test_runs')
        .where('id', '=', id)
        .select(['organization_id', 'bot_id', 'member_id'])
        .executeTakeFirst(),
    );
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
  const next = await db.asTenant(asking.organizationId, (trx) => findNext(trx, asking.id));
  if (next === null) return false;
  if (next.length === 0) return true;
  // Asked with the rights that the person has now.
  const caller = await db.asSystem((trx) => findCallerOf(trx, asking.memberId));
  if (caller === null) return failRun(deps, asking);
  for (const question of next) {
    const goesOn = await askOne(deps, asking, caller, question).catch((error: unknown) =>
      refused(deps, asking, question, error),
    );
    if (!goesOn) return false;
  }
  return true;
}

type Next = { position: number; question: TestQuestion };

/** The questions to ask now. Null where the run has ended: it does so here where all are answered. */
async function findNext(trx: Trx, testRunId: string): Promise<Next[] | null> {
  const run = await trx
    .selectFrom('agent_test_runs')
    .where('id', '=', testRunId)
    .select('status')
    .forUpdate()
    .executeTakeFirst();
  if (run?.status !== 'running') return null;
  const open = await trx
    .selectFrom('agent_test_results')
    .where('test_run_id', '=', testRunId)
    .where('answer', 'is', null)
    .orderBy('position')
    .select(['position', 'question', 'run_id'])
    .execute();
  if (open.length === 0) {
    await endTestRun(trx, testRunId, 'complete');
    return null;
  }
  const waiting = open.filter(({ run_id }) => run_id !== null).length;
  return open.filter(({ run_id }) => run_id === null).slice(0, Math.max(0, atOnce - waiting));
}

/**
 * Puts a question into a dialogue of its own, checked by the rules as every prompt; the answer is written where all
 * answers are.
 */
async function askOne(
  { config, db, events, models, ruleBook }: Dependencies,
  asking: Asking,
  caller: Caller,
  { position, question }: Next,
): Promise<boolean> {
  const { id, organizationId, botId } = asking;
  const dialogueId = await notingRefusals({ db }, caller, () =>
    db.asTenant(organizationId, async (trx) => {
      const run = await trx
        .selectFrom('agent_test_runs')
        .where('id', '=', id)
        .where('status', '=', 'running')
        .select('definition')
        .forUpdate()
        .executeTakeFirst();
      if (run === undefined) return null;
      await lockAgent(trx, caller, botId, 'edit');
      const { text, found, appliedRules } = await checkPrompt({ ruleBook }, trx, caller, {
        botId,
        text: question.question,
        acceptsWarning: true,
        mayWait: false,
      });
      const place = { botId, parentId: null, title: titleOf(text), isListed: true };
      // Nobody's yet: who hears of it takes it, by the rules of that moment, and the sweep finds it where nobody did.
      const nobodys = {
        begun: null,
        idempotencyKey: randomUUID(),
        requestFingerprint: null,
        waits: true,
        processId: randomUUID(),
      };
      const made = await insertTurn(
        trx,
        { ...caller, language: question.language },
        { place, prompt: { text, appliedRules }, ...nobodys, models, config, definition: run.definition },
      );
      if (made === null) throw new Error('The agent of a test run is gone.');
      await keepHits(trx, { organizationId, kind: 'prompt', botId, runId: null }, found);
      const { dialogue_id, answer } = made.turn;
      await trx
        .updateTable('agent_test_results')
        .set({ run_id: answer.run?.id ?? null })
        .where('test_run_id', '=', id)
        .where('position', '=', position)
        .execute();
      return dialogue_id;
    }),
  );
  if (dialogueId !== null) events.publish(askedChannel, `${organizationId} ${dialogueId}`);
  return dialogueId !== null;
}

/**
 * Whether the run goes on where a question was refused. One that a rule blocks is answered by that; where too many are
 * answered at once it is asked later; a budget that is used up, or a right that is gone, would refuse all that are
 * left.
 */
async function refused(
  deps: Dependencies,
  asking: Asking,
  { position, question }: Next,
  error: unknown,
): Promise<boolean> {
  if (comeAgainSeconds(error) !== null) return true;
  if (!(error instanceof ApiError) || error.statusCode >= 500) throw error;
  if (error.apiCode !== 'prompt_blocked') return failRun(deps, asking);
  const points = question.points.map(({ text, must }) => ({ text, must, met: null }));
  await deps.db.asTenant(asking.organizationId, (trx) =>
    keepResult(trx, asking.id, position, { answer: '', errorCode: error.apiCode, points }),
  );
  return true;
}

async function failRun({ db }: Dependencies, { organizationId, id }: Asking): Promise<false> {
  await db.asTenant(organizationId, (trx) => endTestRun(trx, id, 'failed'));
  return false;
}

function findAnswered(trx: Trx, id: string) {
  return trx
    .selectFrom('agent_test_results')
    .innerJoin('runs', 'runs.id', 'agent_test_results.run_id')
    .innerJoin('messages', 'messages.id', 'runs.answer_id')
    .where('agent_test_results.test_run_id', '=', id)
    .where('agent_test_results.answer', 'is', null)
    .where('runs.status', 'not in', ['queued', 'running'])
    .select([
      'agent_test_results.position',
      'agent_test_results.question',
      'messages.content',
      'runs.id as run_id',
      'runs.status',
      'runs.error_code',
    ])
    .execute();
}

type TestAnswer = Awaited<ReturnType<typeof findAnswered>>[number];

async function judgeOne(
  deps: Dependencies,
  asking: Asking,
  { position, question, content, run_id, status, error_code }: TestAnswer,
  signal: AbortSignal,
): Promise<void> {
  let errorCode = status === 'complete' ? null : (error_code ?? 'internal');
  const askMeaning: AskMeaning = async (answer, point, language) => {
    if (!hasJudge(deps.models) || errorCode !== null) return null;
    try {
      const request = JSON.stringify({ answer, point });
      return verdictOf(
        await askAside(deps, asking, {
          ...{
            modelId: null,
            instructions: judgeInstructions,
            turns: [{ author: 'member', content: request.toWellFormed() }],
            language,
          },
          ...{ signal: AbortSignal.any([signal, AbortSignal.timeout(judgeTimeoutMs)]), longest: verdictMaxLength },
        }),
      );
    } catch (error) {
      signal.throwIfAborted();
      errorCode =
        error instanceof ModelFailure
          ? error.code
          : error instanceof BudgetSpent
            ? 'allowance_spent'
            : error instanceof ApiError
              ? error.apiCode
              : 'model_timeout';
      return null;
    }
  };
  const points = await judgeAnswer(question, content, askMeaning);
  await deps.db.asTenant(asking.organizationId, async (trx) =>
    keepResult(trx, asking.id, position, {
      answer: content,
      errorCode,
      points,
      refusedCalls: await refusedOf(trx, run_id),
    }),
  );
}

/** What was refused because nobody could allow it; the dialogue of a test goes after a day. */
async function refusedOf(trx: Trx, runId: string): Promise<RefusedCall[]> {
  const calls = await findCallsOfRun(trx, runId);
  return calls
    .filter(({ state }) => state === 'refused')
    .map((call) => ({
      kind: call.kind,
      tool_name: call.tool_name,
      function: call.function,
      arguments: call.arguments.slice(0, refusedArgumentsMaxLength).toWellFormed(),
    }));
}

type Result = {
  readonly answer: string;
  readonly errorCode: string | null;
  readonly points: readonly JudgedPoint[];
  readonly refusedCalls?: readonly RefusedCall[];
};

async function keepResult(
  trx: Trx,
  testRunId: string,
  position: number,
  { answer, errorCode, points, refusedCalls = [] }: Result,
): Promise<void> {
  await trx
    .updateTable('agent_test_results')
    .set({
      answer,
      error_code: errorCode,
      points: JSON.stringify(points),
      refused_calls: JSON.stringify(refusedCalls),
      passed: isPassed(points, errorCode),
    })
    .where('test_run_id', '=', testRunId)
    .where('position', '=', position)
    .execute();
}
