import { mkdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { endPrograms, filledFolder } from '../../testing/program.ts';
import { type EmbeddedDatabase, startEmbeddedDatabase } from './embedded.ts';

const opened: EmbeddedDatabase[] = [];
async function close(): Promise<void> {
  for (const { pool, close: end } of opened.splice(0)) {
    await pool.end();
    await end();
  }
}
afterAll(async () => {
  await close();
  await endPrograms();
});
jest.setTimeout(60_000);

/** The path where PostgreSQL creates a new WAL segment; blocking it looks like a full disk. */
const newSegment = (folder: string) => join(folder, 'pg_wal', 'xlogtemp.42');
const word = 'x'.repeat(100_000);

test('a log that cannot grow ends the database at once, and the next start has all that was acknowledged', async () => {
  const folder = join(filledFolder(), 'database');
  const deaths: Error[] = [];
  const start = async () => {
    const database = await startEmbeddedDatabase({ folder, durable: true }, (error) => void deaths.push(error));
    opened.push(database);
    return database;
  };
  const first = await start();
  await first.pool.query('create table notes (number integer)');
  mkdirSync(newSegment(folder));
  let acknowledged = 0;
  const fill = async () => {
    for (;;) {
      const client = await first.pool.connect();
      try {
        await client.query('begin');
        await client.query('insert into notes values ($1)', [acknowledged]);
        // Into the log alone, and so that it is full at a commit.
        await client.query(`select pg_logical_emit_message(false, 'notes', $1)`, [word]);
        await client.query('commit');
        acknowledged += 1;
      } finally {
        client.release(true);
      }
    }
  };
  await expect(fill()).rejects.toMatchObject({ code: 'ECONNRESET' });
  expect(acknowledged).toBeGreaterThan(0);
  expect(deaths.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^The embedded database cannot go on \(PANIC: .*xlogtemp.*\)\./),
  ]);
  await expect(first.pool.query('select 1')).rejects.toMatchObject({ code: 'ECONNRESET' });
  await close();

  rmdirSync(newSegment(folder));
  const second = await start();
  const { rows } = await second.pool.query<{ number: number }>('select number from notes order by number');
  expect(rows.slice(0, acknowledged).map(({ number }) => number)).toEqual(
    Array.from({ length: acknowledged }, (_, at) => at),
  );
  await second.pool.query(`select pg_logical_emit_message(false, 'notes', $1) from generate_series(1, 200)`, [word]);
  await close();
  expect(deaths).toHaveLength(1);
});
