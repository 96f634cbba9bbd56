import type { TeamUses } from '@parlance/shared/contract/api/teams';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { namingTables } from '../naming/named.ts';
import { findSetsOfTeam } from '../privileges/moves.ts';

/** Finds what names a team: all of it is deleted, or ceases to hold, with the team. */
export async function findTeamUses(trx: Trx, organizationId: string, teamId: string): Promise<TeamUses> {
  const rules = await trx
    .selectFrom('governance_rules')
    .where('organization_id', '=', organizationId)
    .where('is_enabled', '=', true)
    .where(sql<boolean>`definition #> '{scope,team_ids}' ? ${teamId}`)
    .select([sql<string>`definition ->> 'name'`.as('name'), isForItAlone(teamId).as('is_for_it_alone')])
    .orderBy('position')
    .orderBy('id')
    .execute();
  const counted = (kind: keyof typeof namingTables) =>
    sql<number>`(select count(*)::integer from ${sql.table(namingTables[kind].teams)} as named where named.team_id = ${teamId})`;
  const {
    rows: [counts],
  } = await sql<Pick<TeamUses, 'agents' | 'prompt_templates' | 'knowledge' | 'dialogues'>>`
    select ${counted('agent')} as agents, ${counted('prompt_template')} as prompt_templates, ${counted('knowledge_source')} as knowledge, ${counted('share')} as dialogues`.execute(
    trx,
  );
  if (counts === undefined) throw new Error('A select without a table has one row.');
  return { rules, permission_sets: await findSetsOfTeam(trx, organizationId, teamId), ...counts };
}

/** Returns the condition that no other team of its scope exists any more. */
const isForItAlone = (teamId: string) =>
  sql<boolean>`not exists (select from teams where definition #> '{scope,team_ids}' ? teams.id::text and teams.id <> ${teamId})`;
