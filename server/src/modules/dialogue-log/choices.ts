import type { DialogueLogChoices } from '@parlance/shared/contract/api/dialogue-log';
import { textIn } from '@parlance/shared/contract/language';
import { sql } from 'kysely';
import type { Caller } from '../../plugins/caller.ts';
import type { Trx } from '../../plugins/db/database.ts';

/** More are not offered in one list. */
const choicesAtMost = 500;

/** Bots of the organisation in whose dialogues something was asked, also those that nobody may ask any more. */
export async function findAskedBots(trx: Trx, { language }: Caller): Promise<DialogueLogChoices['bots']> {
  const rows = await trx
    .selectFrom('bots')
    .where(sql<boolean>`exists (select from dialogue_log_entries as entries where entries.organization_id = bots.organization_id and entries.bot_id = bots.id)`)
    .select(['id', 'name'])
    .limit(choicesAtMost)
    .execute();
  return rows.map(({ id, name }) => ({ id, name: textIn(name, language) })).toSorted((a, b) => a.name.localeCompare(b.name, language));
}

/** Rules that have applied in a dialogue of the organisation, in their order. */
export function findAppliedRules(trx: Trx): Promise<DialogueLogChoices['rules']> {
  return trx
    .selectFrom('governance_rules')
    .where(sql<boolean>`exists (select from dialogue_rule_hits where dialogue_rule_hits.rule_id = governance_rules.id)`)
    .select(['id', sql<string>`definition ->> 'name'`.as('name')])
    .orderBy('position')
    .orderBy('id')
    .execute();
}

/** Teams with so many members or more, by name. */
export function findTeams(trx: Trx, least: number): Promise<DialogueLogChoices['teams']> {
  return trx
    .selectFrom('teams')
    .where(sql<boolean>`(select count(*) from team_members where team_members.team_id = teams.id) >= ${least}`)
    .select(['id', 'name'])
    .orderBy('name')
    .limit(choicesAtMost)
    .execute();
}
