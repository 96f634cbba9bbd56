import { can } from '@parlance/shared/contract/access/evaluate';
import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import type { agentPart } from '@parlance/shared/contract/api/agents/agents';
import { builtInToolIds } from '@parlance/shared/contract/api/tools';
import type * as z from 'zod/mini';
import { findToolsByIds } from '../../dialogue/tools/repository.ts';
import { usableKnowledge } from '../../library/knowledge/visible.ts';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError, type Issue } from '../../platform/errors/api-error.ts';
import type { Catalog } from '../../platform/language-models/catalog.ts';
import type { Caller } from '../../platform/principal/caller.ts';

/** Kinds of things that a definition names by their ids. */
export type AgentPart = z.infer<typeof agentPart>;
type Asking = {
  models: Catalog;
  caller: Caller;
  /** What it names already may stay, whoever may see it. */ before: AgentDefinition | null;
};

/** What of a definition names nothing that is to be had here, or nothing that the caller may give to an agent. */
async function findUnknown(
  trx: Trx,
  definition: AgentDefinition,
  { models, caller, before }: Asking,
): Promise<Set<AgentPart>> {
  const unknown = new Set<AgentPart>();
  const added = definition.knowledge_ids.filter((id) => !(before?.knowledge_ids ?? []).includes(id));
  if ((await usableKnowledge(trx, caller, { ids: added })).length < added.length) unknown.add('knowledge');
  const toolIds = definition.tools
    .map(({ tool_id }) => tool_id)
    .filter((id) => !(before?.tools ?? []).some(({ tool_id }) => tool_id === id));
  if ((await knownTools(trx, caller, toolIds)).size < new Set(toolIds).size) unknown.add('tools');
  const { model_id: modelId, responsible_id: responsibleId } = definition;
  if (
    modelId !== null &&
    modelId !== before?.model_id &&
    !models.all.some(({ id }) => id === modelId && can(caller, { kind: 'model', action: 'use', id }))
  )
    unknown.add('model');
  if (responsibleId !== null && responsibleId !== before?.responsible_id) {
    const member = await trx
      .selectFrom('memberships')
      .where('id', '=', responsibleId)
      .where('deactivated_at', 'is', null)
      .select('id')
      .executeTakeFirst();
    if (member === undefined) unknown.add('responsible');
  }
  return unknown;
}

const builtIn = new Set<string>(Object.values(builtInToolIds));

/** Which of the tools the organisation has and the caller may use; those that are built in every organisation has. */
async function knownTools(trx: Trx, caller: Caller, ids: readonly string[]): Promise<Set<string>> {
  const own = await findToolsByIds(
    trx,
    ids.filter((id) => !builtIn.has(id)),
  );
  const known = [...ids.filter((id) => builtIn.has(id)), ...own.map(({ id }) => id)];
  return new Set(known.filter((id) => can(caller, { kind: 'tool', action: 'use', id, reach: 'visible' })));
}

/** The tools of a definition that the organisation has. */
async function withKnownTools(
  trx: Trx,
  caller: Caller,
  { tools }: AgentDefinition,
): Promise<Pick<AgentDefinition, 'tools'>> {
  const known = await knownTools(
    trx,
    caller,
    tools.map(({ tool_id }) => tool_id),
  );
  return { tools: tools.filter(({ tool_id }) => known.has(tool_id)) };
}

const paths: Record<AgentPart, string> = {
  model: 'body.definition.model_id',
  knowledge: 'body.definition.knowledge_ids',
  tools: 'body.definition.tools',
  responsible: 'body.definition.responsible_id',
};

/** Throws validation_failed where a definition names what is not there, or what the caller may not give to an agent. */
export async function requireKnown(trx: Trx, definition: AgentDefinition, asking: Asking): Promise<void> {
  const unknown = await findUnknown(trx, definition, asking);
  if (unknown.size === 0) return;
  const issues: Issue[] = [...unknown].map((kind) => ({ path: paths[kind], message: 'There is none of this id.' }));
  throw new ApiError('validation_failed', { issues });
}

/** A definition without what is not to be had here, and what that is. */
export async function withoutUnknown(
  trx: Trx,
  definition: AgentDefinition,
  asking: Asking,
): Promise<{ definition: AgentDefinition; leftOut: AgentPart[] }> {
  const unknown = await findUnknown(trx, definition, asking);
  return {
    definition: {
      ...definition,
      ...(unknown.has('model') ? { model_id: null } : {}),
      ...(unknown.has('knowledge')
        ? { knowledge_ids: await usableKnowledge(trx, asking.caller, { ids: definition.knowledge_ids }) }
        : {}),
      ...(unknown.has('tools') ? await withKnownTools(trx, asking.caller, definition) : {}),
      ...(unknown.has('responsible') ? { responsible_id: null } : {}),
    },
    leftOut: [...unknown],
  };
}
