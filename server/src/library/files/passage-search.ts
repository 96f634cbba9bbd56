import type { Citation } from '@parlance/shared/contract/api/runs/runs';
import type { Language } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { Source } from '../../platform/language-models/language-model.ts';
import { type Collection, rankCandidates, termWeights } from '../text-search/ranking.ts';
import { type QueryTerm, queryTermsOf } from '../text-search/tokens.ts';

/** Enough for a model to choose from, and little enough for its prompt. */
export const sourcesAtMost = 8;
/** The best by rarity of what they share with the question; the finer order is made of these. */
const candidatesAtMost = 40;

/**
 * Up to so many passages are looked at one by one, which takes some 20 ms a thousand. The index of words is for more:
 * it holds those of all organisations, and reading where a common word stands takes longer than that.
 */
export const lookedAtOneByOneAtMost = 5_000;

export type PassageQuery = {
  /** Null: only the files that are named. */
  botId: string | null;
  /** Files beside those of the bot: what is attached to the branch of the dialogue. */
  fileIds?: readonly string[];
  question: string;
  language: Language;
};

/** The passages of a bot's files and of further ones that bear on a question, best first, numbered from 1. */
export async function searchPassages(trx: Trx, asked: PassageQuery): Promise<Source[]> {
  return numberPassages((await rankPassages(trx, asked)).slice(0, sourcesAtMost));
}

/** Gives sources the numbers by which an answer refers to them: their places, from 1. */
export const numberPassages = (sources: readonly Source[]): Source[] =>
  sources.map((source, at) => ({ ...source, citation: { ...source.citation, number: at + 1 } }));

/** All candidates by their words, best first, without a number yet. */
export async function rankPassages(
  trx: Trx,
  { botId, fileIds = [], question, language }: PassageQuery,
): Promise<Source[]> {
  const terms = queryTermsOf(question);
  if (terms.length === 0) return [];
  const { files, ...size } = await readSize(trx, searchedFiles(botId, fileIds));
  const holding = size.passages <= lookedAtOneByOneAtMost ? lookingAtEach(files) : throughIndex(files);
  const collection = { ...size, frequency: await readFrequency(trx, holding, terms) };
  const candidates = await findCandidates(trx, holding, terms, termWeights(terms, collection));
  const ranked = rankCandidates(
    candidates.map((row) => ({
      ...row,
      tokenCount: row.token_count,
      inLanguage: row.language === null || row.language === language,
    })),
    terms,
    collection,
  );
  return ranked.map((row) => ({
    citation: citationOf(row, 0),
    score: row.score,
    coverage: row.coverage,
    words: row.words,
  }));
}

/** What a citation says of a passage. */
export function citationOf(row: PassageRow, number: number): Citation {
  const { file_id, file_name, heading, page, content } = row;
  return { number, file_id, file_name, position: row.position + 1, page, heading, passage: content };
}

export type PassageRow = {
  file_id: string;
  file_name: string;
  position: number;
  heading: string;
  page: number | null;
  content: string;
};

/** What is not among these files is not read, whatever it holds. */
export const searchedFiles = (botId: string | null, fileIds: readonly string[]) => sql`(
  select file_id from bot_files where bot_id = ${botId}::uuid union select unnest(${fileIds}::uuid[])) as searched`;
type SearchedFiles = ReturnType<typeof searchedFiles>;
/**
 * The passages of these files, looked up file by file: `offset 0` keeps PostgreSQL from making a join of it, for which
 * it reads all passages.
 */
export const passagesOf = (searched: SearchedFiles) =>
  sql`${searched} cross join lateral (select * from passages where passages.file_id = searched.file_id offset 0) as passages`;

/** A term as a tsquery of its own, any of its tokens: quoted, so that no sign in one is an operator. */
const asQuery = ({ tokens }: Pick<QueryTerm, 'tokens'>) =>
  tokens.map((token) => `'${token.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`).join(' | ');

/**
 * The files that have passages, and what they hold. Each is looked up by itself, and from then on they are named: of a
 * join PostgreSQL does not know how few they are, and reads the passages of all organisations.
 */
async function readSize(
  trx: Trx,
  searched: SearchedFiles,
): Promise<Pick<Collection, 'passages' | 'averageTokens'> & { files: string[] }> {
  const { rows } = await sizesOf(searched).execute(trx);
  const passages = rows.reduce((sum, row) => sum + row.passages, 0);
  const tokens = rows.reduce((sum, row) => sum + row.tokens, 0);
  return { files: rows.map(({ file_id }) => file_id), passages, averageTokens: passages === 0 ? 1 : tokens / passages };
}

export const sizesOf = (searched: SearchedFiles) => sql<{ file_id: string; passages: number; tokens: number }>`
  select file_id, held.passages, held.tokens
  from ${searched} cross join lateral (
    select count(*)::integer as passages, sum(token_count)::float8 as tokens from passages where passages.file_id = searched.file_id) as held
  where held.passages > 0`;

/** Joins to each term that is `asked` the passages of these files that hold it, by looking at them all. */
export const lookingAtEach = (fileIds: readonly string[]) =>
  sql`passages on passages.file_id = any(${fileIds}::uuid[]) and passages.tokens @@ asked.query::tsquery`;
/** The same through the index of words, met by that of the files: what only others have is not read. */
export const throughIndex = (fileIds: readonly string[]) =>
  sql`searched_passages as passages on passages.tokens @@ asked.query::tsquery and passages.file_id = any(${fileIds}::uuid[])`;
type Holding = ReturnType<typeof throughIndex>;

/** In how many passages each term is; one that is in none is not named. */
export const frequencyOf = (holding: Holding, terms: readonly Pick<QueryTerm, 'term' | 'tokens'>[]) => sql<{
  term: string;
  found: number;
}>`
  select asked.term, count(*)::integer as found
  from unnest(${terms.map(({ term }) => term)}::text[], ${terms.map(asQuery)}::text[]) as asked (term, query)
  join ${holding}
  group by asked.term`;

async function readFrequency(trx: Trx, holding: Holding, terms: readonly QueryTerm[]): Promise<Map<string, number>> {
  const { rows } = await frequencyOf(holding, terms).execute(trx);
  return new Map(rows.map(({ term, found }) => [term, found]));
}

type CandidateRow = PassageRow & { language: Language | null; token_count: number; matched: string[] };

async function findCandidates(
  trx: Trx,
  holding: Holding,
  terms: readonly QueryTerm[],
  weights: ReadonlyMap<string, number>,
): Promise<CandidateRow[]> {
  const { rows } = await sql<CandidateRow>`
    with best as (
      select passages.id, sum(asked.weight) as weight, array_agg(asked.term) as matched
      from unnest(${terms.map(({ term }) => term)}::text[], ${terms.map(asQuery)}::text[], ${terms.map(({ term }) => weights.get(term) ?? 0)}::float8[]) as asked (term, query, weight)
      join ${holding}
      group by passages.id
      order by weight desc, passages.id
      limit ${candidatesAtMost})
    select files.id as file_id, files.name as file_name, files.language,
      passages.position, passages.heading, passages.page, passages.content, passages.token_count, best.matched
    from best join passages using (id) join files on files.id = passages.file_id
    order by best.weight desc, passages.id`.execute(trx);
  return rows;
}
