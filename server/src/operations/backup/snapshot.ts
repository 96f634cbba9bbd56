import type pg from 'pg';
import { postponeLeftovers } from '../../library/files/leftovers.ts';
import { ConfigError } from '../../platform/config/config.ts';
import { jobKinds } from '../../platform/jobs/kinds.ts';
import { partsOf } from '../../platform/storage/s3/parts-of.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import {
  type Asking,
  isEmpty,
  likeEverywhere,
  migrationsOf,
  namedKeys,
  quoteIdentifier,
  sequencesOf,
  tablesOf,
} from './catalog.ts';
import { type Counts, type Entry, countsName, format, headName, jsonEntry, rowsEntry } from './entries.ts';
import type { KeyFiles } from './key-files.ts';

/** The size of rows that are read at once; as many as that are in memory. */
const chunkBytes = 4_000_000;
const firstRows = 20;
const rowsAtMost = 5_000;
const pieceBytes = 8 * 1024 * 1024;
/** A third of what is postponed. */
const postponeEveryMs = 10 * 60_000;

export type Source = {
  readonly pool: pg.Pool;
  /** Null where files and keys stay where they are. */
  readonly files: { readonly storage: Pick<Storage, 'get'>; readonly keys: KeyFiles } | null;
};

/**
 * Everything of an installation as it was at one moment, while it goes on: all rows of one snapshot, and every file
 * that these rows name. Files never change under their key, and none is taken out of the storage while they are read.
 */
export async function* entriesOf({ pool, files }: Source): AsyncGenerator<Entry> {
  const found: Counts = { tables: {}, jobs: 0, sequences: {}, files: 0, bytes: 0, missing: [] };
  if (await isEmpty(pool)) throw new ConfigError('The database is empty: there is nothing to take along.');
  const postpone = postponing(pool);
  await postpone();
  const named: string[] = [];
  const client = await pool.connect();
  let isDone = false;
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(likeEverywhere);
    const tables = await tablesOf(client);
    await client.query(`lock table ${Object.keys(tables).map(quoteIdentifier).join(', ')} in access share mode`);
    yield jsonEntry(headName, {
      format,
      made_at: new Date().toISOString(),
      migrations: await migrationsOf(client),
      tables,
      secrets_print: files?.keys.secretsPrint ?? null,
    });
    for (const table of Object.keys(tables)) {
      found.tables[table] = yield* rowEntries(client, {
        folder: `tables/${table}`,
        select: `select whole_row::text as row from ${quoteIdentifier(table)} as whole_row`,
      });
      // The embedded database has no connection left to ask with, and is read in less.
      if (pool.options.max > 1) await postpone();
    }
    if (await hasEngine(client)) found.jobs = yield* rowEntries(client, { folder: 'jobs', select: waitingJobs });
    for (const sequence of await sequencesOf(client)) found.sequences[sequence] = await stateOf(client, sequence);
    if (files !== null) named.push(...(await namedKeys(client)));
    await client.query('commit');
    isDone = true;
  } finally {
    // One that was broken off has a transaction open.
    client.release(!isDone);
  }
  if (files !== null) {
    for (const [name, bytes] of files.keys.found) yield { name: `keys/${name}`, bytes };
    yield* fileEntries(files.storage, { named, found, postpone });
  }
  yield jsonEntry(countsName, found);
}

type Rows = { readonly folder: string; readonly select: string };

/** Gives how many there were. */
async function* rowEntries(client: Asking, { folder, select }: Rows): AsyncGenerator<Entry, number> {
  let [count, atOnce] = [0, firstRows];
  await client.query(`declare next_rows no scroll cursor for ${select}`);
  for (let number = 1; ; number += 1) {
    const { rows } = await client.query<{ row: string }>(`fetch ${atOnce} from next_rows`);
    if (rows.length === 0) break;
    const texts = rows.map(({ row }) => row);
    yield rowsEntry(`${folder}/${number}`, texts);
    count += texts.length;
    const average = texts.reduce((sum, text) => sum + text.length, 0) / texts.length;
    atOnce = Math.max(1, Math.min(rowsAtMost, atOnce * 4, Math.floor(chunkBytes / average)));
  }
  await client.query('close next_rows');
  return count;
}

const hasEngine = async (client: Asking) =>
  (await client.query<{ there: boolean }>(`select to_regclass('pgboss.job') is not null as there`)).rows[0]?.there ===
  true;

/**
 * Jobs that the engine has taken over and not done, as the requests that they were: its own tables are those of its
 * release. Each job is safe to do twice. What was given up is asked for once more, so that its handler hears of it.
 */
const waitingJobs = `select jsonb_populate_record(null::job_requests, jsonb_build_object(
    'id', id, 'kind', coalesce(source_name, name), 'data', coalesce(data, '{}'), 'organization_id', split_part(group_id, ' ', 1), 'created_at', date_trunc('milliseconds', created_on)))::text as row
  from pgboss.job where state < 'completed' and coalesce(source_name, name) = any (array[${Object.keys(jobKinds)
    .map((kind) => `'${kind}'`)
    .join(', ')}])`;

async function stateOf(client: Asking, sequence: string): Promise<Counts['sequences'][string]> {
  const {
    rows: [state],
  } = await client.query<{ last_value: string; is_called: boolean }>(
    `select last_value::text, is_called from ${quoteIdentifier(sequence)}`,
  );
  if (state === undefined) throw new Error(`The sequence ${sequence} has no value.`);
  return state;
}

/**
 * Has no file that is named now taken out of the storage for a while; asked again it does so where that is soon over.
 */
function postponing(pool: pg.Pool): () => Promise<void> {
  let doneAt = -Infinity;
  return async () => {
    if (performance.now() - doneAt < postponeEveryMs) return;
    doneAt = performance.now();
    await pool.query(postponeLeftovers);
  };
}

type Files = { readonly named: readonly string[]; readonly found: Counts; readonly postpone: () => Promise<void> };

async function* fileEntries(storage: Pick<Storage, 'get'>, { named, found, postpone }: Files): AsyncGenerator<Entry> {
  for (const key of named) {
    await postpone();
    const content = await storage.get(key);
    if (content === null) {
      found.missing.push(key);
      continue;
    }
    found.files += 1;
    let pieces = 0;
    for await (const bytes of partsOf(content as AsyncIterable<Buffer>, pieceBytes)) {
      // no encoding is set
      pieces += 1;
      found.bytes += bytes.length;
      yield { name: `files/${key}/${pieces}`, bytes };
    }
    // One without a byte is a file all the same.
    if (pieces === 0) yield { name: `files/${key}/1`, bytes: Buffer.alloc(0) };
  }
}
