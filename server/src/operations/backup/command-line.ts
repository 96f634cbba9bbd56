import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type BackupResult, makeBackup } from '@parlance/shared/contract/api/backup';
import { type Config, ConfigError } from '../../platform/config/config.ts';
import { FolderInUse } from '../../platform/db/data-folder.ts';
import { askAsOperator } from '../../platform/http/operator-client.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { createLog } from '../../platform/telemetry/log.ts';
import { readArchive } from './archive.ts';
import { writeBackup } from './backup.ts';
import { quoteIdentifier, tablesOf } from './catalog.ts';
import type { Entry } from './entries.ts';
import { readKeyFiles } from './key-files.ts';
import { type OpenDatabase, openAsItIs } from './open.ts';
import { type RestoreResult, restoreEntries } from './restore.ts';
import { entriesOf } from './snapshot.ts';

export const usage = `npm run operate -- backup <folder or file>            database, files and keys into one file, which is read again
npm run operate -- restore <file> [--replace]         all of it back, into an empty installation or in place of what is there
npm run operate -- move <DATABASE_URL> [--replace]    the embedded database into PostgreSQL; files stay where they are`;

/**
 * What `npm run operate -- backup` does, beside the program or without it. Gives what to print; throws a ConfigError
 * with a sentence.
 */
export async function runBackup(args: readonly string[], config: Config): Promise<string> {
  const [place] = args;
  if (place === undefined || args.length > 1) throw new ConfigError(usage);
  const file = fileAt(resolve(place));
  if (!existsSync(dirname(file)))
    throw new ConfigError(`There is no folder ${dirname(file)}. Make it, or name another one.`);
  if (existsSync(file)) throw new ConfigError(`There is something at ${file} already. Name another file, or a folder.`);
  const found = await backUp(config, file);
  const text = `${contentOf(found)} are in ${file} (${sizeText(statSync(file).size)}), which was read again and is whole.${aboutSettings(config)}`;
  // Whoever runs it by the clock hears of it by its code.
  if (found.missing.length > 0) throw new ConfigError(`${text}${sentenceOnMissing(found)}`);
  return text;
}

/** In a folder each backup has a name of its own. */
const fileAt = (place: string) =>
  existsSync(place) && statSync(place).isDirectory()
    ? join(place, `parlance-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.tar`)
    : place;

/** The embedded database is read by the process that has it. */
async function backUp(config: Config, file: string): Promise<BackupResult> {
  try {
    return await withDatabase(config, ({ pool }) =>
      withStorage(config, (storage) => writeBackup({ pool, files: { storage, keys: readKeyFiles(config) } }, file)),
    );
  } catch (error) {
    if (!(error instanceof FolderInUse)) throw error;
    return askAsOperator(config, makeBackup, { file });
  }
}

/** What `npm run operate -- restore` does, with the program stopped. */
export async function runRestore(args: readonly string[], config: Config): Promise<string> {
  const [[place], isReplacing] = wordsOf(args);
  if (place === undefined) throw new ConfigError(usage);
  const found = await restoreBackup(config, { file: resolve(place), isReplacing });
  return [`${contentOf(found)} are restored.${sentenceOnMissing(found)}`, ...found.warnings, 'Start the program.'].join(
    '\n',
  );
}

export function restoreBackup(
  config: Config,
  { file, isReplacing }: { file: string; isReplacing: boolean },
): Promise<RestoreResult> {
  return readFirst(readArchive(file), (entries) =>
    withDatabase(config, ({ pool }) =>
      withStorage(config, (storage) =>
        restoreEntries(entries, {
          pool,
          url: config.DATABASE_URL ?? null,
          files: { storage, settings: config },
          isReplacing,
        }),
      ),
    ),
  );
}

/**
 * An archive that is not whole is refused with its first entry: before a database is opened, which makes one where
 * there is none.
 */
async function readFirst<T>(
  entries: AsyncGenerator<Entry>,
  use: (entries: AsyncIterable<Entry>) => Promise<T>,
): Promise<T> {
  const first = await entries.next();
  async function* all(): AsyncGenerator<Entry> {
    if (first.done !== true) yield first.value;
    yield* entries;
  }
  return use(all());
}

/** What `npm run operate -- move` does, with the program stopped. */
export async function runMove(args: readonly string[], config: Config): Promise<string> {
  const [[url], isReplacing] = wordsOf(args);
  if (url === undefined || !/^postgres(ql)?:\/\//.test(url)) throw new ConfigError(usage);
  if (!existsSync(join(config.DATA_DIR, 'database')))
    throw new ConfigError(
      `There is no embedded database in ${config.DATA_DIR}. Set DATA_DIR to the folder that has it.`,
    );
  const rows = await moveInstallation(config, { url, isReplacing });
  const width = Math.max(...rows.map(({ table }) => table.length));
  const lines = rows.map(
    ({ table, before, after }) => `${table.padEnd(width)}  ${String(before).padStart(9)}  ${String(after).padStart(9)}`,
  );
  return [
    `${'table'.padEnd(width)}  ${'embedded'.padStart(9)}  PostgreSQL`,
    ...lines,
    'Files and keys stay where they are. Set DATABASE_URL to it and start the program.',
  ].join('\n');
}

export type MovedTable = {
  readonly table: string;
  /** Rows here, with the jobs that the engine had. */ readonly before: number;
  readonly after: number;
};

/** Throws where a table has other rows afterwards than before. */
export function moveInstallation(
  config: Config,
  { url, isReplacing }: { url: string; isReplacing: boolean },
): Promise<MovedTable[]> {
  return withDatabase({ DATA_DIR: config.DATA_DIR, DATABASE_URL: undefined }, (from) =>
    withDatabase({ DATA_DIR: config.DATA_DIR, DATABASE_URL: url }, async (to) => {
      const { jobs } = await restoreEntries(entriesOf({ pool: from.pool, files: null }), {
        pool: to.pool,
        url,
        files: null,
        isReplacing,
      });
      const tables = Object.keys(await tablesOf(from.pool));
      const [before, after] = [await countRows(from, tables), await countRows(to, tables)];
      const rows = tables.map((table, index) => ({
        table,
        before: (before[index] ?? 0) + (table === 'job_requests' ? jobs : 0),
        after: after[index] ?? 0,
      }));
      const wrong = rows.filter((row) => row.before !== row.after);
      if (wrong.length > 0)
        throw new Error(
          `These tables have other rows in PostgreSQL: ${wrong.map(({ table, before: here, after: there }) => `${table} ${there} instead of ${here}`).join(', ')}.`,
        );
      return rows;
    }),
  );
}

async function countRows({ pool }: OpenDatabase, tables: readonly string[]): Promise<number[]> {
  const counted: number[] = [];
  for (const table of tables)
    counted.push(
      (await pool.query<{ count: number }>(`select count(*)::integer as count from ${quoteIdentifier(table)}`)).rows[0]
        ?.count ?? 0,
    );
  return counted;
}

async function withDatabase<T>(
  settings: Pick<Config, 'DATABASE_URL' | 'DATA_DIR'>,
  use: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = await openAsItIs(settings);
  try {
    return await use(database);
  } finally {
    await database.close();
  }
}

type OpenStorage = Awaited<ReturnType<typeof openStorage>>;

async function withStorage<T>(config: Config, use: (storage: OpenStorage) => Promise<T>): Promise<T> {
  const storage = await openStorage(config, createLog(config));
  try {
    return await use(storage);
  } finally {
    await storage.close();
  }
}

function wordsOf(args: readonly string[]): [words: readonly string[], isReplacing: boolean] {
  const words = args.filter((word) => word !== '--replace');
  if (words.length !== 1) throw new ConfigError(usage);
  return [words, words.length < args.length];
}

const contentOf = ({ tables, files, bytes }: BackupResult) =>
  `${Object.values(tables).reduce((sum, rows) => sum + rows, 0)} rows of ${Object.keys(tables).length} tables and ${files} files (${sizeText(bytes)})`;
const sentenceOnMissing = ({ missing }: BackupResult) =>
  missing.length === 0
    ? ''
    : `\n${missing.length} files are named by rows and are not in the storage: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ', …' : ''}.`;

/**
 * Settings are no part of a backup: they are where the operator keeps them, and say where things lie on this machine.
 */
function aboutSettings(config: Config): string {
  const keys = (['TOOL_SECRETS_KEY', 'PLAN_SIGNING_KEYS'] as const).filter((name) => config[name] !== undefined);
  return keys.length === 0 ? '' : `\nNot in it: ${keys.join(' and ')}. These are settings: keep them by themselves.`;
}

const mega = 1_000_000;
const sizeText = (bytes: number) => `${(bytes / mega).toFixed(1)} MB`;
