import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import type { Turn } from '@parlance/shared/contract/api/dialogues';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type NewTurn, beginRun } from '../../dialogue/dialogues/ask.ts';
import { type Place, insertTurn } from '../../dialogue/dialogues/new-turn.ts';
import { lockOwnDialogue } from '../../dialogue/dialogues/repository.ts';
import { titleOf } from '../../dialogue/dialogues/title.ts';
import { findTurnByKey, lockKey, readRuns, readTurn } from '../../dialogue/dialogues/turns.ts';
import { checkPrompt, notingRefusals } from '../../dialogue/governance/check-prompt.ts';
import { keepHits } from '../../dialogue/governance/hits.ts';
import { modelFor } from '../../money/ledger/model-for.ts';
import { isFree } from '../../people/organizations/held.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { fingerprintOf } from '../../platform/http/idempotency.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { type Due, days } from '../../platform/upkeep/due.ts';
import { findAgent } from './agents.ts';
import { readDraft } from './drafts.ts';
import { requireKnown } from './references.ts';

type TestPrompt = { prompt: string; idempotency_key: string; definition: AgentDefinition };
/** A new dialogue with an agent, or one in which it is tried already. */
type Target = { agentId: string } | { dialogueId: string };

/** Tries a definition, saved or not. Any number of requests with one key make one turn and get the same answer. */
export async function askTest(app: FastifyInstance, caller: Caller, target: Target, body: TestPrompt): Promise<Turn> {
  const asked = await notingRefusals(app, caller, () =>
    app.db.asTenant(caller.organizationId, (trx) =>
      askInTest(app, trx, caller, target, { ...body, prompt: body.prompt.toWellFormed() }),
    ),
  );
  await beginRun(app, caller, asked);
  return asked.turn;
}

async function askInTest(
  app: FastifyInstance,
  trx: Trx,
  caller: Caller,
  target: Target,
  { prompt, idempotency_key: idempotencyKey, definition }: TestPrompt,
): Promise<NewTurn> {
  const { memberId, organizationId } = caller;
  await lockKey(trx, memberId, idempotencyKey);
  const fingerprint = fingerprintOf({ ...target, prompt, definition });
  const earlier = await findTurnByKey(trx, memberId, idempotencyKey, fingerprint);
  if (earlier !== undefined)
    return {
      turn: await readTurn(app, trx, earlier.dialogue_id, earlier.prompt_id, earlier.answer_id),
      born: null,
      next: null,
    };
  const place =
    'agentId' in target
      ? { botId: target.agentId, parentId: null, title: '', isListed: true }
      : await enterTest(trx, caller, target.dialogueId, idempotencyKey);
  await requireTriable(app, trx, caller, place.botId, definition);
  // Who tries an agent is warned of nothing, and nobody allows a try: what a rule says to members is seen on its own
  // bench.
  const { text, found, appliedRules } = await checkPrompt(app, trx, caller, {
    botId: place.botId,
    text: prompt,
    acceptsWarning: true,
    mayWait: false,
  });
  const entered = 'title' in place ? { ...place, title: titleOf(text) } : place;
  const made = await insertTurn(trx, caller, {
    place: entered,
    prompt: { text, appliedRules },
    begun: null,
    idempotencyKey,
    requestFingerprint: fingerprint,
    waits: false,
    processId: app.runs.processId,
    models: app.models,
    config: app.config,
    definition,
  });
  if (made === null) throw new ApiError('not_found');
  await keepHits(trx, { organizationId, kind: 'prompt', botId: place.botId, runId: null }, found);
  return { turn: made.turn, born: made.born, next: null };
}

/**
 * Whoever may not change an agent may not give it a definition either, nor anything to know that is not theirs to give.
 */
async function requireTriable(
  app: FastifyInstance,
  trx: Trx,
  caller: Caller,
  agentId: string,
  definition: AgentDefinition,
): Promise<void> {
  await findAgent(trx, caller, agentId, 'edit');
  const { definition: before } = await readDraft(trx, agentId);
  await requireKnown(trx, definition, { models: app.models, caller, before });
  // The agent may keep the model that it has already; nobody who may not use it is answered by it.
  modelFor(caller, app.models, definition.model_id);
}

async function enterTest(trx: Trx, { memberId }: Caller, dialogueId: string, idempotencyKey: string): Promise<Place> {
  const dialogue = await lockOwnDialogue(trx, memberId, dialogueId, 'test');
  if (dialogue === undefined) throw new ApiError('not_found');
  const { running, queued } = await readRuns(trx, { dialogueId, memberId, idempotencyKey });
  if (running + queued > 0) throw new ApiError('run_active');
  return { botId: dialogue.bot_id, dialogueId, parentId: dialogue.leaf_id };
}

/** What was tried can be read for a day; none is still answered then. */
export const oldTestDialogues: Due = {
  table: 'dialogues',
  by: 'created_at',
  keptFor: days(1),
  where: sql<boolean>`dialogues.kind = 'test' and ${isFree('dialogues.organization_id', 'dialogues.member_id')}`,
};
