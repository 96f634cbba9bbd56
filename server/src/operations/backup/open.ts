import { join } from 'node:path';
import pg from 'pg';
import { type Config, ConfigError } from '../../platform/config/config.ts';
import { lockDataFolder, openDataFolder } from '../../platform/db/data-folder.ts';
import { startEmbeddedDatabase } from '../../platform/db/embedded.ts';

export type OpenDatabase = { readonly pool: pg.Pool; close(): Promise<void> };

/** One reads the snapshot, one asks for time meanwhile. */
const connections = 2;
const connectTimeoutMs = 4000;

/**
 * The database of the settings as it is: with the schema that it has, whichever that is. Throws a ConfigError where it
 * cannot be had.
 */
export const openAsItIs = ({
  DATABASE_URL,
  DATA_DIR,
}: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>): Promise<OpenDatabase> =>
  DATABASE_URL === undefined ? openFolder(DATA_DIR) : openUrl(DATABASE_URL);

async function openUrl(connectionString: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    application_name: 'parlance-backup',
    options: '-c jit=off',
  });
  // Who uses a connection that breaks hears of it there.
  pool.on('error', () => undefined);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    const reason = error instanceof AggregateError ? String(error.errors[0]) : String(error);
    throw new ConfigError(`The database cannot be reached (${reason}). Start it, or name one that answers.`, {
      cause: error,
    });
  }
  return { pool, close: () => pool.end() };
}

async function openFolder(folder: string): Promise<OpenDatabase> {
  openDataFolder(folder);
  const lock = lockDataFolder(folder);
  const embedded = await startEmbeddedDatabase({ folder: join(folder, 'database'), durable: true }, (error) => {
    throw error;
  });
  return {
    pool: embedded.pool,
    async close() {
      await embedded.pool.end();
      await embedded.close();
      lock.release();
    },
  };
}
