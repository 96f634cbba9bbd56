import { isDeepStrictEqual } from 'node:util';
import { CompiledQuery, Kysely, PostgresDialect, type Transaction } from 'kysely';
import type pg from 'pg';
import * as z from 'zod/mini';
import { type Config, ConfigError } from '../../platform/config/config.ts';
import { knownMigrations, migrateDatabase, migrateWithin } from '../../platform/db/migrate.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { countEntries } from './archive.ts';
import {
  type Asking,
  isEmpty,
  likeEverywhere,
  namedKeys,
  quoteIdentifier,
  tablesOf,
  writtenColumns,
} from './catalog.ts';
import { type Counts, type Entry, type Head, format, head, headName, meaningOf, rowsIn } from './entries.ts';
import { warningAboutSecrets, writeKeyFiles } from './key-files.ts';

export type Target = {
  readonly pool: pg.Pool;
  /** Null where the embedded database is the target: its folder is locked. */
  readonly url: string | null;
  /** Null where files and keys stay where they are. */
  readonly files: {
    readonly storage: Pick<Storage, 'put' | 'delete'>;
    readonly settings: Pick<Config, 'DATA_DIR' | 'TOOL_SECRETS_KEY'>;
  } | null;
  /** Whether what is there may go. */
  readonly isReplacing: boolean;
};
export type RestoreResult = Counts & { readonly warnings: readonly string[] };

type Trx = Transaction<unknown>;

/**
 * Brings everything of a backup into an empty database, or in place of what is there, in one transaction: all of it is
 * there when it resolves, and the database is as it was where it rejects. Files come before the rows that name them.
 */
export async function restoreEntries(entries: AsyncIterable<Entry>, target: Target): Promise<RestoreResult> {
  const reader = entries[Symbol.asyncIterator]();
  try {
    const first = await reader.next();
    const known = await readHead(first.done === true ? null : first.value);
    const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: target.pool }) });
    const found = await db.transaction().execute((trx) => restoreWithin(trx, { known, reader, target }));
    // From the release that made the backup to this one, as with every start.
    await migrateDatabase(target.pool);
    await target.pool.query('analyze');
    const warning = target.files === null ? null : warningAboutSecrets(target.files.settings, known.secrets_print);
    return { ...found, warnings: warning === null ? [] : [warning] };
  } finally {
    await reader.return?.();
  }
}

async function readHead(first: Entry | null): Promise<Head> {
  const read = first?.name === headName ? z.safeParse(head, JSON.parse(first.bytes.toString())) : null;
  if (read?.success !== true) throw new ConfigError('This is no backup. Nothing was changed.');
  const migrations = await knownMigrations();
  const isKnown = read.data.format <= format && read.data.migrations.every((name, index) => migrations[index] === name);
  if (!isKnown)
    throw new ConfigError(
      'The backup was made by a later release than this one. Restore it with that release or a later one. Nothing was changed.',
    );
  return read.data;
}

type Options = { readonly known: Head; readonly reader: AsyncIterator<Entry, unknown>; readonly target: Target };

async function restoreWithin(trx: Trx, { known, reader, target }: Options): Promise<Counts> {
  const asking = askingWithin(trx);
  await asking.query(likeEverywhere);
  const replaced = await makeRoom(asking, target);
  await migrateWithin(trx, known.migrations.at(-1) ?? '');
  // A migration may have said otherwise for the rest of the transaction.
  await asking.query(likeEverywhere);
  compareTables(known, await tablesOf(asking));
  const guards = await liftGuards(asking, Object.keys(known.tables));
  const { found, keys, files } = await takeIn(asking, reader, target.files?.storage ?? null);
  for (const [sequence, { last_value: value, is_called: isCalled }] of Object.entries(found.sequences))
    await asking.query('select setval($1::regclass, $2::bigint, $3)', [quoteIdentifier(sequence), value, isCalled]);
  await guards.putBack();
  if (target.files !== null) {
    const named = new Set(await namedKeys(asking));
    compareFiles(named, files, found.missing);
    const left = replaced.filter((key) => !named.has(key));
    // What only the rows named that were replaced is taken out of the storage in an hour.
    if (left.length > 0) await asking.query('insert into storage_leftovers (key) select unnest($1::text[])', [left]);
    writeKeyFiles(target.files.settings, keys, target.isReplacing);
  }
  return found;
}

/** What pg would ask, in the transaction of a Kysely. */
function askingWithin(trx: Trx): Asking {
  const query = async (text: string, values: readonly unknown[] = []) => {
    const { rows } = await trx.executeQuery(CompiledQuery.raw(text, [...values]));
    return { rows, rowCount: rows.length };
  };
  return { query } as unknown as Asking; // of the driver's answer only these two are asked for here
}

/** Gives the keys that its rows named. */
async function makeRoom(asking: Asking, { url, isReplacing }: Target): Promise<string[]> {
  if (url !== null) await refuseBesideOthers(asking);
  if (await isEmpty(asking)) return [];
  if (!isReplacing)
    throw new ConfigError(
      'The database is not empty. Name an empty one, or add --replace: then everything in it goes. Nothing was changed.',
    );
  const keys = await namedKeys(asking);
  await asking.query('drop schema if exists pgboss cascade');
  await asking.query('drop schema public cascade');
  await asking.query('create schema public');
  return keys;
}

/** The embedded database has its lock; here whoever is connected says so by its name. */
async function refuseBesideOthers(asking: Asking): Promise<void> {
  const { rows } = await asking.query<{ others: number }>(
    `select count(*)::integer as others from pg_stat_activity where datname = current_database() and application_name in ('parlance', 'parlance-migrations', 'parlance-events')`,
  );
  const others = rows[0]?.others ?? 0;
  if (others > 0)
    throw new ConfigError(
      `The program is running on this database (${others} connections). Stop every process of it first. Nothing was changed.`,
    );
}

function compareTables({ tables }: Head, here: Record<string, string[]>): void {
  const names = new Set([...Object.keys(tables), ...Object.keys(here)]);
  const others = [...names].filter((name) => !isDeepStrictEqual(tables[name], here[name]));
  if (others.length > 0)
    throw new ConfigError(
      `The backup has other columns than its release made (${others.join(', ')}). Nothing was changed.`,
    );
}

/** References and triggers hold between rows that come one after the other; they are asked once all are there. */
async function liftGuards(asking: Asking, tables: readonly string[]): Promise<{ putBack(): Promise<void> }> {
  const { rows: references } = await asking.query<{ name: string; table: string; definition: string }>(
    `select con.conname::text as name, c.relname::text as table, pg_get_constraintdef(con.oid) as definition
     from pg_constraint con join pg_class c on c.oid = con.conrelid where con.contype = 'f' and con.connamespace = 'public'::regnamespace`,
  );
  for (const { name, table } of references)
    await asking.query(`alter table ${quoteIdentifier(table)} drop constraint ${quoteIdentifier(name)}`);
  for (const table of tables) await asking.query(`alter table ${quoteIdentifier(table)} disable trigger user`);
  // What migrations put into new tables.
  await asking.query(`truncate ${tables.map(quoteIdentifier).join(', ')}`);
  return {
    async putBack() {
      for (const { name, table, definition } of references)
        await asking.query(
          `alter table ${quoteIdentifier(table)} add constraint ${quoteIdentifier(name)} ${definition}`,
        );
      for (const table of tables) await asking.query(`alter table ${quoteIdentifier(table)} enable trigger user`);
    },
  };
}

type TakenIn = {
  readonly found: Counts;
  readonly keys: [name: string, bytes: Buffer][];
  readonly files: ReadonlySet<string>;
};

async function takeIn(
  asking: Asking,
  reader: AsyncIterator<Entry, unknown>,
  storage: Pick<Storage, 'put' | 'delete'> | null,
): Promise<TakenIn> {
  const counted = countEntries();
  const [keys, files]: [TakenIn['keys'], Set<string>] = [[], new Set()];
  const next = async () => {
    const read = await reader.next();
    if (read.done === true) return null;
    counted.take(read.value);
    return read.value;
  };
  for (let entry = await next(); entry !== null;) {
    const meant = meaningOf(entry);
    if (meant.kind === 'file') {
      const { key, after } = await putFile(storage, entry, meant.of, next);
      files.add(key);
      entry = after;
      continue;
    }
    if (meant.kind === 'rows') await insertRows(asking, meant.of, rowsIn(entry));
    // One may have been taken over while its request was still there.
    if (meant.kind === 'jobs') await insertRows(asking, 'job_requests', rowsIn(entry), 'on conflict do nothing');
    if (meant.kind === 'key') keys.push([meant.of, entry.bytes]);
    entry = await next();
  }
  return { found: counted.compare(), keys, files };
}

async function insertRows(asking: Asking, table: string, rows: readonly string[], otherwise = ''): Promise<void> {
  const columns = (await writtenColumns(asking, table)).map(quoteIdentifier).join(', ');
  await asking.query(
    `insert into ${quoteIdentifier(table)} (${columns}) overriding system value select ${columns} from unnest($1::${quoteIdentifier(table)}[]) ${otherwise}`,
    [rows],
  );
}

type Next = () => Promise<Entry | null>;

/** Puts the pieces of one file, which follow each other; gives the entry behind them. */
async function putFile(
  storage: Pick<Storage, 'put' | 'delete'> | null,
  first: Entry,
  key: string,
  next: Next,
): Promise<{ key: string; after: Entry | null }> {
  if (storage === null) throw new Error('A backup without files has one.');
  let entry: Entry | null = first;
  const isOfIt = (it: Entry | null): it is Entry => it !== null && it.name.startsWith(`files/${key}/`);
  async function* pieces(): AsyncGenerator<Buffer> {
    for (; isOfIt(entry); entry = await next()) yield entry.bytes;
  }
  // Of a restoring that was broken off: under one key lies one content.
  await storage.delete(key);
  await storage.put(key, pieces());
  return { key, after: entry };
}

function compareFiles(named: ReadonlySet<string>, files: ReadonlySet<string>, missing: readonly string[]): void {
  const without = [...named].filter((key) => !files.has(key) && !missing.includes(key));
  const unnamed = [...files].filter((key) => !named.has(key));
  if (without.length + unnamed.length > 0)
    throw new Error(
      `The backup has ${without.length} rows without their file and ${unnamed.length} files without a row.`,
    );
}
