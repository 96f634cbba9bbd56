import { randomUUID } from 'node:crypto';
import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { demoParts } from '../demo/parts.ts';
import { seedDemo } from '../demo/seed.ts';
import { Database } from '../platform/db/database.ts';
import { type EmbeddedDatabase, type Hear, startEmbeddedDatabase } from '../platform/db/embedded.ts';
import { migrateDatabase } from '../platform/db/migrate.ts';
import { BeginningClient } from '../platform/db/preparing-client.ts';
import { keepCompiled } from './keep-compiled.ts';

export type TestDatabase = {
  db: Database;
  /** The URL; null for the embedded database. */
  url: string | null;
  /** The pool, for direct queries: it sees everything. */
  pool: pg.Pool;
  /** Subscribes to pg_notify messages of transactions; set for the embedded database. */
  hear?: Hear;
  close(): Promise<void>;
};

/** A database of its own with the schema and the demonstration data, copied from the template of this run of tests. */
export function openTestDatabase(): Promise<TestDatabase> {
  const url = process.env['TEST_DATABASE_URL'];
  if (process.env['TEST_DATABASE'] !== 'postgres') return openEmbedded();
  if (url === undefined)
    throw new Error(
      'TEST_DATABASE is postgres and TEST_DATABASE_URL is missing: jest.config.mjs sets it by its global set-up.',
    );
  return openPostgres(url);
}

async function openEmbedded(): Promise<TestDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-test-'));
  const template = process.env['TEST_DATABASE_TEMPLATE'];
  if (template === undefined) await makeEmbeddedTemplate(folder);
  // A tenth of what the asynchronous one takes: there are two thousand small files.
  else cpSync(template, folder, { recursive: true });
  await keepCompiled();
  const { died, tellDeath } = hearDeath();
  const embedded = await startEmbeddedDatabase({ folder, durable: false }, died);
  const db = new Database(embedded.pool);
  return {
    db,
    url: null,
    pool: embedded.pool,
    hear: embedded.hear,
    async close() {
      tellDeath();
      await db.close();
      await embedded.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Reports a death when the database is closed: thrown inside the listener it would end the whole file in the name of an
 * innocent test.
 */
function hearDeath() {
  const deaths: Error[] = [];
  return {
    died: (error: Error) => void deaths.push(error),
    tellDeath() {
      if (deaths.length > 0)
        throw new AggregateError(deaths, `The embedded database of the test died: ${deaths.join('; ')}`);
    },
  };
}

/** The template: one database with schema and demonstration data, in which a statement may have changed something. */
export async function makeEmbeddedTemplate(folder: string, change: string | null = null): Promise<void> {
  const { died, tellDeath } = hearDeath();
  const embedded: EmbeddedDatabase = await startEmbeddedDatabase({ folder, durable: false }, died);
  await fill(embedded.pool, change);
  tellDeath();
  await embedded.close();
}

const templateName = 'parlance_template';

/** The name until it is complete: a process killed while making it leaves no incomplete template. */
const unfinishedName = `${templateName}_unfinished`;

/** Once for a cluster: suites that follow on it, and the second look at one of them, find the template there. */
export async function makePostgresTemplate(url: string): Promise<void> {
  const { rowCount } = await admin(url, `select from pg_database where datname = '${templateName}'`);
  if (rowCount !== 0) return;
  await admin(url, `drop database if exists ${unfinishedName} with (force)`);
  await admin(url, `create database ${unfinishedName}`);
  await fill(new pg.Pool({ Client: BeginningClient, connectionString: withDatabase(url, unfinishedName), max: 1 }));
  await admin(url, `alter database ${unfinishedName} rename to ${templateName}`);
}

async function fill(pool: pg.Pool, change: string | null = null): Promise<void> {
  await migrateDatabase(pool);
  const db = new Database(pool);
  await seedDemo(db, demoParts);
  if (change !== null) await pool.query(change);
  await db.close();
}

async function openPostgres(url: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await admin(url, `create database ${name} template ${templateName}`);
  const own = withDatabase(url, name);
  const pool = new pg.Pool({ Client: BeginningClient, connectionString: own, max: 5 });
  const db = new Database(pool);
  return {
    db,
    url: own,
    pool,
    async close() {
      // The pool is done before its last connection is; dropping the database then cuts that one off, which is no news.
      pool.on('error', () => undefined);
      await db.close();
      await admin(url, `drop database ${name} with (force)`);
    },
  };
}

/** A database without a table, on the PostgreSQL of the tests; it goes with it. */
export async function createEmptyDatabase(url: string): Promise<string> {
  const name = `empty_${randomUUID().replaceAll('-', '')}`;
  await admin(url, `create database ${name}`);
  return withDatabase(url, name);
}

/** Breaks every connection to the database but its own, as a restart of PostgreSQL does. */
export const terminateConnections = (url: string): Promise<unknown> =>
  admin(
    url,
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()',
  );

async function admin(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}

function withDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}
