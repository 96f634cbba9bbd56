import type { ToolDetails } from '@parlance/shared/contract/api/tools';
import { type LocalizedText, textIn } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import { isVisibleTo } from '../../library/bots/visibility.ts';
import type { Trx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/principal/caller.ts';

/** Agents that are named as users of a tool: more than anybody reads. */
const agentsAtMost = 100;

/**
 * The agents that name a tool in their draft or in what members use: those that the person sees, and how many there are
 * beside them.
 */
export async function agentsUsing(
  trx: Trx,
  { organizationId, memberId, isAdmin, language }: Caller,
  toolId: string,
): Promise<Pick<ToolDetails, 'used_by' | 'used_by_others'>> {
  const rows = await trx
    .selectFrom('bots')
    .leftJoin('agent_drafts', 'agent_drafts.bot_id', 'bots.id')
    .where('bots.organization_id', '=', organizationId)
    .where('bots.deleted_at', 'is', null)
    .where(
      sql<boolean>`(bots.tools || coalesce(agent_drafts.definition -> 'tools', '[]'::jsonb)) @> ${JSON.stringify([{ tool_id: toolId }])}::jsonb`,
    )
    .select(['bots.id', sql<LocalizedText>`coalesce(agent_drafts.definition -> 'name', bots.name)`.as('name')])
    .select((is) => is.or([isVisibleTo(memberId), sql<boolean>`${isAdmin}`]).as('is_visible'))
    .orderBy('bots.created_at')
    .orderBy('bots.id')
    .execute();
  const seen = rows.filter(({ is_visible: isVisible }) => isVisible).slice(0, agentsAtMost);
  return {
    used_by: seen.map(({ id, name }) => ({ id, name: textIn(name, language) })),
    used_by_others: rows.length - seen.length,
  };
}
