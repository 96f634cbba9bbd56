import type { RecognitionProgress } from '@parlance/shared/contract/api/unread-pages';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { requestJob } from '../../platform/jobs/request-job.ts';
import type { RecognizedTexts } from '../extraction/document.ts';

/** A file with the bytes that its pages are pages of. */
export type FileOfPages = {
  readonly fileId: string;
  readonly organizationId: string;
  readonly storageKey: string;
};

/** Selects how many pages of a file have been recognised, of how many; null if none is to be. */
export const recognitionOfFile = sql<RecognitionProgress | null>`(
  select jsonb_build_object('done', count(text), 'pages', count(*)) from recognized_pages
  where recognized_pages.file_id = files.id having count(*) > 0)`;

/** Returns what was recognised on the pages of a file; null if nobody has requested it. */
export async function findRecognized(
  trx: Trx,
  { fileId, storageKey }: FileOfPages,
): Promise<{ readonly texts: RecognizedTexts; readonly isComplete: boolean } | null> {
  const rows = await trx
    .selectFrom('recognized_pages')
    .where('file_id', '=', fileId)
    .where('bytes_key', '=', storageKey)
    .select(['page', 'text'])
    .execute();
  if (rows.length === 0) return null;
  return {
    texts: new Map(rows.map(({ page, text }) => [page, text ?? ''])),
    isComplete: rows.every(({ text }) => text !== null),
  };
}

/** Requests the recognition of pages of a file; pages of other bytes of it are given up. */
export async function requestRecognition(trx: Trx, file: FileOfPages, pages: readonly number[]): Promise<void> {
  const { fileId, organizationId, storageKey } = file;
  await trx.deleteFrom('recognized_pages').where('file_id', '=', fileId).where('bytes_key', '<>', storageKey).execute();
  await sql`
    insert into recognized_pages (file_id, page, organization_id, bytes_key)
    select ${fileId}, page, ${organizationId}, ${storageKey} from unnest(${pages}::integer[]) as page
    on conflict do nothing`.execute(trx);
  await requestJob(trx, 'recognize_pages', { file: fileId }, organizationId);
}

/** Forgets the pages of a file: their texts are in its passages, or it is not read any more. */
export async function forgetRecognized(trx: Trx, fileId: string): Promise<void> {
  await trx.deleteFrom('recognized_pages').where('file_id', '=', fileId).execute();
}

/** Finds the next page of a file to be recognised; a file that nobody reads any more has none. */
export function findNextPage(
  trx: Trx,
  fileId: string,
): Promise<(FileOfPages & { readonly page: number; readonly text: string | null }) | undefined> {
  return (
    trx
      .selectFrom('recognized_pages')
      .where('file_id', '=', fileId)
      .where(
        sql<boolean>`not exists (select from knowledge_sources where file_id = ${fileId} and (deleted_at is not null or requested_at is null))`,
      )
      .select(['file_id as fileId', 'organization_id as organizationId', 'bytes_key as storageKey', 'page', 'text'])
      // Those without a text first.
      .orderBy(sql`text is not null`)
      .orderBy('page')
      .limit(1)
      .executeTakeFirst()
  );
}

/** Stores the text of a page, unless the file was removed or replaced meanwhile. */
export async function storeRecognized(
  trx: Trx,
  { fileId, storageKey, page }: FileOfPages & { readonly page: number },
  text: string,
): Promise<void> {
  await trx
    .updateTable('recognized_pages')
    .set({ text })
    .where('file_id', '=', fileId)
    .where('bytes_key', '=', storageKey)
    .where('page', '=', page)
    .execute();
}

/** Gives up the pages of a file that have not been recognised: they count as pages without text. */
export async function giveUpPages(trx: Trx, fileId: string): Promise<void> {
  await trx
    .updateTable('recognized_pages')
    .set({ text: '' })
    .where('file_id', '=', fileId)
    .where('text', 'is', null)
    .execute();
}

/** Requests the reading of a file whose pages have been recognised. */
export async function requestReadingOf(
  trx: Trx,
  { fileId, organizationId }: Pick<FileOfPages, 'fileId' | 'organizationId'>,
): Promise<void> {
  const source = await trx
    .selectFrom('knowledge_sources')
    .where('file_id', '=', fileId)
    .select('id')
    .executeTakeFirst();
  if (source === undefined) await requestJob(trx, 'read_file', { file: fileId }, organizationId);
  else await requestJob(trx, 'read_knowledge', { source: source.id }, organizationId);
}
