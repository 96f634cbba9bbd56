import type { Citation } from '@parlance/shared/contract/api/runs/runs';
import type { UnreadPages } from '@parlance/shared/contract/api/unread-pages';
import type { Language } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { Source } from '../../platform/language-models/language-model.ts';
import { type Collection, rankCandidates, termWeights } from '../text-search/ranking.ts';
import { termsWithSynonyms } from '../text-search/synonyms.ts';
import type { QueryTerm } from '../text-search/tokens.ts';
import { unreadPagesOfFile } from './unread-pages.ts';

/** The number of sources: enough for a model to choose from, and little enough for its prompt. */
export const sourcesAtMost = 8;
/** The number of candidates, preselected by the rarity of shared terms, for the finer ranking. */
const candidatesAtMost = 40;

/**
 * The number of passages up to which each is scanned, at some 20 ms a thousand. The index of words is for more: it
 * covers all organisations, and reading the postings of a common word takes longer than that.
 */
export const lookedAtOneByOneAtMost = 5_000;

export type PassageQuery = {
  /** The bot; null searches only the named files. */
  botId: string | null;
  /** Files beside those of the bot: attachments in the branch of the dialogue. */
  fileIds?: readonly string[];
  question: string;
  language: Language;
};

/** Finds the passages of a bot's files and of further ones relevant to a question, best first, numbered from 1. */
export async function searchPassages(trx: Trx, asked: PassageQuery): Promise<Source[]> {
  return numberPassages((await rankPassages(trx, asked)).slice(0, sourcesAtMost));
}

/** Numbers sources for citations: by position, from 1. */
export const numberPassages = (sources: readonly Source[]): Source[] =>
  sources.map((source, at) => ({ ...source, citation: { ...source.citation, number: at + 1 } }));

/** Ranks all candidates by their words, best first, not yet numbered. */
export async function rankPassages(
  trx: Trx,
  { botId, fileIds = [], question, language }: PassageQuery,
): Promise<Source[]> {
  const terms = termsWithSynonyms(question);
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
    ...unreadOf(row),
  }));
}

/** Builds the citation of a passage. */
export function citationOf(row: PassageRow, number: number): Citation {
  const { file_id, file_name, heading, page, content } = row;
  return { number, file_id, file_name, position: row.position + 1, page, heading, passage: content };
}

/** Tells of a passage which pages of its file could not be read; nothing if there are none. */
export const unreadOf = ({ unread_pages: unread }: FoundRow): Pick<Source, 'unread'> =>
  unread === null ? {} : { unread };

export type PassageRow = {
  file_id: string;
  file_name: string;
  position: number;
  heading: string;
  page: number | null;
  content: string;
};

/** A passage that was found, with the pages of its file that could not be read. */
export type FoundRow = PassageRow & { unread_pages: UnreadPages | null };

/** Returns the files to search; no others are read, whatever they hold. */
export const searchedFiles = (botId: string | null, fileIds: readonly string[]) => sql`(
  select file_id from bot_files where bot_id = ${botId}::uuid union select unnest(${fileIds}::uuid[])) as searched`;
export type SearchedFiles = ReturnType<typeof searchedFiles>;

/** Converts a term to a tsquery, any of its tokens or phrases: quoted, so that no sign is an operator. */
const asQuery = ({ tokens, phrases = [] }: Pick<QueryTerm, 'tokens' | 'phrases'>) =>
  [...tokens.map((token) => [token]), ...phrases]
    .map((all) => all.map((token) => `'${token.replace(/\\/g, '\\\\').replace(/'/g, "''")}'`).join(' & '))
    .join(' | ');

/**
 * Reads the sizes of files with passages. They are looked up first and then named: PostgreSQL does not know how few a
 * join would yield, and would read the passages of all organisations.
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

/** Joins each `asked` term to the passages of these files that hold it, by scanning them. */
export const lookingAtEach = (fileIds: readonly string[]) =>
  sql`passages on passages.file_id = any(${fileIds}::uuid[]) and passages.tokens @@ asked.query::tsquery`;
/** Joins them through the index of words, intersected with that of the files: passages of others are not read. */
export const throughIndex = (fileIds: readonly string[]) =>
  sql`searched_passages as passages on passages.tokens @@ asked.query::tsquery and passages.file_id = any(${fileIds}::uuid[])`;
type Holding = ReturnType<typeof throughIndex>;

/** Counts the passages that hold each term; one found nowhere is left out. */
export const frequencyOf = (holding: Holding, terms: readonly Pick<QueryTerm, 'term' | 'tokens' | 'phrases'>[]) => sql<{
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

type CandidateRow = FoundRow & { language: Language | null; token_count: number; matched: string[] };

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
      passages.position, passages.heading, passages.page, passages.content, passages.token_count, best.matched,
      ${unreadPagesOfFile} as unread_pages
    from best join passages using (id) join files on files.id = passages.file_id
    order by best.weight desc, passages.id`.execute(trx);
  return rows;
}
