import { can } from '@parlance/shared/contract/access/evaluate';
import type { Action, AutomationDefinition, Trigger } from '@parlance/shared/contract/agents/automation';
import type { FastifyInstance } from 'fastify';
import { isUsable } from '../../library/bots/repository.ts';
import { lockFolder } from '../../library/knowledge/repository.ts';
import { usableKnowledge } from '../../library/knowledge/visible.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts';
import type { Caller } from '../../platform/principal/caller.ts';

/**
 * Whether somebody may do all that an automation says. Throws not_found for an agent, a source, a rule or a person that
 * is nothing to them, forbidden for a trigger that is not theirs, and address_refused for where nothing is sent.
 */
export async function checkDefinition(
  app: FastifyInstance,
  trx: Trx,
  caller: Caller,
  { bot_id: botId, trigger, actions }: AutomationDefinition,
): Promise<void> {
  await requireBots(app, trx, caller, [botId]);
  await checkTrigger(app, trx, caller, trigger);
  for (const action of actions) await checkAction(app, trx, caller, action);
}

async function requireBots(
  { models }: FastifyInstance,
  trx: Trx,
  caller: Caller,
  ids: readonly string[],
): Promise<void> {
  for (const id of new Set(ids)) if (!(await isUsable(trx, caller, models, id))) throw new ApiError('not_found');
}

const requireAll = (wanted: readonly string[], found: number) => {
  if (found < new Set(wanted).size) throw new ApiError('not_found');
};

/** What a trigger waits for has to be there for whoever waits. */
export async function checkTrigger(app: FastifyInstance, trx: Trx, caller: Caller, trigger: Trigger): Promise<void> {
  if (trigger.kind === 'file')
    requireAll(
      trigger.knowledge_ids,
      (await usableKnowledge(trx, caller, { ids: [...new Set(trigger.knowledge_ids)] })).length,
    );
  if (trigger.kind === 'rating') await requireBots(app, trx, caller, trigger.bot_ids);
  if (trigger.kind === 'form') requireNames(trigger.fields.map(({ name }) => name));
  if (trigger.kind !== 'rule') return;
  if (!can(caller, { kind: 'feature', action: 'use', id: 'governance' })) throw new ApiError('forbidden');
  if (trigger.rule_ids.length === 0) return;
  const rules = await trx
    .selectFrom('governance_rules')
    .where('organization_id', '=', caller.organizationId)
    .where('id', 'in', trigger.rule_ids)
    .where('deleted_at', 'is', null)
    .select('id')
    .execute();
  requireAll(trigger.rule_ids, rules.length);
}

/** Two fields of a name would be one place. */
function requireNames(names: readonly string[]): void {
  const twice = names.findIndex((name, at) => names.indexOf(name) !== at);
  if (twice !== -1)
    throw new ApiError('validation_failed', {
      issues: [{ path: `body.definition.trigger.fields.${twice}.name`, message: 'Another field has this name.' }],
    });
}

async function checkAction(app: FastifyInstance, trx: Trx, caller: Caller, action: Action): Promise<void> {
  switch (action.kind) {
    case 'dialogue':
      return requireBots(app, trx, caller, [action.bot_id]);
    case 'mail':
      return requireAll(action.member_ids, (await findReceivers(trx, caller.organizationId, action.member_ids)).length);
    case 'file':
      return void (await lockFolder(trx, caller, action.knowledge_id));
    case 'http':
      if (!app.toolReach.outgoing.mayGo(action.url))
        throw new OutgoingFailure('address_refused', `“${action.url.slice(0, 200)}” is no address to send to.`);
  }
}

/** Members who are still there; a mail goes to nobody else. */
export const findReceivers = (trx: Trx, organizationId: string, ids: readonly string[]) =>
  trx
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('memberships.organization_id', '=', organizationId)
    .where('memberships.deactivated_at', 'is', null)
    .where('memberships.id', 'in', [...new Set(ids)])
    .select(['memberships.id', 'users.email', 'users.language'])
    .orderBy('memberships.id')
    .execute();
