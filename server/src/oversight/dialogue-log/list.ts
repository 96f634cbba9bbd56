import type { DialogueLogFilter, LoggedDialogue } from '@parlance/shared/contract/api/dialogue-log';
import type { Language } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import { summaryOf } from '../../library/bots/repository.ts';
import { memberName } from '../../people/naming/colleague.ts';
import type { Trx } from '../../platform/db/database.ts';
import { aliasOf } from './names.ts';

/** Where a page begins: after the dialogue that was asked then, with this id. */
export type LogPosition = readonly [askedAt: string, id: string];

/** Entries of an organisation that meet a filter, in no order. */
export function entriesOf(trx: Trx, organizationId: string, filter: DialogueLogFilter) {
  const { member_id, team_id, bot_id, from, to, language, rating, tokens, rule_id } = filter;
  let query = trx.selectFrom('dialogue_log_entries').where('organization_id', '=', organizationId);
  if (member_id !== undefined) query = query.where('member_id', '=', member_id);
  if (team_id !== undefined)
    query = query.where(
      'member_id',
      'in',
      trx.selectFrom('team_members').where('team_id', '=', team_id).select('member_id'),
    );
  if (bot_id !== undefined) query = query.where('bot_id', '=', bot_id);
  if (from !== undefined) query = query.where('asked_at', '>=', sql<Date>`${from}::date::timestamp at time zone 'UTC'`);
  if (to !== undefined)
    query = query.where('asked_at', '<', sql<Date>`(${to}::date + 1)::timestamp at time zone 'UTC'`);
  if (language !== undefined) query = query.where('language', '=', language);
  if (rating === 'up') query = query.where('ups', '>', 0);
  if (rating === 'down') query = query.where('downs', '>', 0);
  if (rule_id !== undefined) query = query.where('dialogue_id', 'in', ofRule(trx, rule_id));
  if (tokens !== undefined) query = query.where('tokens', '>=', String(tokens));
  return query;
}

/** Of a rule that is deleted there is nothing to find. */
const ofRule = (trx: Trx, id: string) =>
  trx
    .selectFrom('dialogue_rule_hits')
    .innerJoin('governance_rules', 'governance_rules.id', 'dialogue_rule_hits.rule_id')
    .where('rule_id', '=', id)
    .where('deleted_at', 'is', null)
    .select('dialogue_id');

type Query = { organizationId: string; filter: DialogueLogFilter; after: LogPosition | null; limit: number };

/** The page is cut before anything is joined to it: its cost is that of its rows. */
export async function findLogged(trx: Trx, wanted: Query) {
  const ids = await pageOfIds(trx, wanted).execute();
  return findLoggedByIds(
    trx,
    ids.map(({ dialogue_id }) => dialogue_id),
  );
}

export function pageOfIds(trx: Trx, { organizationId, filter, after, limit }: Query) {
  let page = entriesOf(trx, organizationId, filter).select('dialogue_id');
  if (after !== null)
    page = page.where(sql<boolean>`(asked_at, dialogue_id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`);
  return page
    .orderBy('asked_at', 'desc')
    .orderBy('dialogue_id', 'desc')
    .limit(limit + 1);
}

/** The last asked first. */
export async function findLoggedByIds(trx: Trx, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return trx
    .selectFrom('dialogue_log_entries as entries')
    .innerJoin('dialogues', 'dialogues.id', 'entries.dialogue_id')
    .innerJoin('bots', 'bots.id', 'entries.bot_id')
    .innerJoin('memberships', 'memberships.id', 'entries.member_id')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .where('entries.dialogue_id', 'in', ids)
    .select([
      'entries.dialogue_id',
      'entries.member_id',
      'entries.language',
      'entries.prompts',
      'entries.tokens',
      'entries.ups',
      'entries.downs',
      'entries.started_at',
      'entries.asked_at',
    ])
    .select([
      'dialogues.title',
      'dialogues.deleted_at',
      'dialogues.leaf_id',
      'bots.id as bot_id',
      'bots.name',
      'bots.description',
      'bots.avatar',
    ])
    .select([memberName.as('member_name'), aliasOf(sql.ref('entries.member_id')).as('alias')])
    .orderBy('entries.asked_at', 'desc')
    .orderBy('entries.dialogue_id', 'desc')
    .execute();
}

/** The audit log says to the millisecond when somebody deleted a dialogue: while names are hidden the day is enough. */
const dayOf = (moment: Date): string => `${moment.toISOString().slice(0, 10)}T00:00:00.000Z`;

export type LoggedRow = Awaited<ReturnType<typeof findLoggedByIds>>[number];

/** `hasNames`: as somebody sees it to whom names are shown. */
export function loggedOf(
  row: LoggedRow,
  { language, hasNames }: { language: Language; hasNames: boolean },
): LoggedDialogue {
  const bot = summaryOf({ id: row.bot_id, name: row.name, description: row.description, avatar: row.avatar }, language);
  return {
    id: row.dialogue_id,
    title: row.title,
    member: { id: hasNames ? row.member_id : null, alias: row.alias, name: hasNames ? row.member_name : null },
    bot: { id: bot.id, name: bot.name },
    language: row.language,
    prompts: row.prompts,
    tokens: Number(row.tokens),
    ratings: { up: row.ups, down: row.downs },
    started_at: row.started_at.toISOString(),
    asked_at: row.asked_at.toISOString(),
    deleted_at: row.deleted_at === null ? null : hasNames ? row.deleted_at.toISOString() : dayOf(row.deleted_at),
  };
}
