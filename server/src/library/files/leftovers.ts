import { type Expression, sql } from 'kysely';
import type { Database, Trx } from '../../platform/db/database.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { Log } from '../../platform/telemetry/log.ts';
import { observer } from '../../platform/telemetry/observer.ts';
import { type Due, type Page, days, hours, onePage } from '../../platform/upkeep/due.ts';

/**
 * The time a note is kept: longer than any writer is silent, as a key is noted before its row exists, and again while
 * bytes come (noted-bytes.ts).
 */
const keptHours = 1;
const keptFor = sql<Date>`now() - ${hours(keptHours)}`;
export const storageLeftovers: Due = { table: 'storage_leftovers', by: 'noted_at', keptFor: hours(keptHours) };
/** Keys that no row can name any more, kept as long as anybody could still be using one. */
export const sweptKeys: Due = { table: 'storage_swept', by: 'swept_at', keptFor: days(1) };

/** The columns of tables that name keys of the storage. */
export const naming = [
  ['files', 'storage_key'],
  ['upload_parts', 'storage_key'],
  ['knowledge_sources', 'pending_key'],
  ['file_versions', 'storage_key'],
  ['dialogue_log_exports', 'storage_key'],
  ['remote_releases', 'storage_key'],
  ['organization_exports', 'storage_key'],
  ['tool_contents', 'storage_key'],
] as const;

/**
 * Postpones deletions from the storage for half an hour from now: a key noted long ago may lose its row in a minute. A
 * process that reads files by a snapshot runs this before, and again while it takes longer.
 */
export const postponeLeftovers = `update storage_leftovers set noted_at = now() - interval '30 minutes' where noted_at < now() - interval '30 minutes'`;

type Dependencies = { readonly db: Database; readonly storage: Storage; readonly log: Log };
const isNamed = (key: Expression<string>) =>
  sql<boolean>`(${sql.join(
    naming.map(
      ([table, column]) =>
        sql`exists (select from ${sql.table(table)} where ${sql.ref(`${table}.${column}`)} = ${key})`,
    ),
    sql` or `,
  )})`;

/**
 * Claims a key for deletion: no row can name it from now on. False if one has named it since, or if its writer has
 * noted it anew, beside the notes that are `looked` at.
 */
async function claim(trx: Trx, key: string, looked: readonly string[]): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bytes ${key}`}, 0))`.execute(trx);
  // A statement of its own: it sees what was committed while the lock was waited for.
  const { rows } = await sql`
    insert into storage_swept (key) select ${key}::text
    where not ${isNamed(sql`${key}::text`)}
      and not exists (select from storage_leftovers where key = ${key}::text and noted_at >= ${keptFor} and id <> all (${looked}))
    on conflict (key) do update set swept_at = now()
    returning key`.execute(trx);
  return rows.length > 0;
}

/**
 * Deletes a page of leftovers from the storage, and returns the number of notes examined: bytes of interrupted uploads,
 * and of deleted files. A note is touched while a process works on it, so that no other does; it is deleted last, so an
 * interrupted or failed one comes up again later.
 */
export async function deleteLeftovers(
  { db, storage, log }: Dependencies,
  { limit }: Pick<Page, 'limit'> = onePage,
): Promise<number> {
  const notes = await db.asSystem((trx) => {
    const due = trx
      .selectFrom('storage_leftovers')
      .where('noted_at', '<', keptFor)
      .select('id')
      .orderBy('noted_at')
      .limit(limit)
      .forUpdate()
      .skipLocked();
    return trx
      .updateTable('storage_leftovers')
      .set({ noted_at: sql<Date>`now()` })
      .where('id', 'in', due)
      .returning(['id', 'key', isNamed(sql.ref('storage_leftovers.key')).as('is_named')])
      .execute();
  });
  const looked = notes.map(({ id }) => id);
  const done: string[] = [];
  for (const { id, key, is_named } of notes) {
    try {
      if (!is_named) {
        // Another process is using the file: the note stays and comes up again in an hour.
        if (!(await db.asSystem((trx) => claim(trx, key, looked)))) continue;
        await storage.delete(key);
      }
      done.push(id);
    } catch (error) {
      observer()?.add('parlance.upkeep.failed', 1, { step: 'storage_leftovers' });
      log.error(
        { err: error, key },
        'bytes stay in the storage that no row names; they are looked for again in an hour',
      );
    }
  }
  if (done.length > 0)
    await db.asSystem((trx) => trx.deleteFrom('storage_leftovers').where('id', 'in', done).execute());
  return notes.length;
}
