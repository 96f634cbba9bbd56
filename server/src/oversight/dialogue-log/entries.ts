import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { Page } from '../../platform/upkeep/due.ts';

/** The number of dialogues recounted with one statement. */
export const refreshedAtOnce = 500;

/**
 * Counts the figures of dialogues that changed anew: those that the transaction sees, its own organisation's or all.
 * What another transaction counts at this moment is waited for, so that what is read next has it. Returns how many
 * there were.
 */
export async function refreshEntries(
  trx: Trx,
  { limit, skip }: Page = { limit: refreshedAtOnce, skip: 0 },
): Promise<number> {
  const { rows } = await sql<{ taken: number }>`
    with taken as (
      delete from dialogue_log_changes where dialogue_id in (
        select dialogue_id from dialogue_log_changes order by dialogue_id limit ${limit} offset ${skip} for update)
      returning dialogue_id),
    counted as (
      insert into dialogue_log_entries (dialogue_id, organization_id, member_id, bot_id, language, prompts, tokens, ups, downs, started_at, asked_at)
      select dialogues.id, dialogues.organization_id, dialogues.member_id, dialogues.bot_id, asked.language, asked.prompts, asked.tokens,
        coalesce(rated.ups, 0), coalesce(rated.downs, 0), dialogues.created_at, asked.at
      from taken
      join dialogues on dialogues.id = taken.dialogue_id and dialogues.kind = 'member'
      cross join lateral (
        select (array_agg(language order by number desc))[1] as language, count(distinct prompt_id)::int as prompts,
          sum(coalesce(input_tokens, 0) + coalesce(output_tokens, 0)) as tokens, max(created_at) as at
        from runs where runs.dialogue_id = dialogues.id having count(*) > 0) as asked
      left join lateral (
        select count(*) filter (where ratings.value = 'up')::int as ups, count(*) filter (where ratings.value = 'down')::int as downs
        from messages join ratings on ratings.message_id = messages.id where messages.dialogue_id = dialogues.id) as rated on true
      on conflict (dialogue_id) do update set
        bot_id = excluded.bot_id, language = excluded.language, prompts = excluded.prompts, tokens = excluded.tokens,
        ups = excluded.ups, downs = excluded.downs, asked_at = excluded.asked_at)
    select count(*)::int as taken from taken`.execute(trx);
  return rows[0]?.taken ?? 0;
}
