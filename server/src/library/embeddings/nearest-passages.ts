import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { SearchedFiles } from '../files/passage-search.ts';
import { normalizeVector, packVector, similarityOf } from './stored-vector.ts';
import { codeOf } from './vector-code.ts';

/**
 * The number of passages whose vectors are compared: the nearest by their codes. Of 100,000 they contain the eight
 * nearest ones, and 99 % of the forty nearest.
 */
const candidatesAtMost = 400;
/**
 * The number of passages whose codes are compared, at some 0.5 µs each. Of more, those that the database reads first
 * are.
 */
export const comparing = { atMost: 500_000 };

/** A vector with the name of its model: vectors of different models have nothing in common. */
export type Meaning = { readonly model: string; readonly vector: readonly number[] };
export type NearPassage = { readonly id: string; readonly nearness: number };

/** Stores the meanings of passages; those that have gone meanwhile are left out. */
export async function storeMeanings(
  trx: Trx,
  model: string,
  meanings: readonly { readonly id: string; readonly vector: readonly number[] }[],
): Promise<void> {
  const ids = meanings.map(({ id }) => id);
  const vectors = meanings.map(({ vector }) => normalizeVector(vector));
  await sql`
    insert into passage_codes (passage_id, organization_id, file_id, model, code)
    select passages.id, passages.organization_id, passages.file_id, ${model}, given.code::bit(1024)
    from unnest(${ids}::uuid[], ${vectors.map(codeOf)}::text[]) as given (id, code) join passages using (id)
    on conflict (passage_id) do update set model = excluded.model, code = excluded.code`.execute(trx);
  await sql`
    insert into passage_vectors (passage_id, organization_id, vector)
    select passages.id, passages.organization_id, decode(given.vector, 'base64')
    from unnest(${ids}::uuid[], ${vectors.map((vector) => packVector(vector).toString('base64'))}::text[]) as given (id, vector)
    join passages using (id)
    on conflict (passage_id) do update set vector = excluded.vector`.execute(trx);
}

/** Finds the passages of these files with the nearest meaning, nearest first; `nearness` is the similarity, -1 to 1. */
export async function findNearest(
  trx: Trx,
  searched: SearchedFiles,
  meaning: Meaning,
  atMost: number,
): Promise<NearPassage[]> {
  const vector = normalizeVector(meaning.vector);
  const { rows } = await nearestCodes(searched, { ...meaning, vector }).execute(trx);
  return rows
    .map(({ passage_id: id, vector: packed }) => ({ id, nearness: similarityOf(packed, vector) }))
    .sort((one, other) => other.nearness - one.nearness || (one.id < other.id ? -1 : 1))
    .slice(0, atMost);
}

/** Selects the vectors of the passages that are nearest by their codes. */
export const nearestCodes = (searched: SearchedFiles, { model, vector }: Meaning) => sql<{
  passage_id: string;
  vector: Buffer;
}>`
  with compared as (
    select passage_id, bit_count(code # ${codeOf(vector)}::bit(1024)) as distance from ${codesOf(searched, model)}
    limit ${comparing.atMost}),
  candidates as (select passage_id from compared order by distance, passage_id limit ${candidatesAtMost})
  select passage_id, vector from candidates join passage_vectors using (passage_id)`;

/** Tells whether all passages of these files are compared: there are not too many. */
export async function areAllCompared(trx: Trx, searched: SearchedFiles, model: string): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select from ${codesOf(searched, model)} limit ${comparing.atMost + 1}) as compared`.execute(trx);
  return (rows[0]?.count ?? 0) <= comparing.atMost;
}

/** The codes of these files, named by an array: PostgreSQL does not know how few a join would yield. */
const codesOf = (searched: SearchedFiles, model: string) =>
  sql`passage_codes where file_id = any (array(select file_id from ${searched})) and model = ${model}`;
