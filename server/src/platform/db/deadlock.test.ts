import { sql } from 'kysely';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import type { Trx } from './database.ts';
import { connectPostgres, type OpenDatabase } from './open.ts';

let database: OpenDatabase;
beforeAll(async () => {
  database = connectPostgres(await createEmptyDatabase(process.env['TEST_DATABASE_URL'] ?? ''), console);
  await database.pool.query(
    'create table counters (id integer primary key, value integer not null); insert into counters values (1, 0), (2, 0)',
  );
});
afterAll(() => database.close());

const countUp = (trx: Trx, id: number) => sql`update counters set value = value + 1 where id = ${id}`.execute(trx);

test('two transactions that lock the same rows in opposite order both succeed: the one that is broken off is begun again', async () => {
  const { db, pool } = database;
  const firstLocks: Promise<void>[] = [];
  const begun: (() => void)[] = [];
  for (const at of [0, 1]) firstLocks.push(new Promise((resolve) => (begun[at] = resolve)));
  let works = 0;
  /** Takes its second lock once both have their first. */
  const both = (at: number, ids: readonly [number, number]) =>
    db.asSystem(async (trx) => {
      works += 1;
      await countUp(trx, ids[0]);
      begun[at]?.();
      await Promise.all(firstLocks);
      await countUp(trx, ids[1]);
    });
  await Promise.all([both(0, [1, 2]), both(1, [2, 1])]);
  expect((await pool.query('select id, value from counters order by id')).rows).toEqual([
    { id: 1, value: 2 },
    { id: 2, value: 2 },
  ]);
  expect(works).toBe(3);
});

test('what is broken off a second time fails, and so does every other error at once', async () => {
  let works = 0;
  const fail = (code: string) =>
    database.db.asSystem((trx) => {
      works += 1;
      return sql`do ${sql.lit(`begin raise exception 'no' using errcode = '${code}'; end`)}`.execute(trx);
    });
  await expect(fail('40001')).rejects.toMatchObject({ code: '40001' });
  expect(works).toBe(2);
  await expect(fail('23505')).rejects.toMatchObject({ code: '23505' });
  expect(works).toBe(3);
});
