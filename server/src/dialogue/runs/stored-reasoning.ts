import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { Reasoning } from './live-reasoning.ts';

/** The stored reasoning behind an answer; null if there is none. */
export const reasoningText = sql<
  string | null
>`(select string_agg(answer_reasoning.text, '' order by answer_reasoning."offset") from answer_reasoning where answer_reasoning.answer_id = runs.answer_id)`;

/**
 * Stores the whole reasoning behind the answer of a run in one row, in place of its pieces. With `goesOn`, an empty
 * piece says that it is over for now.
 */
export async function keepReasoning(
  trx: Trx,
  runId: string,
  { text }: Pick<Reasoning, 'text'>,
  { goesOn }: { readonly goesOn: boolean },
): Promise<void> {
  if (text.trim() === '') return;
  await sql`
    with pieces as (
      delete from answer_reasoning using runs
      where runs.id = ${runId} and answer_reasoning.answer_id = runs.answer_id and answer_reasoning."offset" > 0 and not (${goesOn} and answer_reasoning."offset" = ${text.length})
    )
    insert into answer_reasoning (organization_id, answer_id, "offset", text)
    select runs.organization_id, runs.answer_id, piece."offset", piece.text
    from runs, (values (0, ${text}::text), (${text.length}::integer, '')) as piece ("offset", text)
    where runs.id = ${runId} and (piece."offset" = 0 or ${goesOn})
    on conflict (answer_id, "offset") do update set text = excluded.text`.execute(trx);
}

/** Reads the stored reasoning behind an answer in a dialogue of this member, and its run; undefined for any other. */
export function findOwnReasoning(trx: Trx, memberId: string, answerId: string) {
  return trx
    .selectFrom('messages')
    .innerJoin('dialogues', 'dialogues.id', 'messages.dialogue_id')
    .leftJoin('runs', 'runs.answer_id', 'messages.id')
    .where('messages.id', '=', answerId)
    .where('messages.author', '=', 'bot')
    .where('dialogues.member_id', '=', memberId)
    .where('dialogues.deleted_at', 'is', null)
    .select(['runs.id as run_id', reasoningText.as('text')])
    .executeTakeFirst();
}
