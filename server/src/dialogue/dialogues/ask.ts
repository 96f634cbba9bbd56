import type { EventPlace } from '@parlance/shared/contract/agents/event-material';
import { type Turn, queuedAtMost } from '@parlance/shared/contract/api/dialogues';
import type { FastifyInstance } from 'fastify';
import { attachToPrompt } from '../../library/attachments/repository.ts';
import { requireUsable } from '../../library/bots/repository.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { fingerprintOf } from '../../platform/http/idempotency.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { keepApproval } from '../governance/approvals.ts';
import { type CheckedPrompt, checkPrompt, notingRefusals } from '../governance/check-prompt.ts';
import { keepHits } from '../governance/hits.ts';
import { listDialogue } from '../messages/search-index.ts';
import type { BornRun } from '../runs/assignment.ts';
import type { AnswersAtOnce } from '../runs/at-once.ts';
import { takeNext } from '../runs/repository.ts';
import type { Runs } from '../runs/runs.ts';
import { eventPlacesKept } from './edited-prompt.ts';
import { type MadeTurn, type Place, insertTurn } from './new-turn.ts';
import { lockOwnDialogue } from './repository.ts';
import { titleOf } from './title.ts';
import { findTurnByKey, readRuns, readTurn } from './turns.ts';

/**
 * A process that takes prompts: it writes the answer itself or leaves it to others (`writesHere` is false). There the
 * run waits from the moment it is stored, and nothing is lost with the process that took the prompt.
 */
export type Asking = Pick<FastifyInstance, 'db' | 'models' | 'ruleBook'> & { readonly config: AnswersAtOnce } & {
  readonly runs: Pick<Runs, 'processId' | 'writesHere' | 'liveOf' | 'start' | 'startBorn'>;
};

type PromptInput = {
  prompt: string;
  idempotency_key: string;
  attachment_ids: readonly string[];
  accepts_warning: boolean;
  /** The places of event values in the prompt; empty for one that a person sends. */
  event_places?: readonly EventPlace[];
};
/** The body of a prompt. It may be masked by then: the fingerprint is of the original. */
type Body = Required<PromptInput> & { readonly fingerprint: Buffer };
/** A new dialogue with a bot; unlisted if nobody would look for it. */
type NewDialogue = { botId: string; isListed?: boolean };
/**
 * The target of a prompt: a new dialogue, or an existing one; `parentId` undefined stands for the end of the current
 * branch.
 */
type Target = NewDialogue | { dialogueId: string; parentId: string | null | undefined };

/** A turn, and the run this process is to start after the transaction. */
export type NewTurn = { turn: Turn; born: BornRun | null; next: string | null };

/**
 * Stores a prompt, its empty answer and the run in one transaction, and starts the run while that is committed, unless
 * another answer is being written in the dialogue: then it waits. Any number of requests with one key make one turn and
 * get the same response.
 */
export async function askDialogue(app: Asking, caller: Caller, target: Target, given: PromptInput): Promise<Turn> {
  // half a surrogate pair cannot be stored
  const { event_places = [], ...sent } = given;
  const body = {
    ...sent,
    event_places,
    prompt: given.prompt.toWellFormed(),
    fingerprint: fingerprintOf({ ...target, ...sent }),
  };
  const made = Promise.withResolvers<NewTurn | null>();
  const stored = notingRefusals(app, caller, () =>
    app.db.asTenant(caller.organizationId, async (trx) => {
      const asked = await ('botId' in target
        ? askBot(app, trx, caller, target, body)
        : askIn(app, trx, caller, target, body));
      made.resolve(asked);
      return asked;
    }),
  ).finally(() => made.resolve(null));
  // Everything is decided, and the database only has to store it: the model is called meanwhile.
  const early = await made.promise;
  const starting = early?.born ? app.runs.startBorn(early.born, stored) : null;
  const asked = await stored;
  await starting;
  await beginRun(app, caller, { ...asked, born: null });
  return asked.turn;
}

/** Starts the run of a prompt. Call it after the transaction. */
export async function beginRun(
  app: Pick<Asking, 'runs'>,
  { organizationId }: Caller,
  { born, next }: NewTurn,
): Promise<void> {
  if (born !== null) await app.runs.startBorn(born);
  if (next !== null) app.runs.start(next, organizationId);
}

async function askBot(
  app: Asking,
  trx: Trx,
  caller: Caller,
  { botId, isListed = true }: NewDialogue,
  given: Body,
): Promise<NewTurn> {
  const { body, checked } = await checkedBody(app, trx, caller, botId, given);
  const place = { botId, parentId: null, title: titleOf(body.prompt), isListed };
  const made = await insertTurn(trx, caller, {
    place,
    prompt: { text: body.prompt, appliedRules: checked.appliedRules, eventPlaces: body.event_places },
    begun: null,
    idempotencyKey: body.idempotency_key,
    requestFingerprint: body.fingerprint,
    waits: checked.waitsFor !== null || !app.runs.writesHere,
    processId: app.runs.processId,
    models: app.models,
    config: app.config,
  });
  if (made !== null)
    return {
      ...(await keep(app, trx, caller, { made, body, checked, botId })),
      next: made.born === null ? runIdOf(made) : null,
    };
  return earlierTurn(app, trx, caller, body, botId);
}

async function askIn(
  app: Asking,
  trx: Trx,
  caller: Caller,
  target: Exclude<Target, NewDialogue>,
  given: Body,
): Promise<NewTurn> {
  const { processId } = app.runs;
  const { dialogueId } = target;
  const dialogue = await lockOwnDialogue(trx, caller.memberId, dialogueId);
  if (dialogue === undefined) return earlierTurn(app, trx, caller, given, null);
  const { parentId } = target;
  const kept =
    parentId === undefined
      ? given.event_places
      : await eventPlacesKept(trx, { dialogueId, parentId, text: given.prompt });
  const { body, checked } = await checkedBody(app, trx, caller, dialogue.bot_id, { ...given, event_places: kept });
  const { running, queued, isKeyUsed } = await readRuns(trx, {
    dialogueId,
    memberId: caller.memberId,
    idempotencyKey: body.idempotency_key,
  });
  if (isKeyUsed) return earlierTurn(app, trx, caller, body, dialogue.bot_id);
  // The first active run is written or about to be; the others wait.
  if (running + queued > queuedAtMost) throw new ApiError('queue_full');
  const place: Place = {
    dialogueId,
    botId: dialogue.bot_id,
    parentId: parentId === undefined ? dialogue.leaf_id : parentId,
  };
  if (typeof parentId === 'string' && !(await isAnswerOf(trx, dialogueId, parentId))) throw new ApiError('not_found');
  const made = await insertTurn(trx, caller, {
    place,
    prompt: { text: body.prompt, appliedRules: checked.appliedRules, eventPlaces: body.event_places },
    begun: null,
    idempotencyKey: body.idempotency_key,
    requestFingerprint: body.fingerprint,
    waits: running + queued > 0 || checked.waitsFor !== null || !app.runs.writesHere,
    processId,
    models: app.models,
    config: app.config,
  });
  // The key was used concurrently in another dialogue, or the bot may no longer be asked.
  if (made === null) return earlierTurn(app, trx, caller, body, dialogue.bot_id);
  if (!dialogue.is_listed) await listDialogue(trx, dialogueId);
  const asked = await keep(app, trx, caller, { made, body, checked, botId: dialogue.bot_id });
  // A run that waits behind none needs an approval, or was left by a process that stopped.
  return { ...asked, next: running === 0 && asked.born === null ? await takeNext(trx, dialogueId, processId) : null };
}

/** Applies the rules of the organisation to a prompt and returns what goes to the model and into storage. */
async function checkedBody(
  app: Asking,
  trx: Trx,
  caller: Caller,
  botId: string,
  body: Body,
): Promise<{ body: Body; checked: CheckedPrompt }> {
  const checked = await checkPrompt(app, trx, caller, {
    botId,
    text: body.prompt,
    acceptsWarning: body.accepts_warning,
    mayWait: true,
    eventPlaces: body.event_places,
  });
  return { body: { ...body, prompt: checked.text, event_places: checked.eventPlaces }, checked };
}

type TurnToStore = { made: MadeTurn; body: Body; checked: CheckedPrompt; botId: string };

async function keep(
  app: Asking,
  trx: Trx,
  caller: Caller,
  { made, body, checked, botId }: TurnToStore,
): Promise<Omit<NewTurn, 'next'>> {
  const { organizationId } = caller;
  await keepHits(trx, { organizationId, kind: 'prompt', botId, runId: runIdOf(made) }, checked.found);
  if (checked.waitsFor === null) return attach(app, trx, caller, made, body);
  const { dialogue_id: dialogueId, prompt, answer } = made.turn;
  await keepApproval(trx, organizationId, prompt.id, checked.waitsFor);
  await attach(app, trx, caller, made, body);
  return { turn: await readTurn(app, trx, dialogueId, prompt.id, answer.id), born: null };
}

const runIdOf = ({ turn }: MadeTurn) => turn.answer.run?.id ?? null;

async function attach(
  app: Asking,
  trx: Trx,
  caller: Caller,
  { turn, modelId, born }: MadeTurn,
  { attachment_ids: attachmentIds }: Body,
): Promise<Omit<NewTurn, 'next'>> {
  if (attachmentIds.length === 0) return { turn, born };
  const { dialogue_id: dialogueId, prompt, answer } = turn;
  await attachToPrompt(trx, caller, {
    dialogueId,
    promptId: prompt.id,
    attachmentIds,
    seesImages: app.models.of(modelId).model.sees_images,
  });
  // Files belong to the question as well: it is read when the run begins.
  return {
    turn: await readTurn(app, trx, dialogueId, prompt.id, answer.id),
    born: born === null ? null : { ...born, question: null },
  };
}

/**
 * Returns the turn of an earlier request with the same key. Throws idempotency_key_reused if that request differed;
 * without one, bot_disabled for a bot that may no longer be asked, and not_found.
 */
async function earlierTurn(app: Asking, trx: Trx, caller: Caller, body: Body, botId: string | null): Promise<NewTurn> {
  const earlier = await findTurnByKey(trx, caller.memberId, body.idempotency_key, body.fingerprint);
  if (earlier === undefined) {
    if (botId !== null) await requireUsable(trx, caller, app.models, botId);
    throw new ApiError('not_found');
  }
  return {
    turn: await readTurn(app, trx, earlier.dialogue_id, earlier.prompt_id, earlier.answer_id),
    born: null,
    next: null,
  };
}

async function isAnswerOf(trx: Trx, dialogueId: string, id: string): Promise<boolean> {
  const found = await trx
    .selectFrom('messages')
    .where('dialogue_id', '=', dialogueId)
    .where('id', '=', id)
    .where('author', '=', 'bot')
    .select('id')
    .executeTakeFirst();
  return found !== undefined;
}
