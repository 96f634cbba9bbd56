import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { knownMigrations, migrateDatabase, migrateWithin } from './migrate.ts';

const cluster = process.env['TEST_DATABASE_URL'] ?? '';
/** Columns for `runs` and others come after it. */
const before = '0848_index_of_responsible';
const lookEveryMs = 20;

let url: string;
let pool: pg.Pool;
let holder: pg.Client;
beforeEach(async () => {
  url = await createEmptyDatabase(cluster);
  pool = new pg.Pool({ connectionString: url });
  await new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
    .transaction()
    .execute((trx) => migrateWithin(trx, before));
  holder = new pg.Client({ connectionString: url });
  await holder.connect();
  await holder.query('begin; select from runs');
});
afterEach(() => Promise.all([pool.end(), holder.end()]));

const doneOnes = async () =>
  (await pool.query<{ name: string }>('select name from kysely_migration order by name')).rows.map(({ name }) => name);

async function untilOneWaits(): Promise<void> {
  for (;;) {
    const { rowCount } = await pool.query(`select from pg_locks where relation = 'runs'::regclass and not granted`);
    if (rowCount === 1) return;
    await pause(lookEveryMs);
  }
}

test('requests go on while a migration waits for a table that a long transaction holds, and it is made when that ends', async () => {
  const said: string[] = [];
  const migrating = migrateDatabase(pool, { warn: (_, message) => void said.push(message) });
  await untilOneWaits();
  // Behind the migration in the queue for the table: it comes back while the transaction still holds that.
  await pool.query('select from runs');
  await untilOneWaits();
  await holder.query('commit');
  await migrating;
  expect(await doneOnes()).toEqual(await knownMigrations());
  expect(said).toEqual([expect.stringContaining('wait')]);
});

test('where it does not end, nothing is changed and the operator is told', async () => {
  await expect(migrateDatabase(pool, undefined, 0)).rejects.toThrow(/held a table for too long.*pg_stat_activity/);
  expect((await doneOnes()).at(-1)).toBe(before);
});
