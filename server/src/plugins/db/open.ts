import { join } from 'node:path';
import pg from 'pg';
import { type Config, ConfigError } from '../../config.ts';
import { lockDataFolder, openDataFolder } from './data-folder.ts';
import { Database } from './database.ts';
import { type Hear, startEmbeddedDatabase } from './embedded.ts';
import { startMaintenance } from './maintenance.ts';
import { migrate } from './migrate.ts';

export type OpenDatabase = {
  db: Database;
  /** For the job engine alone, which makes its own transactions: everything else goes through `db`. */
  pool: pg.Pool;
  /** What transactions tell by pg_notify; undefined where a connection of its own listens (PostgreSQL). */
  hear?: Hear;
  close(): Promise<void>;
};

/** Connections of one process. PostgreSQL's default allows 100 for all of them. */
const poolSize = 10;
/** A request must not hang over five seconds because of the database (it gets a 503 instead). */
const connectTimeoutMs = 4000;
/** A statement of a request that takes longer is a mistake; migrations have their own connection without it. */
const statementTimeoutMs = 30_000;

type Report = { error(details: object, message: string): void };

/** Opens PostgreSQL where DATABASE_URL says so, else the embedded database in the data folder, with the newest schema. */
export async function openDatabase(config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>, log: Report, durable = true): Promise<OpenDatabase> {
  if (config.DATABASE_URL !== undefined) return openPostgres(config.DATABASE_URL, log);
  return openEmbedded(config.DATA_DIR, log, durable);
}

async function openPostgres(url: string, log: Report): Promise<OpenDatabase> {
  const forMigration = new pg.Pool({ connectionString: url, max: 1, connectionTimeoutMillis: connectTimeoutMs, application_name: 'parlance-migrations' });
  try {
    await reach(forMigration);
    await migrate(forMigration);
  } finally {
    await forMigration.end();
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    keepAlive: true,
    application_name: 'parlance',
  });
  // An idle connection that breaks is replaced at its next use; without a listener it would end the process.
  pool.on('error', (error) => log.error({ err: error }, 'a database connection broke'));
  const db = new Database(pool);
  return { db, pool, close: () => db.close() };
}

async function reach(pool: pg.Pool): Promise<void> {
  try {
    await pool.query('select 1');
  } catch (error) {
    // The driver's own words name the host and the user, never the password.
    const reason = error instanceof AggregateError ? String(error.errors[0]) : String(error);
    throw new ConfigError(`The database of DATABASE_URL cannot be reached (${reason}). Start it, or set DATABASE_URL to one that answers.`, { cause: error });
  }
}

async function openEmbedded(folder: string, log: Report, durable: boolean): Promise<OpenDatabase> {
  openDataFolder(folder);
  const lock = lockDataFolder(folder);
  const embedded = await startEmbeddedDatabase({ folder: join(folder, 'database'), durable }, (error) => {
    log.error({ err: error }, 'the embedded database ended');
    // Without its database the process can do nothing; whoever supervises it starts it again.
    process.exitCode = 1;
    process.kill(process.pid, 'SIGTERM');
  });
  await migrate(embedded.pool);
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
}
