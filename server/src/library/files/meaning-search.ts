import { sql } from 'kysely';
import { enterEmbedding } from '../../money/ledger/ledger.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import type { Embedder } from '../../platform/language-models/embedder.ts';
import type { Source } from '../../platform/language-models/language-model.ts';
import { normalizeVector } from './embed-file.ts';
import { type PassageQuery, type PassageRow, citationOf, passagesOf, searchedFiles } from './passage-search.ts';

/** The number of nearest passages: as many as the word search looks at. */
const nearestAtMost = 40;
/**
 * The similarity below which a passage has another subject; low, because models differ in how similar everything is.
 */
const nearnessAtLeast = 0.2;
/**
 * The maximal number of compared passages: 1,000 take a few hundred milliseconds, during which the embedded database
 * does nothing else.
 */
const comparedAtMost = 3_000;
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
 * Merges the hits of words and of meaning into one list, best first, not yet numbered; among very many passages the
 * meaning only reorders the hits of words. Throws if the provider returns no vector in time. Call it outside of a
 * transaction: it calls the provider.
 */
export async function searchByMeaning(
  searching: Searching,
  asked: PassageQuery,
  byWords: readonly Source[],
): Promise<Source[]> {
  return fuseRankings(byWords, await searchNear(searching, asked, byWords));
}

/**
 * Returns the hits of meaning alone, nearest first; the score of each is its similarity, 0 to 1. Otherwise as
 * searchByMeaning.
 */
export async function searchNear(
  { db, embedder, organizationId, memberId, signal }: Searching,
  asked: PassageQuery,
  byWords: readonly Source[],
): Promise<Source[]> {
  const { vectors, ...took } = await embedder.embed(
    [asked.question],
    AbortSignal.any([signal, AbortSignal.timeout(vectorTimeoutMs)]),
  );
  const [vector = []] = vectors;
  return db.asTenant(organizationId, async (trx) => {
    const nearest = await findNearest(trx, asked, { model: embedder.name, vector: normalizeVector(vector) }, byWords);
    await enterEmbedding(trx, { organizationId, memberId }, embedder, took);
    return nearest;
  });
}

type Meaning = { model: string; vector: readonly number[] };

async function findNearest(
  trx: Trx,
  { botId, fileIds = [] }: PassageQuery,
  { model, vector }: Meaning,
  byWords: readonly Source[],
): Promise<Source[]> {
  const searched = searchedFiles(botId, fileIds);
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from ${passagesOf(searched)} where passages.embedding_model = ${model} limit ${comparedAtMost + 1}) as compared`.execute(
    trx,
  );
  const found = byWords.map(({ citation }) => citation);
  const isAmongFound = sql`(passages.file_id, passages.position) in (
    select * from unnest(${found.map(({ file_id }) => file_id)}::uuid[], ${found.map(({ position }) => position - 1)}::integer[]))`;
  const isCompared = (counted[0]?.count ?? 0) > comparedAtMost ? isAmongFound : sql`true`;
  const { rows } = await sql<PassageRow & { nearness: number | null }>`
    select files.id as file_id, files.name as file_name, passages.position, passages.heading, passages.page, passages.content,
      (select sum(own * asked) from unnest(passages.embedding, ${vector}::real[]) as pair (own, asked)) as nearness
    from ${passagesOf(searched)}
    join files on files.id = passages.file_id
    where passages.embedding_model = ${model} and ${isCompared}
    order by nearness desc nulls last, passages.id
    limit ${nearestAtMost}`.execute(trx);
  return rows
    .filter(({ nearness }) => (nearness ?? 0) >= nearnessAtLeast)
    .map((row) => ({ citation: citationOf(row, 0), score: row.nearness ?? 0, coverage: 0, words: 0 }));
}

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
