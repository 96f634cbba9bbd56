import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, type Transaction, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { ConfigError } from '../config/config.ts';
import { makeTenantRole } from './tenant-role.ts';

type Warn = { warn(details: object, message: string): void };
const silent: Warn = { warn: () => undefined };

const folder = new URL('../../../migrations/', import.meta.url);
const fileName = /^(\d{4}_[a-z0-9_]+)\.sql$/;

/** How long a migration waits for a table. Requests queue behind it meanwhile, and have five seconds. */
const lockWaitMs = 2000;
const lockPauseMs = 1000;
/**
 * Statements of the product end within half a minute: what holds a table longer is a dump, or a person with a console.
 */
const lockPatienceMs = 10 * 60_000;
/** SQLSTATE lock_not_available. */
const isLocked = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '55P03';

/** The files of server/migrations in order: plain SQL, each in the one transaction of the whole run. */
const fromFiles: MigrationProvider = {
  async getMigrations() {
    const migrations: Record<string, Migration> = {};
    for (const file of (await readdir(folder)).sort()) {
      const name = fileName.exec(file)?.[1];
      if (name === undefined) throw new Error(`server/migrations/${file} is not named like 0001_what_it_does.sql.`);
      migrations[name] = {
        async up(db) {
          // For the rest of the transaction, and not for the lock under which one process migrates while the others
          // wait.
          await sql.raw(`set local lock_timeout = ${lockWaitMs}`).execute(db);
          await sql.raw(await readFile(new URL(file, folder), 'utf8')).execute(db);
        },
      };
    }
    return migrations;
  },
};

/**
 * Brings the schema up to date, under a lock, so that any number of processes may start at once. All of a run is one
 * transaction: whoever is killed in it leaves nothing of it. The schema of a later release is left as it is, and
 * served. A table that a long transaction holds is waited for in short turns, between which requests go on.
 */
export async function migrateDatabase(pool: pg.Pool, log: Warn = silent, patienceMs = lockPatienceMs): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await makeTenantRole(db);
  const schema = await schemaOf(pool);
  if (schema.is === 'later') return;
  if (schema.unknown.length > 0) throw ofTwoReleases(schema);
  const until = performance.now() + patienceMs;
  for (let tries = 0; ; tries += 1) {
    const { error, results } = await new Migrator({ db, provider: fromFiles }).migrateToLatest();
    if (error === undefined) return;
    if (isLocked(error)) {
      if (performance.now() > until) throw heldByAnother(error);
      if (tries === 0) log.warn({ err: error }, 'a table is held by another transaction: the migrations wait for it');
      await pause(lockPauseMs);
      continue;
    }
    const failed = results?.find(({ status }) => status === 'Error')?.migrationName ?? 'before the first';
    throw new Error(`The migration ${failed} failed, and nothing of this run was kept.`, { cause: error });
  }
}

const heldByAnother = (cause: unknown) =>
  new ConfigError(
    'Another transaction has held a table for too long, and the migrations cannot change it; nothing of this run was kept. See pg_stat_activity for what it is (a dump, an open console), end it, and start again.',
    { cause },
  );

/** The names of all migrations of this release, in order. */
export const knownMigrations = async (): Promise<string[]> => Object.keys(await fromFiles.getMigrations()).sort();

/** In a transaction of the caller's: an empty database gets the schema that it had after this migration. */
export async function migrateWithin(trx: Transaction<unknown>, last: string): Promise<void> {
  await makeTenantRole(trx);
  const { error } = await new Migrator({ db: trx, provider: fromFiles }).migrateTo(last);
  if (error !== undefined) throw new Error(`The schema of ${last} could not be made.`, { cause: error });
}

/**
 * Against this release: `behind` where migrations of it were not done (`missing`), `later` where all were and others
 * besides (`unknown`).
 */
type Schema = {
  readonly is: 'behind' | 'current' | 'later';
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
};

async function schemaOf(pool: pg.Pool): Promise<Schema> {
  const { rows: found } = await pool.query<{ is_there: boolean }>(
    `select to_regclass('kysely_migration') is not null as is_there`,
  );
  const { rows } =
    found[0]?.is_there === true
      ? await pool.query<{ name: string }>('select name from kysely_migration')
      : { rows: [] };
  const done = new Set(rows.map(({ name }) => name));
  const ours = await knownMigrations();
  const missing = ours.filter((name) => !done.has(name));
  const unknown = [...done].filter((name) => !ours.includes(name)).sort();
  return { is: missing.length > 0 ? 'behind' : unknown.length > 0 ? 'later' : 'current', missing, unknown };
}

/** No release has such a schema: neither knows what the other has done. */
const ofTwoReleases = ({ missing, unknown }: Schema) =>
  new ConfigError(
    `The database has run migrations that this release does not know (${unknown.join(', ')}), and lacks others that it has (${missing.join(', ')}). Another build has been at it: start the newest release, which has all of them, or go back to the backup from before.`,
  );

const lookEveryMs = 500;
const waitedAtMostMs = 60_000;

/** Waits until another process has brought the schema up to date, and says so. Throws a ConfigError where none does. */
export async function waitForSchema(pool: pg.Pool, log: Warn, atMostMs = waitedAtMostMs): Promise<void> {
  const until = performance.now() + atMostMs;
  for (let looks = 0; (await schemaOf(pool)).is === 'behind'; looks += 1) {
    if (looks === 0)
      log.warn({}, 'the schema of the database is of an earlier release: waiting for npm run operate -- migrate');
    if (performance.now() > until)
      throw new ConfigError(
        'The database of DATABASE_URL has the schema of an earlier release, or none. Run npm run operate -- migrate with the same settings, or set MIGRATE_AT_START to true.',
      );
    await pause(lookEveryMs);
  }
}
