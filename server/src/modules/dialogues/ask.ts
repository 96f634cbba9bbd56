import type { Turn } from '@parlance/shared/contract/api/dialogues';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../../plugins/api-error.ts';
import type { Caller } from '../../plugins/caller.ts';
import type { Trx } from '../../plugins/db/database.ts';
import { findBot } from '../bots/repository.ts';
import { insertRun, interruptLapsed } from '../runs/repository.ts';
import { findMessage, findTurnByKey, hasActiveRun, insertDialogue, insertTurn, lockKey, lockOwnDialogue, messageOf } from './repository.ts';
import { titleOf } from './title.ts';

type Prompt = { prompt: string; idempotency_key: string };
/** Where a prompt goes: a new dialogue with a bot, or one that is there. */
type Target = { botId: string } | { dialogueId: string };

/**
 * Puts a prompt, its empty answer and the run into one transaction, and starts the run when it is over. Any number
 * of requests with one key make one turn and get the same answer.
 */
export async function ask(app: FastifyInstance, caller: Caller, target: Target, body: Prompt): Promise<Turn> {
  // half a surrogate pair cannot be stored
  const prompt = body.prompt.toWellFormed();
  const { turn, begun } = await app.db.asTenant(caller.organizationId, async (trx) => {
    await lockKey(trx, caller.memberId, body.idempotency_key);
    const earlier = await findTurnByKey(trx, caller.memberId, body.idempotency_key);
    if (earlier !== undefined) {
      const isSame = earlier.prompt === prompt && ('botId' in target ? earlier.bot_id === target.botId : earlier.dialogue_id === target.dialogueId);
      if (!isSame) throw new ApiError('conflict');
      return { turn: await readTurn(app, trx, earlier.dialogue_id, earlier.prompt_id, earlier.answer_id), begun: null };
    }
    const { organizationId, memberId, language } = caller;
    const dialogueId = 'botId' in target ? await openDialogue(trx, caller, target.botId, prompt) : await enterDialogue(trx, caller, target.dialogueId);
    const { promptId, answerId } = await insertTurn(trx, organizationId, dialogueId, prompt);
    const { processId } = app.runs;
    const runId = await insertRun(trx, { organizationId, dialogueId, memberId, promptId, answerId, idempotencyKey: body.idempotency_key, language, processId });
    return { turn: await readTurn(app, trx, dialogueId, promptId, answerId), begun: runId };
  });
  if (begun !== null) app.runs.start(begun, caller.organizationId);
  return turn;
}

async function openDialogue(trx: Trx, { organizationId, memberId }: Caller, botId: string, prompt: string): Promise<string> {
  if ((await findBot(trx, organizationId, botId)) === undefined) throw new ApiError('not_found');
  return insertDialogue(trx, { organizationId, memberId, botId, title: titleOf(prompt) });
}

async function enterDialogue(trx: Trx, { memberId }: Caller, dialogueId: string): Promise<string> {
  if ((await lockOwnDialogue(trx, memberId, dialogueId)) === undefined) throw new ApiError('not_found');
  // What a dead process left must not close the dialogue until somebody sweeps.
  await interruptLapsed(trx, { dialogueId });
  if (await hasActiveRun(trx, dialogueId)) throw new ApiError('run_active');
  return dialogueId;
}

async function readTurn(app: FastifyInstance, trx: Trx, dialogueId: string, promptId: string, answerId: string): Promise<Turn> {
  const prompt = await findMessage(trx, promptId);
  const answer = await findMessage(trx, answerId);
  return { dialogue_id: dialogueId, prompt: messageOf(prompt, app.runs.textOf), answer: messageOf(answer, app.runs.textOf) };
}
