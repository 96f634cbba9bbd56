import { monitorEventLoopDelay } from 'node:perf_hooks';
import { howOften } from '../../testing/how-often.ts';
import { type Asking, startAsking } from '../../testing/start-asking.ts';
import { startTicking } from './tick.ts';

const schedules = howOften({ decides: 1_000, proves: 10_000 });
const clocks = 3;

// Rows by the thousand in three tables, on a machine that may be busy with other tests.
jest.setTimeout(180_000);

let asking: Asking;
beforeAll(async () => {
  asking = await startAsking('House Guide');
});
afterAll(() => asking.server.close());

test(`of ${schedules} schedules that are due at the same moment each ticks once, in batches, though ${clocks} clocks run`, async () => {
  const { server, bot } = asking;
  await server.pool.query(
    `insert into schedules (organization_id, owner_id, bot_id, name, definition, next_at, idempotency_key)
     select memberships.organization_id, memberships.id, $1, 'Many', $2, date_trunc('minute', now()), gen_random_uuid()
     from generate_series(1, ${schedules}), memberships join users on users.id = user_id where email = 'member@pro.example'`,
    [
      bot,
      JSON.stringify({
        name: 'Many',
        bot_id: bot,
        prompt: 'When is the building open?',
        cron: '*/30 * * * *',
        time_zone: 'Europe/Berlin',
        starts_at: null,
        ends_at: null,
        maximum_a_day: null,
        overlap: 'skip',
        misfire: 'once',
        continues_dialogue: false,
        notifies_of_failure: true,
      }),
    ],
  );
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const ticking = Array.from({ length: clocks }, () =>
    startTicking({ db: server.db, events: server.dependencies.events, log: server.dependencies.log }, 20),
  );
  const left = async () =>
    Number(
      (await server.pool.query<{ count: string }>('select count(*) from schedules where next_at <= now()')).rows[0]
        ?.count,
    );
  while ((await left()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  await Promise.all(ticking.map((it) => it.close()));
  delay.disable();
  const { rows } = await server.pool.query<{ executions: string; of: string; transactions: string; jobs: string }>(
    `select count(*) as executions, count(distinct schedule_id) as of, count(distinct executions.xmin::text) as transactions, (select count(*) from job_requests where kind = 'execute') as jobs from executions`,
  );
  const [{ executions, of, transactions, jobs } = { executions: '', of: '', transactions: '', jobs: '' }] = rows;
  console.info(
    `${schedules} schedules due at once: ${executions} executions of ${of} schedules in ${transactions} transactions; the process was never busy for longer than ${Math.round(delay.max / 1e6)} ms`,
  );
  expect([executions, of, jobs].map(Number)).toEqual([schedules, schedules, schedules]);
  expect(Number(transactions)).toBeGreaterThanOrEqual(schedules / 100);
});
