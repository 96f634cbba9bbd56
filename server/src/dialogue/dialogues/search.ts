import type { SearchHit } from '@parlance/shared/contract/api/dialogues';
import type { Language } from '@parlance/shared/contract/values/language';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { type SearchTerm, searchTermsOf, tsqueryOf } from '../messages/search-terms.ts';
import { dialogueSummary, ownDialogues } from './repository.ts';
import { snippetOf } from './snippet.ts';

/** Where a page begins: after the entry written then, with this id. */
export type SearchPosition = readonly [writtenAt: string, id: string];
type Query = { memberId: string; q: string; after: SearchPosition | null; limit: number };
export type FoundEntry = { id: string; dialogue_id: string; message_id: string | null; written_at: Date };

/**
 * A word in one of a hundred messages is found among the newest of somebody's, however many there are behind them.
 * Those are read in order, at a millisecond a thousand; what the index of words finds lies anywhere and has to be
 * sorted.
 */
const recent = 3_000;

/** Entries of a member that hold every word, newest first, one more than `limit` where there are more. */
export async function findEntries(trx: Trx, { memberId, q, after, limit }: Query): Promise<FoundEntry[]> {
  const terms = searchTermsOf(q);
  if (terms.length === 0) return [];
  const asked = { memberId, query: tsqueryOf(memberId, terms), after, limit: limit + 1 };
  const { rows: newest } = await amongRecent(asked).execute(trx);
  if (newest.length > limit) return newest;
  return (await amongAll(asked).execute(trx)).rows;
}

type EntryQuery = { memberId: string; query: string; after: SearchPosition | null; limit: number };

const isBehind = (after: SearchPosition | null): RawBuilder<unknown> =>
  after === null ? sql`true` : sql`(written_at, id) < (${after[0]}::timestamptz, ${after[1]}::uuid)`;

/** Reads the newest entries of the member through their index, and no more than so many. */
export const amongRecent = ({ memberId, query, after, limit }: EntryQuery) => sql<FoundEntry>`
  select id, dialogue_id, message_id, written_at
  from (
    select id, dialogue_id, message_id, written_at, tokens, is_kept from searched_entries
    where member_id = ${memberId} and ${isBehind(after)}
    order by written_at desc, id desc limit ${recent}) as newest
  where tokens @@ ${query}::tsquery and is_kept
  order by written_at desc, id desc limit ${limit}`;

/**
 * Reads every entry that holds the words, through the index of words: the tokens have their member in front of them.
 */
export const amongAll = ({ memberId, query, after, limit }: EntryQuery) => sql<FoundEntry>`
  with found as materialized (
    select id, dialogue_id, message_id, written_at, member_id, is_kept from searched_entries where tokens @@ ${query}::tsquery)
  select id, dialogue_id, message_id, written_at from found
  where member_id = ${memberId} and ${isBehind(after)} and is_kept
  order by written_at desc, id desc limit ${limit}`;

/** Entries as the member gets them: their dialogue, and a piece of the text with what was searched for. */
export async function searchHitsOf(
  trx: Trx,
  memberId: string,
  rows: readonly FoundEntry[],
  q: string,
  language: Language,
): Promise<SearchHit[]> {
  if (rows.length === 0) return [];
  const terms = searchTermsOf(q);
  const found = await ownDialogues(trx, memberId)
    .where(
      'dialogues.id',
      'in',
      rows.map(({ dialogue_id }) => dialogue_id),
    )
    .execute();
  const dialogues = new Map(found.map((row) => [row.id, dialogueSummary(row, language)]));
  const texts = await readTexts(trx, rows);
  return rows.flatMap(({ dialogue_id, message_id, written_at }) => {
    const dialogue = dialogues.get(dialogue_id);
    return dialogue === undefined
      ? []
      : [
          {
            dialogue,
            message_id,
            snippet: snippet(message_id, dialogue.title, texts, terms),
            created_at: written_at.toISOString(),
          },
        ];
  });
}

const snippet = (
  messageId: string | null,
  title: string,
  texts: ReadonlyMap<string, string>,
  terms: readonly SearchTerm[],
) => snippetOf(messageId === null ? title : (texts.get(messageId) ?? ''), terms);

async function readTexts(trx: Trx, rows: readonly FoundEntry[]): Promise<Map<string, string>> {
  const ids = rows.flatMap(({ message_id }) => message_id ?? []);
  if (ids.length === 0) return new Map();
  const texts = await trx.selectFrom('messages').where('id', 'in', ids).select(['id', 'content']).execute();
  return new Map(texts.map(({ id, content }) => [id, content]));
}
