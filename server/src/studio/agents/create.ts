import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import type { AgentPlaces } from '@parlance/shared/contract/api/agents/agent-list';
import type { Agent, createAgent } from '@parlance/shared/contract/api/agents/agents';
import type { CheckedInput } from '@parlance/shared/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import { lockKey } from '../../dialogue/dialogues/turns.ts';
import { requireRoomForOne } from '../../people/privileges/owned.ts';
import { record } from '../../platform/audit/record.ts';
import { agentTarget } from '../../platform/audit/targets.ts';
import type { Trx } from '../../platform/db/database.ts';
import { fingerprintOf, requireSameRequest } from '../../platform/http/idempotency.ts';
import { countPlaces, requirePlace, takePlace } from '../../platform/limits/agents.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { readAgent } from './agents.ts';
import { blankDefinition } from './definition.ts';
import { describedDefinition } from './described.ts';
import { insertDraft } from './insert-agent.ts';
import { asCopy, readFile, readForCopy } from './origins.ts';
import { type AgentPart, withoutUnknown } from './references.ts';
import { templateNamed } from './templates.ts';

type Body = CheckedInput<typeof createAgent>['body'];
type CreatedAgent = { agent: Agent; left_out: AgentPart[]; agents: AgentPlaces };

/** Makes a draft of the caller's own. Any number of requests with one key make one. */
export async function createFrom(
  app: FastifyInstance,
  caller: Caller,
  { idempotency_key: key, from }: Body,
): Promise<CreatedAgent> {
  const { organizationId } = caller;
  const fingerprint = fingerprintOf({ from });
  const earlier = await app.db.asTenant(organizationId, async (trx) => {
    const made = await findMade(trx, caller, key, fingerprint);
    // Before a model is asked for what there would be no place for.
    if (made === null) await requirePlace(trx, organizationId);
    return made;
  });
  if (earlier !== null) return earlier;
  // A model is asked outside of every transaction.
  const define =
    from.kind === 'description'
      ? constantly(await describedDefinition(app, caller, from))
      : (trx: Trx) => definitionOf(trx, caller, from);
  return app.db.asTenant(organizationId, async (trx) => {
    await lockKey(trx, caller.memberId, key);
    const meanwhile = await findMade(trx, caller, key, fingerprint);
    if (meanwhile !== null) return meanwhile;
    await takePlace(trx, organizationId);
    await requireRoomForOne(trx, caller, 'agents');
    const { definition, leftOut } = await withoutUnknown(trx, await define(trx), {
      models: app.models,
      caller,
      before: null,
    });
    const botId = await insertDraft(trx, { organizationId, ownerId: caller.memberId, definition });
    await trx
      .insertInto('agent_creations')
      .values({
        organization_id: organizationId,
        member_id: caller.memberId,
        idempotency_key: key,
        request_fingerprint: fingerprint,
        bot_id: botId,
        left_out: leftOut,
      })
      .execute();
    await record(trx, { action: 'agent.created', target: await agentTarget(trx, botId), after: { from: from.kind } });
    return {
      agent: await readAgent(trx, caller, botId),
      left_out: leftOut,
      agents: await countPlaces(trx, organizationId),
    };
  });
}

const constantly = (definition: AgentDefinition) => () => Promise.resolve(definition);

/**
 * What an earlier request with this key has made. Throws idempotency_key_reused where that was another one, and
 * not_found where it was deleted since.
 */
async function findMade(trx: Trx, caller: Caller, key: string, fingerprint: Buffer): Promise<CreatedAgent | null> {
  const made = await trx
    .selectFrom('agent_creations')
    .where('member_id', '=', caller.memberId)
    .where('idempotency_key', '=', key)
    .select(['bot_id', 'left_out', 'request_fingerprint'])
    .executeTakeFirst();
  if (made === undefined) return null;
  requireSameRequest(made.request_fingerprint, fingerprint);
  return {
    agent: await readAgent(trx, caller, made.bot_id),
    left_out: made.left_out,
    agents: await countPlaces(trx, caller.organizationId),
  };
}

async function definitionOf(
  trx: Trx,
  caller: Caller,
  from: Exclude<Body['from'], { kind: 'description' }>,
): Promise<AgentDefinition> {
  switch (from.kind) {
    case 'blank':
      return blankDefinition();
    case 'template':
      return templateNamed(from.template, caller.language);
    case 'copy':
      return asCopy(await readForCopy(trx, caller, from.agent_id));
    case 'file':
      return readFile(from.file);
  }
}
