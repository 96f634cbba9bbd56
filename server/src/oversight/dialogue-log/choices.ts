import type { DialogueLogChoices } from '@parlance/shared/contract/api/dialogue-log';
import { textIn } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { Caller } from '../../platform/principal/caller.ts';
import { findAnonymousTeams, findTellingBots } from './anonymous.ts';

/** More are not offered in one list. */
const choicesAtMost = 500;
/** An empty list is no SQL. */
const noTeam = '00000000-0000-0000-0000-000000000000';

/** Bots of the organisation in whose dialogues something was asked, also those that nobody may ask any more. */
export async function findAskedBots(
  trx: Trx,
  { organizationId, language }: Caller,
  hasNames: boolean,
): Promise<DialogueLogChoices['bots']> {
  const rows = await trx
    .selectFrom('bots')
    .where(
      sql<boolean>`exists (select from dialogue_log_entries as entries where entries.organization_id = bots.organization_id and entries.bot_id = bots.id)`,
    )
    .select(['id', 'name'])
    .limit(choicesAtMost)
    .execute();
  const telling = hasNames
    ? []
    : await findTellingBots(
        trx,
        organizationId,
        rows.map(({ id }) => id),
      );
  return rows
    .filter(({ id }) => !telling.includes(id))
    .map(({ id, name }) => ({ id, name: textIn(name, language) }))
    .toSorted((a, b) => a.name.localeCompare(b.name, language));
}

/**
 * Rules that have applied in a dialogue of the organisation, in their order; while names are hidden those that hold for
 * nobody in particular.
 */
export async function findAppliedRules(
  trx: Trx,
  { organizationId }: Caller,
  hasNames: boolean,
): Promise<DialogueLogChoices['rules']> {
  const rows = await trx
    .selectFrom('governance_rules')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`exists (select from dialogue_rule_hits where dialogue_rule_hits.rule_id = governance_rules.id)`)
    .select(['id', sql<string>`definition ->> 'name'`.as('name'), 'definition'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  const rules = rows.map(({ definition, ...rule }) => ({ rule, scope: definition.scope }));
  if (hasNames) return rules.map(({ rule }) => rule);
  const teams = rules.some(({ scope }) => scope.team_ids.length > 0)
    ? await findAnonymousTeams(trx, organizationId)
    : [];
  const telling = await findTellingBots(
    trx,
    organizationId,
    rules.flatMap(({ scope }) => scope.bot_ids),
  );
  return rules
    .filter(
      ({ scope }) =>
        scope.team_ids.every((id) => teams.includes(id)) && !scope.bot_ids.some((id) => telling.includes(id)),
    )
    .map(({ rule }) => rule);
}

/** The teams of the organisation, by name; while names are hidden those that say nobody's. */
export async function findTeams(
  trx: Trx,
  { organizationId }: Caller,
  hasNames: boolean,
): Promise<DialogueLogChoices['teams']> {
  let query = trx.selectFrom('teams').where('organization_id', '=', organizationId);
  if (!hasNames) query = query.where('id', 'in', [noTeam, ...(await findAnonymousTeams(trx, organizationId))]);
  return query.select(['id', 'name']).orderBy('name').limit(choicesAtMost).execute();
}
