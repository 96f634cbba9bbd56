import type { Source } from '../../models/language-model.ts';
import type { Trx } from '../../plugins/db/database.ts';
import { citationOf } from './passage-search.ts';

/** All passages of files, file by file in the order given and each from its beginning, as sources without a number yet. */
export async function wholeFiles(trx: Trx, fileIds: readonly string[]): Promise<Source[]> {
  if (fileIds.length === 0) return [];
  const rows = await trx
    .selectFrom('passages')
    .innerJoin('files', 'files.id', 'passages.file_id')
    .where('files.id', 'in', fileIds)
    .select(['files.id as file_id', 'files.name as file_name', 'passages.position', 'passages.heading', 'passages.page', 'passages.content'])
    .orderBy('passages.position')
    .execute();
  // The whole of it was given to be read: it holds whatever the question is about.
  return fileIds.flatMap((id) => rows.filter(({ file_id }) => file_id === id)).map((row) => ({ citation: citationOf(row, 0), score: 0, coverage: 1, words: 0 }));
}
