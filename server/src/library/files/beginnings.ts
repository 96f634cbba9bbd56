import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { Source } from '../../platform/language-models/language-model.ts';
import { type PassageRow, citationOf } from './passage-search.ts';

/** The bytes around a passage in a prompt: its number, its file's name, its heading. */
export const bytesAroundPassage = 120;
/** The maximal number of passages: an answer can cite 999 sources, and some places are left for retrieved ones. */
const passagesAtMost = 900;
const headingsAtMost = 200;

/** The wanted length of a file, from its beginning. */
export type Beginning = { readonly fileId: string; readonly bytes: number };

/** Reads the first passages of files, file by file in the given order, as sources not yet numbered. */
export async function readBeginnings(trx: Trx, wanted: readonly Beginning[]): Promise<Source[]> {
  if (wanted.length === 0) return [];
  const { rows } = await sql<PassageRow>`
    select files.id as file_id, files.name as file_name, begun.position, begun.heading, begun.page, begun.content
    from unnest(${wanted.map(({ fileId }) => fileId)}::uuid[], ${wanted.map(({ bytes }) => bytes)}::integer[]) with ordinality as wanted (file_id, bytes, place)
    join files on files.id = wanted.file_id
    cross join lateral (
      select position, heading, page, content, sum(octet_length(content) + ${bytesAroundPassage}::integer) over (order by position) as up_to
      from passages
      -- No passage takes less than what stands around it: what cannot fit is not looked at.
      where passages.file_id = wanted.file_id and passages.position <= wanted.bytes / ${bytesAroundPassage}::integer) as begun
    where begun.up_to <= wanted.bytes
    order by wanted.place, begun.position
    limit ${passagesAtMost}`.execute(trx);
  // The file was given to be read, so it is relevant whatever the question.
  return rows.map((row) => ({ citation: citationOf(row, 0), score: 0, coverage: 1, words: 0 }));
}

/**
 * Reads the headings of files in order, by the file's id; of very many, the first ones. `length`: the characters of all
 * together.
 */
export async function readHeadings(
  trx: Trx,
  fileIds: readonly string[],
  length: number,
): Promise<Map<string, string[]>> {
  const headings = new Map<string, string[]>();
  if (fileIds.length === 0) return headings;
  const { rows } = await sql<{ file_id: string; headings: string[] }>`
    select asked.file_id, array(
      select heading from passages where passages.file_id = asked.file_id and heading <> '' group by heading order by min(position) limit ${headingsAtMost}) as headings
    from unnest(${fileIds}::uuid[]) as asked (file_id)`.execute(trx);
  for (const row of rows) headings.set(row.file_id, withinLength(row.headings, length / fileIds.length));
  return headings;
}

function withinLength(headings: readonly string[], length: number): string[] {
  let left = length;
  return headings.filter((heading) => (left -= heading.length) >= 0);
}
