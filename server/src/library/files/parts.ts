import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import type { Source } from '../../platform/language-models/language-model.ts';
import { bytesAroundPassage } from './beginnings.ts';
import { type PassageRow, citationOf, numberPassages } from './passage-search.ts';

/**
 * Passages that follow each other in a file, as many as are read at a time. `from` and `to`: their positions, both
 * among them.
 */
export type FilePart = {
  readonly fileId: string;
  readonly from: number;
  readonly to: number;
  /** Of text. */ readonly bytes: number;
};

/** An answer can refer to 999 sources. */
const passagesAtMost = 900;

type Size = { readonly file_id: string; readonly position: number; readonly bytes: number };

/**
 * Cuts files into parts of so many bytes as they stand in a prompt, file by file. Of very many the last ones are left
 * out, the same of each file.
 */
export async function planParts(
  trx: Trx,
  fileIds: readonly string[],
  { bytes, atMost }: { bytes: number; atMost: number },
): Promise<FilePart[]> {
  const { rows } = await sql<Size>`
    select held.file_id, held.position, held.bytes
    from unnest(${fileIds}::uuid[]) with ordinality as asked (file_id, place)
    cross join lateral (
      select file_id, position, octet_length(content)::integer as bytes from passages where passages.file_id = asked.file_id order by position
      -- No passage takes less than what stands around it.
      limit ${atMost * Math.min(passagesAtMost, Math.ceil(bytes / bytesAroundPassage))}::integer) as held
    order by asked.place, held.position`.execute(trx);
  const parts = fileIds.map((fileId) =>
    cutIntoParts(
      rows.filter(({ file_id: id }) => id === fileId),
      bytes,
    ),
  );
  return takeEvenly(parts, atMost);
}

function cutIntoParts(passages: readonly Size[], bytesAtMost: number): FilePart[] {
  const parts: FilePart[] = [];
  let taken = 0;
  for (const { file_id: fileId, position, bytes } of passages) {
    const last = parts.at(-1);
    taken += bytes + bytesAroundPassage;
    if (last !== undefined && taken <= bytesAtMost && position - last.from < passagesAtMost)
      parts[parts.length - 1] = { ...last, to: position, bytes: last.bytes + bytes };
    else {
      parts.push({ fileId, from: position, to: position, bytes });
      taken = bytes + bytesAroundPassage;
    }
  }
  return parts;
}

/** The first parts of each list, so many in all: whoever has few keeps them. */
function takeEvenly<T>(lists: readonly (readonly T[])[], atMost: number): T[] {
  const counts = lists.map(() => 0);
  let left = atMost;
  for (let round = 0; left > 0 && lists.some(({ length }) => length > round); round++) {
    for (const [at, { length }] of lists.entries()) {
      if (length <= round || left === 0) continue;
      counts[at] = round + 1;
      left -= 1;
    }
  }
  return lists.flatMap((list, at) => list.slice(0, counts[at]));
}

/** The passages of a part as sources, numbered from 1. */
export async function readPart(trx: Trx, { fileId, from, to }: FilePart): Promise<Source[]> {
  const { rows } = await sql<PassageRow>`
    select files.id as file_id, files.name as file_name, passages.position, passages.heading, passages.page, passages.content
    from passages join files on files.id = passages.file_id
    where passages.file_id = ${fileId} and passages.position between ${from} and ${to} order by passages.position`.execute(
    trx,
  );
  return numberPassages(rows.map((row) => ({ citation: citationOf(row, 0), score: 0, coverage: 1, words: 0 })));
}
