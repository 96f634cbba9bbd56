import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { columnsOf, setBotFiles } from './projection.ts';

type NewAgent = {
  organizationId: string;
  ownerId: string;
  definition: AgentDefinition;
  /** It comes with the organisation. */ isGiven?: boolean;
};

/** A draft that nobody but its owner and administrators see; its id. */
export async function insertDraft(
  trx: Trx,
  { organizationId, ownerId, definition, isGiven = false }: NewAgent,
): Promise<string> {
  const { id } = await trx
    .insertInto('bots')
    .values({ organization_id: organizationId, owner_id: ownerId, is_given: isGiven, ...columnsOf(definition) })
    .returning('id')
    .executeTakeFirstOrThrow();
  await trx
    .insertInto('agent_drafts')
    .values({ organization_id: organizationId, bot_id: id, definition: jsonOf(definition), changed_by: ownerId })
    .execute();
  return id;
}

/** An agent that the whole organisation uses from the first moment, with these files behind it; its id. */
export async function insertPublished(
  trx: Trx,
  { fileIds, ...agent }: NewAgent & { fileIds: readonly string[] },
): Promise<string> {
  const { organizationId, ownerId, definition } = agent;
  const id = await insertDraft(trx, agent);
  await trx
    .insertInto('agent_versions')
    .values({
      organization_id: organizationId,
      bot_id: id,
      number: 1,
      definition: jsonOf(definition),
      revision: 1,
      published_by: ownerId,
    })
    .execute();
  await trx.updateTable('bots').set({ version: 1, access: 'organization' }).where('id', '=', id).execute();
  await setBotFiles(trx, organizationId, id, fileIds);
  return id;
}
