import type { Turn } from '@parlance/shared/contract/api/dialogues';
import { requireUsable } from '../../library/bots/repository.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { fingerprintOf } from '../../platform/http/idempotency.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { requireAllowed } from '../governance/approvals.ts';
import { type NewTurn, type Asking, beginRun } from './ask.ts';
import { findOwnAnswer } from './messages.ts';
import { type AnswerStart, insertTurn } from './new-turn.ts';
import { lockOwnDialogue } from './repository.ts';
import { findTurnByKey, lockKey, readRuns, readTurn } from './turns.ts';

type Options = {
  messageId: string;
  idempotencyKey: string;
  /** Goes on with what there is of the answer, instead of from nothing. */
  goesOn: boolean;
  /** Files that do not fit are read in parts before, as many as may be. */
  readsWhole?: boolean;
};

/** A further version of an answer: the same prompt answered once more, or the answer gone on with. */
export async function answerAgain(app: Asking, caller: Caller, wanted: Options): Promise<Turn> {
  const asked = await app.db.asTenant(caller.organizationId, (trx) => askAgain(app, trx, caller, wanted));
  await beginRun(app, caller, asked);
  return asked.turn;
}

async function askAgain(
  app: Asking,
  trx: Trx,
  caller: Caller,
  { messageId, idempotencyKey, goesOn, readsWhole = false }: Options,
): Promise<NewTurn> {
  const { memberId } = caller;
  await lockKey(trx, memberId, idempotencyKey);
  const answer = await findOwnAnswer(trx, memberId, messageId);
  if (answer === undefined || answer.parent_id === null) throw new ApiError('not_found');
  const { dialogue_id: dialogueId, parent_id: promptId } = answer;
  const fingerprint = fingerprintOf(readsWhole ? { messageId, goesOn, readsWhole } : { messageId, goesOn });
  const earlier = await findTurnByKey(trx, memberId, idempotencyKey, fingerprint);
  if (earlier !== undefined)
    return {
      turn: await readTurn(app, trx, earlier.dialogue_id, earlier.prompt_id, earlier.answer_id),
      born: null,
      next: null,
    };
  const dialogue = await lockOwnDialogue(trx, memberId, dialogueId);
  if (dialogue === undefined) throw new ApiError('not_found');
  await requireUsable(trx, caller, app.models, dialogue.bot_id);
  await requireAllowed(trx, promptId);
  const { running, queued } = await readRuns(trx, { dialogueId, memberId, idempotencyKey });
  if (running + queued > 0) throw new ApiError('run_active');
  const begun = goesOn ? await findBroken(trx, messageId) : null;
  const place = { dialogueId, botId: dialogue.bot_id, parentId: null };
  const made = await insertTurn(trx, caller, {
    place,
    prompt: { promptId },
    begun,
    readsWhole,
    idempotencyKey,
    requestFingerprint: fingerprint,
    waits: !app.runs.writesHere,
    processId: app.runs.processId,
    models: app.models,
    config: app.config,
  });
  // Used at the same moment, in another dialogue.
  if (made === null) throw new ApiError('idempotency_key_reused');
  return { turn: await readTurn(app, trx, dialogueId, promptId, made.turn.answer.id), born: made.born, next: null };
}

/** What there is of an answer that was broken off. Throws conflict where it is whole. */
async function findBroken(trx: Trx, messageId: string): Promise<AnswerStart> {
  const found = await trx
    .selectFrom('messages')
    .innerJoin('runs', 'runs.answer_id', 'messages.id')
    .where('messages.id', '=', messageId)
    .where('runs.status', 'in', ['stopped', 'interrupted', 'failed'])
    .select(['messages.content', 'messages.citations', 'messages.applied_rules'])
    .executeTakeFirst();
  if (found === undefined) throw new ApiError('conflict');
  return found;
}
