import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { writeDefinition, writtenLists } from './definition.ts';

/** Returns the columns of a bot that a definition determines. */
export const columnsOf = (definition: AgentDefinition) => ({
  name: jsonOf(writeDefinition(definition.name)),
  description: jsonOf(writeDefinition(definition.description)),
  greeting: jsonOf(writeDefinition(definition.greeting)),
  starters: jsonOf(writtenLists(definition.starters)),
  avatar: definition.avatar.toWellFormed(),
  category: definition.category,
  instructions: definition.instructions.toWellFormed(),
  model_id: definition.model_id,
  temperature: definition.temperature,
  max_output_tokens: definition.max_output_tokens,
  reasoning_effort: definition.reasoning_effort,
  tools: jsonOf(definition.tools),
  tool_steps: definition.tool_steps,
  answers_a_month: definition.answers_a_month,
  responsible_id: definition.responsible_id,
});

/** Replaces the files of a bot. */
export async function setBotFiles(
  trx: Trx,
  organizationId: string,
  botId: string,
  fileIds: readonly string[],
): Promise<void> {
  await trx.deleteFrom('bot_files').where('bot_id', '=', botId).execute();
  if (fileIds.length === 0) return;
  await trx
    .insertInto('bot_files')
    .values(
      [...new Set(fileIds)].map((fileId) => ({ organization_id: organizationId, bot_id: botId, file_id: fileId })),
    )
    .execute();
}
