import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '../../server/src/platform/db/open.ts';
import { type ThrowawayPostgres, startPostgres } from '../../server/src/testing/postgres.ts';
import { makePostgresTemplate } from '../../server/src/testing/test-database.ts';
import { type Figure, median } from './figures.ts';

export type MeasuredDatabase = {
  /** The name in the rows. */
  readonly name: string;
  /** Milliseconds of the least that a change takes on it: one row, inserted and committed. */
  floor(): Promise<number>;
};

const commits = 100;

let started: Promise<ThrowawayPostgres> | undefined;

/** The PostgreSQL of all parts, with the template that products are started on copies of. */
export function measuredPostgres(): Promise<ThrowawayPostgres> {
  started ??= startWithTemplate();
  return started;
}

async function startWithTemplate(): Promise<ThrowawayPostgres> {
  const cluster = await startPostgres({ onDisk: true });
  await makePostgresTemplate(cluster.url);
  return cluster;
}

export async function stopMeasuredPostgres(): Promise<void> {
  const cluster = await started?.catch(() => null); // a failed start was reported where it was needed
  await cluster?.stop();
}

/** Measures the product on the embedded database, and on PostgreSQL if this machine has one. */
export async function onBothDatabases(measure: (database: MeasuredDatabase) => Promise<Figure[]>): Promise<Figure[]> {
  const embedded = await measure({ name: 'embedded database', floor: () => floorOf(undefined) });
  const cluster = await measuredPostgres().catch((error: unknown) => {
    console.warn(`Not measured on PostgreSQL: ${String(error)}`);
    return null;
  });
  if (cluster === null) return embedded;
  const { TEST_DATABASE, TEST_DATABASE_URL } = process.env;
  Object.assign(process.env, { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: cluster.url });
  try {
    return [...embedded, ...(await measure({ name: 'PostgreSQL', floor: () => floorOf(cluster.url) }))];
  } finally {
    setBack('TEST_DATABASE', TEST_DATABASE);
    setBack('TEST_DATABASE_URL', TEST_DATABASE_URL);
  }
}

/** An environment takes no “undefined”: it would be the word. */
function setBack(name: string, value: string | undefined): void {
  if (value === undefined) Reflect.deleteProperty(process.env, name);
  else process.env[name] = value;
}

async function floorOf(url: string | undefined): Promise<number> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-floor-'));
  const { pool, close } = await openDatabase({ DATABASE_URL: url, DATA_DIR: folder }, console);
  await pool.query('create table floor (id integer primary key, text text)');
  const took: number[] = [];
  for (let at = 0; at < commits; at++) {
    const begun = performance.now();
    const client = await pool.connect();
    await client.query('begin');
    await client.query('insert into floor values ($1, $2)', [at, 'How many days of leave do I have?']);
    await client.query('commit');
    client.release();
    took.push(performance.now() - begun);
  }
  await pool.end();
  await close();
  rmSync(folder, { recursive: true, force: true });
  return median(took);
}
