import { randomUUID } from 'node:crypto';
import { type TestDatabase, openTestDatabase } from '../../testing/test-database.ts';
import { deleteDue } from '../upkeep/due.ts';
import { oldTraces } from './observed-job.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('what a job belongs to is known for three days', async () => {
  const [old, young] = [randomUUID(), randomUUID()];
  await database.pool.query(
    `insert into job_traces (job, traceparent, created_at) values ($1, 'old', now() - interval '73 hours'), ($2, 'young', now() - interval '71 hours')`,
    [old, young],
  );
  await database.db.asSystem((trx) => deleteDue(trx, oldTraces));
  expect((await database.pool.query(`select job from job_traces`)).rows).toEqual([{ job: young }]);
});

test('a tenant may say what a job belongs to, and read nobody’s', async () => {
  const [{ id }] = (await database.pool.query<{ id: string }>(`select id from organizations limit 1`)).rows as [
    { id: string },
  ];
  await database.db.asTenant(id, (trx) =>
    trx
      .insertInto('job_requests')
      .values({ kind: 'count_charts', data: '{}', traceparent: 'of this tenant' })
      .execute(),
  );
  expect(
    (await database.pool.query(`select traceparent from job_requests where traceparent is not null`)).rows,
  ).toEqual([{ traceparent: 'of this tenant' }]);
  for (const table of ['job_traces', 'job_requests'] as const)
    await expect(
      database.db.asTenant(id, (trx) => trx.selectFrom(table).select('traceparent').execute()),
    ).rejects.toThrow(/permission denied/);
});
