import { smallestGroup } from '@parlance/shared/contract/api/charts/charts';
import type { DialogueLogFilter } from '@parlance/shared/contract/api/dialogue-log';
import type { RuleScope } from '@parlance/shared/contract/api/governance/rule';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/errors/api-error.ts';
import { findShownTeams } from '../charts/count.ts';

/** Whoever has no dialogue in the log hides nobody in it. */
const standsInLog = sql<boolean>`exists (
  select from dialogue_log_entries as entries
  where entries.organization_id = memberships.organization_id and entries.member_id = memberships.id)`;

/**
 * The teams by which dialogues may be told apart while names are hidden. The rule is that of figures (ADR 30): taken
 * together they divide those who asked, and are there still, into classes of five or more.
 */
export const findAnonymousTeams = (trx: Trx, organizationId: string): Promise<string[]> =>
  findShownTeams(trx, organizationId, standsInLog);

/**
 * Of these bots those that say who asked: not everybody may ask them, and fewer than five people who are there still
 * did.
 */
export async function findTellingBots(trx: Trx, organizationId: string, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('bots')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .where('access', '<>', 'organization')
    .where(sql<boolean>`exists (
      select from dialogue_log_entries as entries where entries.organization_id = bots.organization_id and entries.bot_id = bots.id)`)
    .where(sql<boolean>`(select count(*) from (
      select from memberships where memberships.organization_id = bots.organization_id and deactivated_at is null and exists (
        select from dialogue_log_entries as entries
        where entries.organization_id = bots.organization_id and entries.member_id = memberships.id and entries.bot_id = bots.id)
      limit ${smallestGroup}) as askers) < ${smallestGroup}`)
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Throws names_hidden where one of these teams or bots would say who is meant. */
export async function requireAnonymousScope(
  trx: Trx,
  organizationId: string,
  { team_ids, bot_ids }: RuleScope,
): Promise<void> {
  if (team_ids.length > 0) {
    const anonymous = await findAnonymousTeams(trx, organizationId);
    if (!team_ids.every((id) => anonymous.includes(id))) throw new ApiError('names_hidden');
  }
  if ((await findTellingBots(trx, organizationId, bot_ids)).length > 0) throw new ApiError('names_hidden');
}

/**
 * Throws names_hidden where a filter would say who is meant. A rule says it where it holds for a team or a bot that
 * does.
 */
export async function requireAnonymous(trx: Trx, organizationId: string, filter: DialogueLogFilter): Promise<void> {
  if (filter.member_id !== undefined) throw new ApiError('names_hidden');
  const ofRule = filter.rule_id === undefined ? nobody : await scopeOfRule(trx, organizationId, filter.rule_id);
  const team_ids = [...one(filter.team_id), ...ofRule.team_ids];
  await requireAnonymousScope(trx, organizationId, { team_ids, bot_ids: [...one(filter.bot_id), ...ofRule.bot_ids] });
}

const nobody: RuleScope = { team_ids: [], bot_ids: [] };

async function scopeOfRule(trx: Trx, organizationId: string, id: string): Promise<RuleScope> {
  const rules = trx.selectFrom('governance_rules').where('organization_id', '=', organizationId);
  const rule = await rules.where('id', '=', id).select('definition').executeTakeFirst();
  return rule?.definition.scope ?? nobody;
}

const one = (id: string | undefined): string[] => (id === undefined ? [] : [id]);
