import { sql } from 'kysely';
import { enterEmbedding } from '../../money/ledger/ledger.ts';
import type { Database, Trx } from '../../platform/db/database.ts';
import type { Embedder } from '../../platform/language-models/embedder.ts';
import type { Source } from '../../platform/language-models/language-model.ts';
import { normalizeVector } from './embed-file.ts';
import { type PassageQuery, type PassageRow, citationOf, passagesOf, searchedFiles } from './passage-search.ts';

/** As many as the search by words looks at. */
const nearestAtMost = 40;
/** What is less near than this has another subject; models differ in how near everything is, so it is low. */
const nearnessAtLeast = 0.2;
/** Comparing 1,000 passages takes a few hundred milliseconds, and the embedded database does nothing else meanwhile. */
const comparedAtMost = 3_000;
/**
 * Of reciprocal rank fusion: the usual figure, with which the first of one list does not outweigh what is good in both.
 */
const fusionConstant = 60;
/** People wait for the first word: without a vector by then they get what the words found. */
const vectorTimeoutMs = 3_000;

/** `memberId`: who asks. */
type Searching = { db: Database; embedder: Embedder; organizationId: string; memberId: string; signal: AbortSignal };

/**
 * What was found by words and what is near in meaning as one list, best first, without a number yet; among very many
 * passages the meaning only orders what the words found. Throws where the
 * provider gives no vector in time. Call it outside of a transaction: it asks the provider.
 */
export async function searchByMeaning(
  searching: Searching,
  asked: PassageQuery,
  byWords: readonly Source[],
): Promise<Source[]> {
  return fuseRankings(byWords, await searchNear(searching, asked, byWords));
}

/**
 * What is near in meaning alone, nearest first; the score of each is its nearness, 0 to 1. As searchByMeaning
 * otherwise.
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

/** Each passage by its places in the lists; what stands well in both comes first. */
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
