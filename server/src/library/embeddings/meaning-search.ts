import { sql } from 'kysely';
import { enterEmbedding } from '../../money/ledger/ledger.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import type { Embedder } from '../../platform/language-models/embedder.ts';
import type { Source } from '../../platform/language-models/language-model.ts';
import { type FoundRow, type PassageQuery, citationOf, searchedFiles, unreadOf } from '../files/passage-search.ts';
import { unreadPagesOfFile } from '../files/unread-pages.ts';
import { type NearPassage, areAllCompared, findNearest } from './nearest-passages.ts';

/** The number of nearest passages: as many as the word search looks at. */
const nearestAtMost = 40;
/**
 * The similarity below which a passage has another subject; low, because models differ in how similar everything is.
 */
const nearnessAtLeast = 0.2;
/**
 * The usual constant of reciprocal rank fusion, with which the top of one list does not outweigh passages that are good
 * in both.
 */
const fusionConstant = 60;
/** The timeout of the vector: people wait for the first word, and get the hits of words after it. */
const vectorTimeoutMs = 3_000;

/** The context of a search; `memberId`: the asker. */
type Searching = { db: Database; embedder: Embedder; organizationId: string; memberId: string; signal: AbortSignal };

/**
 * Merges the hits of words and of meaning into one list, best first, not yet numbered. Throws if the provider returns
 * no vector in time. Call it outside of a transaction: it calls the provider.
 */
export async function searchByMeaning(
  searching: Searching,
  asked: PassageQuery,
  byWords: readonly Source[],
): Promise<Source[]> {
  return fuseRankings(byWords, await searchNear(searching, asked));
}

/** Returns the hits of meaning alone, nearest first; the score of each is its similarity, 0 to 1. Throws likewise. */
export async function searchNear(
  { db, embedder, organizationId, memberId, signal }: Searching,
  { botId, fileIds = [], question }: PassageQuery,
): Promise<Source[]> {
  const { vectors, ...took } = await embedder.embed(
    [question],
    AbortSignal.any([signal, AbortSignal.timeout(vectorTimeoutMs)]),
  );
  const [vector = []] = vectors;
  return db.asTenant(organizationId, async (trx) => {
    const searched = searchedFiles(botId, fileIds);
    const nearest = await findNearest(trx, searched, { model: embedder.name, vector }, nearestAtMost);
    await enterEmbedding(trx, { organizationId, memberId }, embedder, took);
    return sourcesOf(
      trx,
      nearest.filter(({ nearness }) => nearness >= nearnessAtLeast),
    );
  });
}

async function sourcesOf(trx: Trx, nearest: readonly NearPassage[]): Promise<Source[]> {
  const { rows } = await sql<FoundRow & { nearness: number }>`
    select files.id as file_id, files.name as file_name, passages.position, passages.heading, passages.page, passages.content, near.nearness,
      ${unreadPagesOfFile} as unread_pages
    from unnest(${nearest.map(({ id }) => id)}::uuid[], ${nearest.map(({ nearness }) => nearness)}::float8[]) with ordinality as near (id, nearness, place)
    join passages using (id) join files on files.id = passages.file_id
    order by near.place`.execute(trx);
  return rows.map((row) => ({
    citation: citationOf(row, 0),
    score: row.nearness,
    coverage: 0,
    words: 0,
    ...unreadOf(row),
  }));
}

/** Tells whether the meanings of all passages in question are compared; there may be too many. */
export const comparesAll = (trx: Trx, { botId, fileIds = [] }: PassageQuery, embedder: Embedder): Promise<boolean> =>
  areAllCompared(trx, searchedFiles(botId, fileIds), embedder.name);

/** Fuses rankings by rank; a passage that is high in both comes first. */
export function fuseRankings(...lists: (readonly Source[])[]): Source[] {
  const fused = new Map<string, Source>();
  for (const list of lists) {
    list.forEach((source, at) => {
      const key = `${source.citation.file_id} ${source.citation.position}`;
      const known = fused.get(key);
      const score = (known?.score ?? 0) + 1 / (fusionConstant + at + 1);
      fused.set(key, { ...(known ?? source), score });
    });
  }
  return [...fused.values()].sort((one, other) => other.score - one.score);
}
