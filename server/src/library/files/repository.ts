import { createHash } from 'node:crypto';
import type { FilePassage } from '@parlance/shared/contract/api/files';
import type { Language } from '@parlance/shared/contract/values/language';
import { sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { passagesOf } from '../text-search/passages.ts';
import { TOKENIZER_VERSION, tokensOf } from '../text-search/tokens.ts';

export type NewFile = {
  organizationId: string;
  name: string;
  mediaType: string;
  language: Language | null;
  content: string;
};

/** Stores a text file and makes it searchable. */
export async function insertFile(trx: Trx, file: NewFile): Promise<string> {
  const bytes = Buffer.from(file.content, 'utf8');
  const { id } = await trx
    .insertInto('files')
    .values({
      organization_id: file.organizationId,
      name: file.name,
      media_type: file.mediaType,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      language: file.language,
      content: file.content,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const passages = passagesOf(file.content).map((passage) => ({
    ...passage,
    page: null,
    tokens: tokensOfPassage(passage),
  }));
  await insertPassages(trx, { id, organizationId: file.organizationId }, passages, TOKENIZER_VERSION);
  return id;
}

type IndexedFile = { id: string; organizationId: string };
/** A passage with its tokens. `page` is null for a file without pages. */
export type TokenizedPassage = {
  readonly heading: string;
  readonly page: number | null;
  readonly content: string;
  readonly tokens: readonly string[];
};

/** The number of rows per statement: well below the limit of 65,535 parameters, and little enough to hold up nobody. */
const rowsAtOnce = 500;

/** Inserts the passages of a file that has none, in order. */
export async function insertPassages(
  trx: Trx,
  file: IndexedFile,
  passages: readonly TokenizedPassage[],
  tokenizerVersion: number,
): Promise<void> {
  const rows = passages.map(({ heading, page, content, tokens }, position) => ({
    organization_id: file.organizationId,
    file_id: file.id,
    position,
    heading,
    page,
    content,
    tokens: vectorOf(tokens),
    token_count: tokens.length,
    tokenizer_version: tokenizerVersion,
  }));
  for (let at = 0; at < rows.length; at += rowsAtOnce)
    await trx
      .insertInto('passages')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute();
}

const vectorOf = (tokens: readonly string[]) => sql<string>`array_to_tsvector(${tokens}::text[])`;
const tokensOfPassage = ({ heading, content }: { heading: string; content: string }) =>
  tokensOf(`${heading}\n${content}`);

/** Locks a file until the transaction ends; false if it is no longer being read, or gone. */
export async function lockFileBeingRead(trx: Trx, id: string): Promise<boolean> {
  const found = await trx
    .selectFrom('files')
    .where('id', '=', id)
    .where('state', '=', 'reading')
    .select('id')
    .forUpdate()
    .executeTakeFirst();
  return found !== undefined;
}

/**
 * Re-tokenises one file with tokens of an older tokenizer; false if there is none left. One at a time and locked, so
 * that several processes share the work and none holds the database for long. The passages stay as they are: citations
 * refer to their positions.
 */
export async function reindexOneFile(trx: Trx): Promise<boolean> {
  const old = trx.selectFrom('passages').where('tokenizer_version', '<', TOKENIZER_VERSION).select('file_id');
  const file = await trx
    .selectFrom('files')
    .where('id', 'in', old)
    .select('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (file === undefined) return false;
  const passages = await trx
    .selectFrom('passages')
    .where('file_id', '=', file.id)
    .select(['id', 'heading', 'content'])
    .execute();
  for (const passage of passages) {
    const tokens = tokensOfPassage(passage);
    await trx
      .updateTable('passages')
      .set({ tokens: vectorOf(tokens), token_count: tokens.length, tokenizer_version: TOKENIZER_VERSION })
      .where('id', '=', passage.id)
      .execute();
  }
  return true;
}

/** Finds passages of a file in order; `from` counts from 1. */
export async function findPassagesFrom(trx: Trx, fileId: string, from: number, limit: number): Promise<FilePassage[]> {
  const rows = await trx
    .selectFrom('passages')
    .where('file_id', '=', fileId)
    .where('position', '>=', from - 1)
    .select(['position', 'heading', 'page', 'content'])
    .orderBy('position')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, position: row.position + 1 }));
}
