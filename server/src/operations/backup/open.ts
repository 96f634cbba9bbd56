import { join } from 'node:path';
import pg from 'pg';
import { type Config, ConfigError } from '../../platform/config/config.ts';
import { lockDataFolder, openDataFolder } from '../../platform/db/data-folder.ts';
import { startEmbeddedDatabase } from '../../platform/db/embedded.ts';

export type OpenDatabase = { readonly pool: pg.Pool; close(): Promise<void> };

/** The number of connections: one reads the snapshot, one postpones deletions meanwhile. */
const connections = 2;
const connectTimeoutMs = 4000;

/**
 * Opens the database of the settings with its present schema, whichever that is. Throws a ConfigError if it is
 * unavailable.
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
  // A connection that breaks in use fails its statement.
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
