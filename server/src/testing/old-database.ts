import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '../platform/db/embedded.ts';
import { createEmptyDatabase } from './test-database.ts';

const folder = new URL('../../migrations/', import.meta.url);

/** A database of a release before, to try migrations on: they run when it is filled. */
export type OldDatabase = {
  /** Runs the migrations from the first that the release did not have. */
  migrateOn(): Promise<void>;
  run(statement: string): Promise<void>;
  rowsOf(statement: string): Promise<Record<string, unknown>[]>;
  close(): Promise<void>;
};

/** The schema as it was before a migration, by its number, without a row. */
export async function openOldDatabase(before: string): Promise<OldDatabase> {
  const { pool, close } = await openEmptyDatabase();
  async function migrate(wanted: (file: string) => boolean): Promise<void> {
    for (const file of (await readdir(folder)).sort().filter(wanted))
      await pool.query(await readFile(new URL(file, folder), 'utf8'));
  }
  await pool.query(
    `do $$ begin create role parlance_app nologin noinherit; exception when duplicate_object then null; end $$`,
  );
  await migrate((file) => file < before);
  return {
    migrateOn: () => migrate((file) => file >= before),
    run: async (statement) => void (await pool.query(statement)),
    rowsOf: async (statement) => (await pool.query<Record<string, unknown>>(statement)).rows,
    close,
  };
}

/** A database without a table, of the kind that TEST_DATABASE names. */
export async function openEmptyDatabase(): Promise<{ pool: pg.Pool; close: () => Promise<void> }> {
  if (process.env['TEST_DATABASE'] === 'postgres') {
    const pool = new pg.Pool({
      connectionString: await createEmptyDatabase(process.env['TEST_DATABASE_URL'] ?? ''),
      max: 1,
    });
    return { pool, close: () => pool.end() };
  }
  const data = await mkdtemp(join(tmpdir(), 'parlance-migration-'));
  const { pool, close } = await startEmbeddedDatabase({ folder: data, durable: false }, (error) => {
    throw error;
  });
  return {
    pool,
    async close() {
      await close();
      await rm(data, { recursive: true, force: true });
    },
  };
}
