import type { AgentDefinition } from '@parlance/shared/contract/agents/agent-definition';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { jsonOf } from '../../platform/db/json.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { Caller } from '../../platform/principal/caller.ts';

export type SavedDraft = { revision: number; updated_at: Date };

/** The draft of an agent as it is now. */
export function readDraft(trx: Trx, botId: string) {
  return trx
    .selectFrom('agent_drafts')
    .where('bot_id', '=', botId)
    .select(['definition', 'revision'])
    .executeTakeFirstOrThrow();
}

/**
 * Replaces the draft of an agent. Throws conflict where it is no longer the revision that the caller saw. What is as it
 * was counts as no change. Call it with the agent locked.
 */
export async function saveDraft(
  trx: Trx,
  caller: Caller,
  botId: string,
  { revision, definition }: { revision: number; definition: AgentDefinition },
): Promise<SavedDraft> {
  const saved = await trx
    .updateTable('agent_drafts')
    .set({
      definition: jsonOf(definition),
      changed_by: caller.memberId,
      revision: sql<number>`revision + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('bot_id', '=', botId)
    .where('revision', '=', revision)
    .where(sql<boolean>`definition <> ${jsonOf(definition)}::jsonb`)
    .returning(['revision', 'updated_at'])
    .executeTakeFirst();
  if (saved !== undefined) return saved;
  const unchanged = await trx
    .selectFrom('agent_drafts')
    .where('bot_id', '=', botId)
    .where('revision', '=', revision)
    .select(['revision', 'updated_at'])
    .executeTakeFirst();
  if (unchanged === undefined) throw new ApiError('conflict');
  return unchanged;
}
