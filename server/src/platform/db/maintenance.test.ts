import { type TestDatabase, openTestDatabase } from '../../testing/test-database.ts';
import { startMaintenance, vacuumDueTables } from './maintenance.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.close());

/** Leaves a dead row for each row of these tables, and has the statistics say so. */
async function changeAll(...tables: string[]): Promise<void> {
  for (const table of tables) await database.pool.query(`update ${table} set organization_id = organization_id`);
  await database.pool.query('select pg_stat_force_next_flush()');
  await database.pool.query('select 1');
}

const vacuumed = async (): Promise<string[]> =>
  (
    await database.pool.query<{ name: string }>(
      `select relname as name from pg_stat_user_tables where last_vacuum is not null and last_analyze is not null order by 1`,
    )
  ).rows.map(({ name }) => name);

test('only tables whose rows have died or changed are cleaned up', async () => {
  await changeAll('passages', 'knowledge_sources');
  await vacuumDueTables(database.pool);
  expect(await vacuumed()).toEqual(['knowledge_sources', 'passages']);
  const asked: string[] = [];
  await vacuumDueTables({
    query: ((text: string) => (asked.push(text), database.pool.query(text))) as TestDatabase['pool']['query'],
  });
  expect(asked).toHaveLength(1);
});

test('what is asked meanwhile is answered between two tables', async () => {
  await changeAll('passages', 'knowledge_sources');
  const done: string[] = [];
  const answered: Promise<unknown>[] = [];
  const watched = async (text: string) => {
    const work = database.pool.query(text);
    if (text.startsWith('vacuum') && answered.length === 0)
      answered.push(database.pool.query('select 1').then(() => done.push('a request')));
    const result = await work;
    if (text.startsWith('vacuum')) done.push('a table');
    return result;
  };
  await vacuumDueTables({ query: watched as TestDatabase['pool']['query'] });
  await Promise.all(answered);
  expect(done).toEqual(['a table', 'a request', 'a table']);
});

test('a stop waits for all that is under way', async () => {
  const ends: (() => void)[] = [];
  let done = 0;
  const slow = () => new Promise((resolve) => ends.push(() => ((done += 1), resolve({ rows: [] }))));
  const upkeep = startMaintenance(
    { query: slow as TestDatabase['pool']['query'] },
    {
      error: (_, message) => {
        throw new Error(message);
      },
    },
    { checkpointMs: 5, vacuumMs: 5 },
  );
  // Both are due several times over.
  await new Promise((resolve) => setTimeout(resolve, 50));
  const stopped = upkeep.stop();
  const state = { isStopped: false };
  void stopped.then(() => (state.isStopped = true));
  while (!state.isStopped) {
    ends.pop()?.();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect(ends).toEqual([]);
  expect(done).toBeGreaterThan(0);
});
