import { join } from 'node:path';
import pg from 'pg';
import { type Config, ConfigError } from '../config/config.ts';
import { certificateWords } from '../outgoing/certificate-failure.ts';
import { observedClient } from '../telemetry/statements.ts';
import { lockDataFolder, openDataFolder } from './data-folder.ts';
import { Database } from './database.ts';
import { type EmbeddedDatabase, type Hear, startEmbeddedDatabase } from './embedded.ts';
import { startMaintenance } from './maintenance.ts';
import { migrateDatabase, waitForSchema } from './migrate.ts';
import { BeginningClient } from './preparing-client.ts';
import { SilenceWatch } from './silence.ts';

export type OpenDatabase = {
  db: Database;
  /** The pool of the job engine, which makes its own transactions; everything else goes through `db`. */
  pool: pg.Pool;
  /** Subscribes to pg_notify messages of transactions; undefined if a connection of its own listens (PostgreSQL). */
  hear?: Hear;
  close(): Promise<void>;
};

/** The pool size of one process. PostgreSQL's default allows 100 connections in all. */
const poolSize = 10;
/** The default timeout: a request must not hang over five seconds because of the database (it gets a 503 instead). */
const connectTimeoutMs = 4000;
const secondMs = 1000;
/** The statement timeout: a longer one in a request is a mistake; migrations have a connection without it. */
const statementTimeoutMs = 30_000;

type Report = { error(details: object, message: string): void; warn(details: object, message: string): void };

type Settings = Pick<Config, 'DATABASE_URL' | 'DATA_DIR'> & {
  readonly DATABASE_WAIT_SECONDS?: number | undefined;
  readonly MIGRATE_AT_START?: boolean;
};

/**
 * Opens PostgreSQL if DATABASE_URL is set, otherwise the embedded database in the data folder, with the newest schema:
 * migrated here, or waited for if MIGRATE_AT_START is false. The embedded one is always migrated here.
 */
export async function openDatabase(config: Settings, log: Report, durable = true): Promise<OpenDatabase> {
  const waitMs = config.DATABASE_WAIT_SECONDS === undefined ? undefined : config.DATABASE_WAIT_SECONDS * secondMs;
  if (config.DATABASE_URL !== undefined)
    return openPostgres(config.DATABASE_URL, { log, waitMs, migrates: config.MIGRATE_AT_START ?? true });
  return openEmbedded({ folder: config.DATA_DIR, durable, waitMs }, log);
}

type Opening = { readonly log: Report; readonly waitMs: number | undefined; readonly migrates: boolean };

async function openPostgres(url: string, { log, waitMs, migrates }: Opening): Promise<OpenDatabase> {
  const forMigration = new pg.Pool({
    connectionString: url,
    max: 1,
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: 'parlance-migrations',
  });
  try {
    await reach(forMigration);
    if (migrates) await migrateDatabase(forMigration, log);
    else await waitForSchema(forMigration, log);
  } finally {
    await forMigration.end();
  }
  return connectPostgres(url, log, waitMs);
}

/** Opens a pool for a database whose schema is managed elsewhere; it connects on first use. */
export function connectPostgres(url: string, log: Report, waitMs = connectTimeoutMs): OpenDatabase {
  const silence = new SilenceWatch(url);
  const pool = new pg.Pool({
    Client: silence.watched(observedClient(BeginningClient)),
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: waitMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    keepAlive: true,
    application_name: 'parlance',
    // Statements are short: to compile one, as PostgreSQL does where it guesses that it is long, takes longer than it.
    options: '-c jit=off',
  });
  // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
  pool.on('error', (error) => log.error({ err: error }, 'a database connection broke'));
  const db = new Database(pool);
  return {
    db,
    pool,
    async close() {
      await db.close();
      silence.stop();
    },
  };
}

async function reach(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('select 1');
  } catch (error) {
    // The driver's own words name the host and the user, never the password.
    const reason =
      certificateWords(error) ?? (error instanceof AggregateError ? String(error.errors[0]) : String(error));
    throw new ConfigError(
      `The database of DATABASE_URL cannot be reached (${reason}). Start it, or set DATABASE_URL to one that answers.`,
      { cause: error },
    );
  }
}

type EmbeddedOptions = { readonly folder: string; readonly durable: boolean; readonly waitMs: number | undefined };

async function openEmbedded({ folder, durable, waitMs }: EmbeddedOptions, log: Report): Promise<OpenDatabase> {
  openDataFolder(folder);
  const lock = lockDataFolder(folder);
  try {
    const embedded = await startMigrated({ folder: join(folder, 'database'), durable, waitMs }, log);
    const db = new Database(embedded.pool);
    const maintenance = startMaintenance(embedded.pool, log);
    return {
      db,
      pool: embedded.pool,
      hear: embedded.hear,
      async close() {
        await maintenance.stop();
        await db.close();
        await embedded.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function startMigrated(options: EmbeddedOptions, log: Report): Promise<EmbeddedDatabase> {
  const embedded = await startEmbeddedDatabase(options, (error) => {
    log.error({ err: error }, 'the embedded database ended');
    // The process can do nothing without its database; its supervisor restarts it.
    process.exitCode = 1;
    process.kill(process.pid, 'SIGTERM');
  });
  try {
    await migrateDatabase(embedded.pool);
    return embedded;
  } catch (error) {
    await embedded.pool.end();
    await embedded.close();
    throw error;
  }
}
