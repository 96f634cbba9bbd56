import type { Language } from '@parlance/shared/contract/language';
import { sql } from 'kysely';
import type { Source } from '../../models/language-model.ts';
import type { Trx } from '../../plugins/db/database.ts';
import { type Collection, rank, termWeights } from '../../text-search/ranking.ts';
import { type QueryTerm, queryTermsOf } from '../../text-search/tokens.ts';

/** Enough for a model to choose from, and little enough for its prompt. */
const sourcesAtMost = 8;
/** The best by rarity of what they share with the question; the finer order is made of these. */
const candidatesAtMost = 40;

type Asked = { botId: string; question: string; language: Language };

/** The passages of a bot's files that bear on a question, best first, numbered from 1. */
export async function searchPassages(trx: Trx, { botId, question, language }: Asked): Promise<Source[]> {
  const terms = queryTermsOf(question);
  if (terms.length === 0) return [];
  const collection = await readCollection(trx, botId, terms);
  const candidates = await findCandidates(trx, botId, termWeights(terms, collection));
  const ranked = rank(
    candidates.map((row) => ({ ...row, tokenCount: row.token_count, inLanguage: row.language === language })),
    terms,
    collection,
  );
  return ranked.slice(0, sourcesAtMost).map(({ file_id, file_name, heading, content, score, coverage, words }, at) => ({
    citation: { number: at + 1, file_id, file_name, heading, passage: content },
    score,
    coverage,
    words,
  }));
}

/** A token as a tsquery of its own: quoted, so that no sign in it is an operator. */
const asQuery = (term: string) => `'${term.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`;

async function readCollection(trx: Trx, botId: string, terms: readonly QueryTerm[]): Promise<Collection> {
  const total = await sql<{ passages: number; average: number | null }>`
    select count(*)::integer as passages, avg(token_count)::float8 as average
    from passages join bot_files using (file_id)
    where bot_files.bot_id = ${botId}`.execute(trx);
  const frequencies = await sql<{ term: string; found: number }>`
    select asked.term, count(*)::integer as found
    from unnest(${terms.map(({ term }) => term)}::text[], ${terms.map(({ term }) => asQuery(term))}::text[]) as asked (term, query)
    join passages on passages.tokens @@ asked.query::tsquery
    join bot_files using (file_id)
    where bot_files.bot_id = ${botId}
    group by asked.term`.execute(trx);
  return {
    passages: total.rows[0]?.passages ?? 0,
    averageTokens: total.rows[0]?.average ?? 1,
    frequency: new Map(frequencies.rows.map(({ term, found }) => [term, found])),
  };
}

type CandidateRow = {
  file_id: string;
  file_name: string;
  language: Language | null;
  heading: string;
  content: string;
  token_count: number;
  matched: string[];
};

async function findCandidates(trx: Trx, botId: string, weights: ReadonlyMap<string, number>): Promise<CandidateRow[]> {
  const terms = [...weights.keys()];
  const { rows } = await sql<CandidateRow>`
    select files.id as file_id, files.name as file_name, files.language,
      passages.heading, passages.content, passages.token_count, array_agg(asked.term) as matched
    from unnest(${terms}::text[], ${terms.map(asQuery)}::text[], ${[...weights.values()]}::float8[]) as asked (term, query, weight)
    join passages on passages.tokens @@ asked.query::tsquery
    join bot_files using (file_id)
    join files on files.id = passages.file_id
    where bot_files.bot_id = ${botId}
    group by files.id, passages.id
    order by sum(asked.weight) desc, passages.id
    limit ${candidatesAtMost}`.execute(trx);
  return rows;
}
