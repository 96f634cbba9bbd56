import { agentRights } from '@parlance/shared/contract/access/agent-rights';
import { type Language, type LocalizedText, textIn } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { isVisibleTo } from '../bots/visibility.ts';
import type { Who } from './visible.ts';

/** Agents that are named as users of what a list shows: more than anybody reads. */
const agentsAtMost = 300;

/** The definitions of an agent that count: the draft, and the version that members use. */
const definitions = (trx: Trx) =>
  trx
    .selectFrom('bots')
    .leftJoin('agent_drafts', 'agent_drafts.bot_id', 'bots.id')
    .leftJoin('agent_versions', (join) =>
      join.onRef('agent_versions.bot_id', '=', 'bots.id').onRef('agent_versions.number', '=', 'bots.version'),
    )
    .where('bots.deleted_at', 'is', null);

const draftIds = sql<string[]>`coalesce(agent_drafts.definition -> 'knowledge_ids', '[]'::jsonb)`;
const publishedIds = sql<string[]>`coalesce(agent_versions.definition -> 'knowledge_ids', '[]'::jsonb)`;

type Using = { id: string; name: string };

/** The agents that a person sees and that have a source, by the source's id. */
export async function agentsUsing(
  trx: Trx,
  who: Who,
  language: Language,
  ids: readonly string[],
): Promise<Map<string, Using[]>> {
  const bySource = new Map<string, Using[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return bySource;
  const rows = await definitions(trx)
    .where('bots.organization_id', '=', who.organizationId)
    .where((is) => is.or([isVisibleTo(who.memberId), sql<boolean>`${who.isAdmin}`]))
    .where(sql<boolean>`(${draftIds} || ${publishedIds}) ?| ${ids}::text[]`)
    .select([
      'bots.id',
      sql<LocalizedText>`coalesce(agent_drafts.definition -> 'name', bots.name)`.as('name'),
      sql<string[]>`${draftIds} || ${publishedIds}`.as('knowledge_ids'),
    ])
    .orderBy('bots.created_at')
    .limit(agentsAtMost)
    .execute();
  for (const { id, name, knowledge_ids } of rows) {
    for (const source of new Set(knowledge_ids)) bySource.get(source)?.push({ id, name: textIn(name, language) });
  }
  return bySource;
}

/** What any agent of an organisation has, in its draft or in what members use. */
export async function knowledgeInUse(trx: Trx, organizationId: string): Promise<string[]> {
  const rows = await definitions(trx)
    .where('bots.organization_id', '=', organizationId)
    .select(sql<string>`jsonb_array_elements_text(${draftIds} || ${publishedIds})`.as('id'))
    .distinct()
    .execute();
  return rows.map(({ id }) => id);
}

/** What an agent has, in its draft or in what members use, where the person may see that; otherwise nothing. */
export async function knowledgeOfAgent(trx: Trx, who: Who, agentId: string): Promise<string[]> {
  const row = await definitions(trx)
    .where('bots.organization_id', '=', who.organizationId)
    .where('bots.id', '=', agentId)
    .select([
      'bots.owner_id',
      'bots.state',
      isVisibleTo(who.memberId).as('is_visible'),
      sql<string[]>`${draftIds} || ${publishedIds}`.as('knowledge_ids'),
    ])
    .executeTakeFirst();
  if (row === undefined) return [];
  const { read } = agentRights(who, {
    id: agentId,
    ownerId: row.owner_id,
    state: row.state,
    isVisible: row.is_visible,
  });
  return read ? row.knowledge_ids : [];
}

/**
 * Brings what agents search in line with what their published versions name, for those that name one of these sources:
 * a folder was given a file, a source was deleted or brought back.
 */
export async function followKnowledge(trx: Trx, sourceIds: readonly string[]): Promise<void> {
  const wanted = sql`
    select bots.organization_id, bots.id as bot_id, source.file_id
    from bots
    join agent_versions on agent_versions.bot_id = bots.id and agent_versions.number = bots.version
    left join lateral (
      select source.file_id from knowledge_sources as source left join knowledge_sources as folder on folder.id = source.folder_id
      where source.organization_id = bots.organization_id and source.deleted_at is null and folder.deleted_at is null and source.file_id is not null
        and (agent_versions.definition -> 'knowledge_ids' ? source.id::text or agent_versions.definition -> 'knowledge_ids' ? source.folder_id::text)
    ) as source on true
    where agent_versions.definition -> 'knowledge_ids' ?| ${sourceIds}::text[]`;
  await sql`
    delete from bot_files using (select bot_id, array_agg(file_id) filter (where file_id is not null) as files from (${wanted}) as wanted group by bot_id) as kept
    where bot_files.bot_id = kept.bot_id and not (bot_files.file_id = any(coalesce(kept.files, '{}')))`.execute(trx);
  await sql`
    insert into bot_files (organization_id, bot_id, file_id)
    select distinct organization_id, bot_id, file_id from (${wanted}) as wanted where file_id is not null
    on conflict do nothing`.execute(trx);
}
