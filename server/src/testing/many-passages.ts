import { sql } from 'kysely';
import { storeMeanings } from '../library/embeddings/nearest-passages.ts';
import type { Database } from '../platform/db/database.ts';

type FilesOfMember = {
  readonly organizationId: string;
  readonly memberId: string;
  readonly fileIds: readonly string[];
};

/** Adds files without passages to the organisation of some member. */
export const addEmptyFiles = (db: Database, count: number): Promise<FilesOfMember> =>
  db.asSystem(async (trx) => {
    const member = await trx
      .selectFrom('memberships')
      .select(['id', 'organization_id'])
      .limit(1)
      .executeTakeFirstOrThrow();
    const { rows } = await sql<{ id: string }>`
      insert into files (organization_id, name, media_type, size, sha256)
      select ${member.organization_id}::uuid, 'File ' || at, 'text/plain', 1, md5(at::text) || md5(at::text) from generate_series(1, ${count}) as at
      returning id`.execute(trx);
    return { organizationId: member.organization_id, memberId: member.id, fileIds: rows.map(({ id }) => id) };
  });

type NewPassages = { readonly file: string; readonly model: string; readonly vectors: readonly (readonly number[])[] };

/** Adds a passage for each vector to a file that has none. */
export const addPassages = (db: Database, { file, model, vectors }: NewPassages): Promise<void> =>
  db.asSystem(async (trx) => {
    const { rows } = await sql<{ id: string; position: number }>`
      insert into passages (organization_id, file_id, position, heading, content, tokens, token_count, tokenizer_version)
      select organization_id, id, at, '', repeat('Words of a passage. ', 40), array_to_tsvector(array['word' || at]), 1, 1000000
      from files, generate_series(0, ${vectors.length - 1}) as at where id = ${file} returning id, position`.execute(
      trx,
    );
    await storeMeanings(
      trx,
      model,
      rows.map(({ id, position }) => ({ id, vector: vectors[position] ?? [] })),
    );
  });
