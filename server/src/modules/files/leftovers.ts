import { type Expression, sql } from 'kysely';
import type { Database, Trx } from '../../plugins/db/database.ts';
import type { Storage } from '../../storage/storage.ts';

/** Longer than whoever writes is silent: a key is noted before its row is there, and again while bytes come (noted-bytes.ts). */
const keptFor = sql<Date>`now() - interval '1 hour'`;
const sweptAtOnce = 500;

/** Where rows name what lies in the storage. */
export const naming = [
  ['files', 'storage_key'],
  ['upload_parts', 'storage_key'],
  ['knowledge_sources', 'pending_key'],
  ['file_versions', 'storage_key'],
  ['dialogue_log_exports', 'storage_key'],
  ['remote_releases', 'storage_key'],
  ['organization_exports', 'storage_key'],
] as const;

/**
 * For half an hour from now nothing is taken out of the storage that a row names at this moment: a key that was noted long
 * ago may lose its row in a minute. Whoever reads files by a snapshot asks for it before, and again while it takes longer.
 */
export const postponeLeftovers = `update storage_leftovers set noted_at = now() - interval '30 minutes' where noted_at < now() - interval '30 minutes'`;

const isNamed = (key: Expression<string>) => sql<boolean>`(${sql.join(naming.map(([table, column]) => sql`exists (select from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${key})`), sql` or `)})`;

/**
 * Decides that the bytes of a key go: from now on no row can name them. False where one has named them since they were looked
 * for, and where whoever writes them has noted the key anew.
 */
async function claim(trx: Trx, key: string): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bytes ${key}`}, 0))`.execute(trx);
  // A statement of its own: it sees what was committed while the lock was waited for.
  const { rows } = await sql`
    insert into storage_swept (key) select ${key}::text
    where not ${isNamed(sql`${key}::text`)} and not exists (select from storage_leftovers where key = ${key}::text and noted_at >= ${keptFor})
    on conflict (key) do update set swept_at = now()
    returning key`.execute(trx);
  return rows.length > 0;
}

/**
 * Takes out of the storage what no row names: the bytes of an upload that broke off, and of files that are gone. The note of
 * a key goes last, so that what is cut off here is found again.
 */
export async function deleteLeftovers({ db, storage }: { db: Database; storage: Storage }): Promise<void> {
  const notes = await db.asSystem((trx) =>
    trx
      .selectFrom('storage_leftovers')
      .where('noted_at', '<', keptFor)
      .select(['id', 'key'])
      .select(isNamed(sql.ref('storage_leftovers.key')).as('is_named'))
      .orderBy('noted_at')
      .limit(sweptAtOnce)
      .execute(),
  );
  for (const { key, is_named } of notes) if (!is_named && (await db.asSystem((trx) => claim(trx, key)))) await storage.delete(key);
  await db.asSystem((trx) => trx.deleteFrom('storage_swept').where('swept_at', '<', sql<Date>`now() - interval '1 day'`).execute());
  if (notes.length === 0) return;
  await db.asSystem((trx) => trx.deleteFrom('storage_leftovers').where('id', 'in', notes.map(({ id }) => id)).execute());
}
