import { randomUUID } from 'node:crypto';
import { decide } from '@parlance/shared/contract/access/access';
import type { PauseReason } from '@parlance/shared/contract/agents/executions';
import { answerAgain } from '../../dialogue/dialogues/answer-again.ts';
import { type Asking, askDialogue } from '../../dialogue/dialogues/ask.ts';
import { ownDialogues } from '../../dialogue/dialogues/repository.ts';
import type { RuleBook } from '../../dialogue/governance/rule-book.ts';
import { askedChannel } from '../../dialogue/runs/asked-elsewhere.ts';
import type { AnswersAtOnce } from '../../dialogue/runs/at-once.ts';
import { isUsable } from '../../library/bots/repository.ts';
import { findCallerOf } from '../../people/session/repository.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import type { Events } from '../../platform/db/events.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { comeAgainSeconds } from '../../platform/jobs/come-again.ts';
import { JobPostponed } from '../../platform/jobs/handlers.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type Outcome, endExecution } from './end.ts';
import { isTest } from './is-test.ts';
import { type ExecutionRow, type Origins, originOf } from './origin.ts';
import { stopAnswer } from './stop.ts';

export type ExecutionDependencies = {
  readonly db: Database;
  readonly events: Events;
  readonly models: Catalog;
  readonly ruleBook: RuleBook;
  readonly origins: Origins;
  readonly config: AnswersAtOnce;
};

/** An id that belongs to no process: answers are written by the processes that serve people. */
const processId = randomUUID();

/** Returns the context in which prompts are sent without a request. */
export const askingFor = ({ config, db, models, ruleBook }: ExecutionDependencies): Asking => ({
  config,
  db,
  models,
  ruleBook,
  runs: {
    processId,
    writesHere: false,
    liveOf: () => null,
    // The execution announces the run once it has noted its answer.
    start: () => undefined,
    startBorn: () => Promise.reject(new Error('An answer that is written elsewhere was to begin here.')),
  },
});

/** An obstacle to a prompt of a person at this moment, and what must happen before the next one. */
type Refusal = { readonly outcome: Outcome; readonly pausedBecause: PauseReason | null };
type Place = {
  readonly caller: Caller;
  readonly target: { botId: string; isListed: boolean } | { dialogueId: string; parentId: undefined };
};

/** Asks as its person, with the rights that they have now and no others. What refuses them ends the execution. */
export async function askFor(deps: ExecutionDependencies, execution: ExecutionRow): Promise<void> {
  const caller = await deps.db.asSystem((trx) => findCallerOf(trx, execution.member_id));
  const found = await deps.db.asTenant(execution.organization_id, (trx) => placeOf(deps, trx, caller, execution));
  if ('outcome' in found) return refuse(deps, execution, found);
  try {
    const { dialogue_id: dialogueId, answer } = await askIn(deps, found, execution);
    await deps.db.asTenant(execution.organization_id, (trx) =>
      noteAsked(deps, trx, execution, { dialogueId, runId: answer.run?.id ?? null }),
    );
    deps.events.publish(askedChannel, `${execution.organization_id} ${dialogueId}`);
  } catch (error) {
    const seconds = comeAgainSeconds(error);
    if (seconds !== null) throw new JobPostponed(seconds, error);
    // A fault of the server itself is retried.
    if (!(error instanceof ApiError) || error.statusCode >= 500) throw error;
    await refuse(deps, execution, { outcome: { status: 'failed', errorCode: error.apiCode }, pausedBecause: null });
  }
}

async function placeOf(
  { origins, models }: ExecutionDependencies,
  trx: Trx,
  caller: Caller | null,
  execution: ExecutionRow,
): Promise<Place | Refusal> {
  const decision = decide({ privilege: 'automation.create' }, caller);
  const hasLost =
    !decision.allowed && (decision.because === 'registration-incomplete' || decision.because === 'privilege-missing');
  if (caller === null || hasLost) return { outcome: { status: 'failed', reason: 'owner' }, pausedBecause: 'owner' };
  if (!decision.allowed)
    return {
      outcome: {
        status: 'failed',
        errorCode: decision.because === 'workspace-disabled' ? 'workspace_disabled' : 'workspace_expired',
      },
      pausedBecause: null,
    };
  const { id, origin } = originOf(origins, execution);
  const work = await origin.lock(trx, id);
  if (work === null) return { outcome: { status: 'cancelled', reason: 'person' }, pausedBecause: null };
  const { bot_id: botId } = execution;
  if (botId === null || !(await isUsable(trx, caller, models, botId)))
    return { outcome: { status: 'failed', errorCode: 'bot_disabled' }, pausedBecause: 'agent' };
  const before =
    work.dialogueId === null
      ? undefined
      : await ownDialogues(trx, caller.memberId)
          .where('dialogues.id', '=', work.dialogueId)
          .where('bots.id', '=', botId)
          .executeTakeFirst();
  return {
    caller,
    target:
      before === undefined
        ? { botId, isListed: !(await isTest(trx, execution)) }
        : { dialogueId: before.id, parentId: undefined },
  };
}

/**
 * Sends the prompt with a key noted beforehand: after a crash in between, the same prompt is found and not sent twice.
 */
async function askIn(deps: ExecutionDependencies, { caller, target }: Place, execution: ExecutionRow) {
  const app = askingFor(deps);
  const { ask_key: key, asks, run_id: runId } = execution;
  const asked = await deps.db.asTenant(execution.organization_id, (trx) =>
    trx
      .selectFrom('runs')
      .where('member_id', '=', caller.memberId)
      .where('idempotency_key', '=', key)
      .select(['id', 'dialogue_id'])
      .executeTakeFirst(),
  );
  if (asked !== undefined) return { dialogue_id: asked.dialogue_id, answer: { run: { id: asked.id } } };
  if (asks === 1 || runId === null)
    return askDialogue(app, caller, target, {
      prompt: execution.prompt,
      event_places: execution.event_places,
      idempotency_key: key,
      attachment_ids: [],
      accepts_warning: false,
    });
  const { answer_id: messageId } = await deps.db.asTenant(execution.organization_id, (trx) =>
    trx.selectFrom('runs').where('id', '=', runId).select('answer_id').executeTakeFirstOrThrow(),
  );
  return answerAgain(app, caller, { messageId, idempotencyKey: key, goesOn: false });
}

async function noteAsked(
  { origins }: ExecutionDependencies,
  trx: Trx,
  execution: ExecutionRow,
  { dialogueId, runId }: { dialogueId: string; runId: string | null },
): Promise<void> {
  const { id, origin } = originOf(origins, execution);
  await origin.lock(trx, id);
  const now = new Date();
  const noted = await trx
    .updateTable('executions')
    .set((was) => ({
      asked_at: now,
      run_id: runId,
      dialogue_id: dialogueId,
      status: 'running',
      started_at: was.fn.coalesce('started_at', was.val(now)),
    }))
    .where('id', '=', execution.id)
    .where('ask_key', '=', execution.ask_key)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  // The execution was cancelled meanwhile, or its answer was interrupted and is asked for anew: nobody waits for this
  // answer.
  if (noted === undefined) await stopAnswer(trx, execution);
  else await origin.began(trx, id, dialogueId);
}

async function refuse(
  deps: ExecutionDependencies,
  execution: ExecutionRow,
  { outcome, pausedBecause }: Refusal,
): Promise<void> {
  await deps.db.asTenant(execution.organization_id, async (trx) => {
    const { id, origin } = originOf(deps.origins, execution);
    await origin.lock(trx, id);
    // Another process may have sent it meanwhile, with rights or a place that were missing here a moment ago.
    const isStillUnasked = await trx
      .selectFrom('executions')
      .where('id', '=', execution.id)
      .where('ask_key', '=', execution.ask_key)
      .where('asked_at', 'is', null)
      .select('id')
      .forUpdate()
      .executeTakeFirst();
    if (isStillUnasked === undefined) return;
    const isPaused = pausedBecause !== null && (await origin.pause(trx, id, pausedBecause));
    await endExecution(deps, trx, execution, { ...outcome, isPaused });
  });
}
