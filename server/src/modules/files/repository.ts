import { createHash } from 'node:crypto';
import type { Language } from '@parlance/shared/contract/language';
import { sql } from 'kysely';
import type { Trx } from '../../plugins/db/database.ts';
import { passagesOf } from '../../text-search/passages.ts';
import { TOKENIZER_VERSION, tokensOf } from '../../text-search/tokens.ts';

export type NewFile = { organizationId: string; name: string; mediaType: string; language: Language | null; content: string };

/** Keeps a text file and makes it searchable. */
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
  await writePassages(trx, { id, organizationId: file.organizationId, content: file.content });
  return id;
}

type Indexed = { id: string; organizationId: string; content: string };

/** Makes the passages of a file anew, with the tokens of this version. */
async function writePassages(trx: Trx, file: Indexed): Promise<void> {
  await trx.deleteFrom('passages').where('file_id', '=', file.id).execute();
  const rows = passagesOf(file.content).map(({ heading, content }, position) => {
    const tokens = tokensOf(`${heading}\n${content}`);
    return {
      organization_id: file.organizationId,
      file_id: file.id,
      position,
      heading,
      content,
      tokens: sql<string>`array_to_tsvector(${tokens}::text[])`,
      token_count: tokens.length,
      tokenizer_version: TOKENIZER_VERSION,
    };
  });
  if (rows.length > 0) await trx.insertInto('passages').values(rows).execute();
}

/**
 * Makes the passages anew of one file that has some from an older tokenizer; false where there is none left. One at a
 * time and locked, so that several processes share the work and none holds the database for long.
 */
export async function reindexOneFile(trx: Trx): Promise<boolean> {
  const old = trx.selectFrom('passages').where('tokenizer_version', '<', TOKENIZER_VERSION).select('file_id');
  const file = await trx
    .selectFrom('files')
    .where('id', 'in', old)
    .select(['id', 'organization_id', 'content'])
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (file === undefined) return false;
  await writePassages(trx, { id: file.id, organizationId: file.organization_id, content: file.content });
  return true;
}
