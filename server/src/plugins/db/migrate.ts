import { readFile, readdir } from 'node:fs/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import type pg from 'pg';

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

/** Brings the schema up to date, under a lock, so that any number of processes may start at once. */
export async function migrate(pool: pg.Pool): Promise<void> {
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await makeTenantRole(db);
  const { error, results } = await new Migrator({ db, provider: fromFiles }).migrateToLatest();
  if (error !== undefined) {
    const failed = results?.find(({ status }) => status === 'Error')?.migrationName ?? 'before the first';
    throw new Error(`The migration ${failed} failed, and nothing of this run was kept.`, { cause: error });
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
