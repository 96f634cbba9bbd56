import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect, type Transaction, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type pg from 'pg';
import { ConfigError } from '../../config.ts';

const folder = new URL('../../../migrations/', import.meta.url);
const fileName = /^(\d{4}_[a-z0-9_]+)\.sql$/;

/** The files of server/migrations in order: plain SQL, each in the one transaction of the whole run. */
const fromFiles: MigrationProvider = {
  async getMigrations() {
    const migrations: Record<string, Migration> = {};
    for (const file of (await readdir(folder)).sort()) {
      const name = fileName.exec(file)?.[1];
      if (name === undefined) throw new Error(`server/migrations/${file} is not named like 0001_what_it_does.sql.`);
      migrations[name] = {
        async up(db) {
          await sql.raw(await readFile(new URL(file, folder), 'utf8')).execute(db);
        },
      };
    }
    return migrations;
  },
};

/**
 * Brings the schema up to date, under a lock, so that any number of processes may start at once. All of a run is one
 * transaction: whoever is killed in it leaves nothing of it. The schema of a later release is left as it is, and served.
 */
export async function migrate(pool: pg.Pool): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await makeTenantRole(db);
  if ((await schemaOf(pool)) === 'later') return;
  const { error, results } = await new Migrator({ db, provider: fromFiles }).migrateToLatest();
  if (error !== undefined) {
    const failed = results?.find(({ status }) => status === 'Error')?.migrationName ?? 'before the first';
    throw new Error(`The migration ${failed} failed, and nothing of this run was kept.`, { cause: error });
  }
}

/** The names of all migrations of this release, in order. */
export const knownMigrations = async (): Promise<string[]> => Object.keys(await fromFiles.getMigrations()).sort();

/** In a transaction of the caller's: an empty database gets the schema that it had after this migration. */
export async function migrateWithin(trx: Transaction<unknown>, last: string): Promise<void> {
  await makeTenantRole(trx);
  const { error } = await new Migrator({ db: trx, provider: fromFiles }).migrateTo(last);
  if (error !== undefined) throw new Error(`The schema of ${last} could not be made.`, { cause: error });
}

/** Against this release: `behind` where a migration of it was not done, `later` where all were and others besides. */
type Schema = 'behind' | 'current' | 'later';

async function schemaOf(pool: pg.Pool): Promise<Schema> {
  const { rows: found } = await pool.query<{ is_there: boolean }>(`select to_regclass('kysely_migration') is not null as is_there`);
  const { rows } = found[0]?.is_there === true ? await pool.query<{ name: string }>('select name from kysely_migration') : { rows: [] };
  const done = new Set(rows.map(({ name }) => name));
  const ours = await knownMigrations();
  if (ours.some((name) => !done.has(name))) return 'behind';
  return done.size > ours.length ? 'later' : 'current';
}

const lookEveryMs = 500;
const waitedAtMostMs = 60_000;

/** Waits until another process has brought the schema up to date, and says so. Throws a ConfigError where none does. */
export async function waitForSchema(pool: pg.Pool, log: { warn(details: object, message: string): void }, atMostMs = waitedAtMostMs): Promise<void> {
  const until = performance.now() + atMostMs;
  for (let looks = 0; (await schemaOf(pool)) === 'behind'; looks += 1) {
    if (looks === 0) log.warn({}, 'the schema of the database is of an earlier release: waiting for npm run migrate');
    if (performance.now() > until) throw new ConfigError('The database of DATABASE_URL has the schema of an earlier release, or none. Run npm run migrate with the same settings, or set MIGRATE_AT_START to true.');
    await pause(lookEveryMs);
  }
}

/**
 * The role of every tenant's transaction owns nothing and bypasses nothing, so that row-level security holds. Roles
 * belong to the whole PostgreSQL cluster: another process, or another database there, may make it at the same moment.
 */
async function makeTenantRole(db: Kysely<unknown>): Promise<void> {
  await sql`
    do $$ begin
      if not exists (select 1 from pg_roles where rolname = 'parlance_app') then
        create role parlance_app nologin noinherit;
      end if;
    exception when duplicate_object or unique_violation then null;
    end $$`.execute(db);
  await sql`
    do $$ begin
      if not pg_has_role(current_user, 'parlance_app', 'member') then
        execute format('grant parlance_app to %I', current_user);
      end if;
    end $$`.execute(db);
  await sql`grant usage on schema public to parlance_app`.execute(db);
}
