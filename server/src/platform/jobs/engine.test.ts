import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod/mini';
import { until } from '../../testing/asking.ts';
import { endPauses, endPausesButOne, endTimeLimits, noJobs } from '../../testing/jobs.ts';
import { type TestDatabase, openTestDatabase } from '../../testing/test-database.ts';
import type { Database, Trx } from '../db/database.ts';
import { type Events, createLocalEvents, createPostgresEvents } from '../db/events.ts';
import { createLog } from '../telemetry/log.ts';
import { startJobs } from './engine.ts';
import { type JobHandlers, JobPostponed, JobRefused } from './handlers.ts';
import { type JobData, type JobKind, jobKinds } from './kinds.ts';
import { requestJob, requestJobs } from './request-job.ts';

let database: TestDatabase;
let db: Database;
let events: Events;
let tenant: string;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
  events =
    database.url === null ? createLocalEvents(report, database.hear) : createPostgresEvents(database.url, report);
  ({ id: tenant } = await db.asSystem((trx) =>
    trx.selectFrom('organizations').where('plan_name', '=', 'Pro').select('id').executeTakeFirstOrThrow(),
  ));
});
afterAll(async () => {
  await events.close();
  await database.close();
  expect(reported).toEqual([]);
});

/** Errors thrown by listeners of events, reported at the end: thrown at once they would end the whole file. */
const reported: unknown[] = [];
const report = (error: unknown) => void reported.push(error);

type Run = JobHandlers['send_mail']['run'];
type Engine = { givenUp: [string, string][]; log: string[]; close(): Promise<void> };
const engines: Engine[] = [];
/** Polling intervals: often, to find the end of a pause; never, to show that no polling is needed. */
const often = 0.5;
const never = 3600;

/** Starts the engine with one handler; jobs given up are kept with their reasons. */
async function start(run: Run, pollSeconds = often): Promise<Engine> {
  const givenUp: [string, string][] = [];
  const log: string[] = [];
  const handler = {
    run,
    giveUp: async ({ mail }: { mail: string }, reason: string) => void givenUp.push([mail, reason]),
  };
  const deps = {
    db,
    events,
    pool: database.pool,
    isEmbedded: database.url === null,
    log: createLog({ LOG_LEVEL: 'info' }, { write: (line) => log.push(line) }),
  };
  const jobs = await startJobs(deps, { ...noJobs, send_mail: handler }, pollSeconds);
  const engine = { givenUp, log, close: () => jobs.close() };
  engines.push(engine);
  return engine;
}

afterEach(async () => {
  for (const engine of engines.splice(0)) await engine.close();
  await database.pool.query('delete from job_requests; delete from pgboss.job');
});

const ended = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
const ask = (mail: string, organizationId: string | null = null) =>
  db.asSystem((trx) => requestJob(trx, 'send_mail', { mail }, organizationId));
/** Resolves when the engine's only job has this state. */
async function untilState(wanted: string): Promise<void> {
  while (!(await states()).includes(wanted)) await pause(5);
}
const states = async () =>
  (
    await database.pool.query<{ state: string }>(
      `select state from pgboss.job where name = 'send_mail' order by created_on`,
    )
  ).rows.map(({ state }) => state);

test('a job that a transaction asks for is done when that is committed, at once and one time', async () => {
  const done: string[] = [];
  await start(async ({ mail }) => void done.push(mail), never);
  const [one, other] = [randomUUID(), randomUUID()];
  await ask(one);
  await db.asTenant(tenant, (trx) => requestJob(trx, 'send_mail', { mail: other }, tenant));
  await until(() => done.length === 2);
  expect(done.sort()).toEqual([one, other].sort());
});

test('what was asked for while nobody ran the jobs is done when somebody does', async () => {
  const mail = randomUUID();
  await ask(mail);
  const done: string[] = [];
  await start(async (data) => void done.push(data.mail));
  await until(() => done.includes(mail));
});

test('a transaction that is rolled back asks for nothing', async () => {
  const done: string[] = [];
  await start(async ({ mail }) => void done.push(mail));
  const attempt = db.asSystem(async (trx) => {
    await requestJob(trx, 'send_mail', { mail: randomUUID() }, null);
    throw new Error('changed my mind');
  });
  await expect(attempt).rejects.toThrow('changed my mind');
  const after = randomUUID();
  await ask(after);
  await until(() => done.length > 0);
  expect(done).toEqual([after]);
});

test('a tenant asks for a job, and reaches neither the requests of others nor the engine', async () => {
  await start(async () => {});
  const attempts: ((trx: Trx) => Promise<unknown>)[] = [
    (trx) => trx.selectFrom('job_requests').selectAll().execute(),
    (trx) => trx.updateTable('job_requests').set({ kind: 'other' }).execute(),
    (trx) => trx.deleteFrom('job_requests').execute(),
    (trx) =>
      trx
        .withSchema('pgboss')
        .selectFrom('job' as 'job_requests')
        .selectAll()
        .execute(), // a table of the engine's own
  ];
  for (const attempt of attempts) await expect(db.asTenant(tenant, attempt)).rejects.toThrow(/permission denied/);
});

test('a try that fails is followed by another after a pause', async () => {
  let tries = 0;
  const { log, givenUp } = await start(async () => {
    tries += 1;
    if (tries < 3) throw new Error('not now');
  });
  await ask(randomUUID());
  await until(() => tries === 1);
  await untilState('retry');
  const { rows } = await database.pool.query<{ seconds: number }>(
    `select extract(epoch from start_after - now())::float8 as seconds from pgboss.job where state = 'retry'`,
  );
  expect(rows[0]?.seconds).toBeGreaterThan(10);
  expect(rows[0]?.seconds).toBeLessThan(60);
  for (const wanted of [2, 3]) {
    await endPauses(database.pool);
    await until(() => tries === wanted);
    await untilState(wanted === 3 ? 'completed' : 'retry');
  }
  expect(givenUp).toEqual([]);
  expect(log.filter((line) => line.includes('will be tried again') && line.includes('not now'))).toHaveLength(2);
});

test('a job for which there is no place waits without using up its tries, and looks less often the longer it has waited', async () => {
  const tries = 2;
  const looks = tries + 3;
  let looked = 0;
  const { log, givenUp } = await start(async () => {
    looked += 1;
    if (looked < looks) throw new JobPostponed(5, 'no place');
  });
  await ask(randomUUID());
  const pauseOf = async () => {
    const { rows } = await database.pool.query<{ seconds: number }>(
      `select extract(epoch from start_after - now())::float8 as seconds from pgboss.job where state = 'created' and start_after > now() and created_on < now()`,
    );
    return rows[0]?.seconds;
  };
  const hasLooked = async (count: number) => {
    await until(async () => looked === count && (await pauseOf()) !== undefined);
    return pauseOf();
  };
  expect(await hasLooked(1)).toBeLessThan(6);
  await database.pool.query(
    `update pgboss.job set created_on = created_on - interval '1 hour', retry_limit = retry_count + $1`,
    [tries - 1],
  );
  for (let count = 2; count < looks; count += 1) {
    await endPauses(database.pool);
    const pause = await hasLooked(count);
    expect(pause).toBeGreaterThan(50);
    expect(pause).toBeLessThanOrEqual(60);
  }
  await endPauses(database.pool);
  await untilState('completed');
  expect({ looked, log, givenUp }).toEqual({ looked: looks, log: [], givenUp: [] });
});

test('what is refused is given up at once, with the reason', async () => {
  let tries = 0;
  const { givenUp } = await start(async () => {
    tries += 1;
    throw new JobRefused('550 no such person');
  });
  const mail = randomUUID();
  await ask(mail);
  await until(() => givenUp.length > 0);
  expect(givenUp).toEqual([[mail, '550 no such person']]);
  expect(tries).toBe(1);
});

describe('what is given up while the same was asked for again', () => {
  const kinds = Object.keys(jobKinds) as JobKind[]; // the keys of an object of ours
  /** Returns sample data for a job of the kind. */
  function sampleOf<Kind extends JobKind>(kind: Kind): JobData[Kind] {
    const { properties = {} } = z.toJSONSchema(jobKinds[kind].data);
    const values = Object.entries(properties).map(([name, shape]) => [
      name,
      typeof shape === 'object' && shape.type === 'integer' ? 1 : randomUUID(),
    ]);
    // a schema of `Kind` gives its data
    return z.parse(jobKinds[kind].data, Object.fromEntries(values)) as JobData[Kind];
  }
  const isSettled = async (queue: string) =>
    (await database.pool.query<{ state: string }>(`select state from pgboss.job where name = $1`, [queue])).rows.some(
      ({ state }) => state === 'completed',
    );

  test.each(kinds)('is not told to who does %s: the newer one says how it ends', async (kind) => {
    const data = sampleOf(kind);
    const told: string[] = [];
    const finish: (() => void)[] = [];
    let tries = 0;
    const handler = {
      async run() {
        tries += 1;
        if (tries > 1) return new Promise<void>((resolve) => finish.push(resolve));
        await db.asSystem((trx) => requestJob(trx, kind, data, null));
        throw new JobRefused('The first one fails.');
      },
      giveUp: (_: unknown, reason: string) => Promise.resolve(void told.push(reason)),
    };
    const deps = {
      db,
      events,
      pool: database.pool,
      isEmbedded: database.url === null,
      log: createLog({ LOG_LEVEL: 'fatal' }, { write: () => undefined }),
    };
    const jobs = await startJobs(deps, { ...noJobs, [kind]: handler }, often);
    await db.asSystem((trx) => requestJob(trx, kind, data, null));
    await until(() => isSettled('given_up'));
    await until(() => tries === 2);
    for (const end of finish) end();
    await until(() => isSettled(kind));
    await jobs.close();
    expect(told).toEqual([]);
  });
});

test('what fails with its last try is given up with the last reason', async () => {
  let tries = 0;
  const { givenUp } = await start(async () => {
    tries += 1;
    throw new Error(`try ${tries}`);
  });
  const mail = randomUUID();
  await ask(mail);
  await untilState('retry');
  await endPausesButOne(database.pool);
  await until(() => givenUp.length > 0);
  expect(givenUp).toEqual([[mail, 'try 2']]);
});

test('a job whose process died is tried again, and given up where that was the last try', async () => {
  const mail = randomUUID();
  let tries = 0;
  const { givenUp } = await start(async (_, signal) => {
    tries += 1;
    await ended(signal);
  });
  await ask(mail);
  await until(() => tries === 1);
  await endTimeLimits(database.pool);
  expect(await states()).toEqual(['retry']);
  await endPausesButOne(database.pool);
  await until(() => tries === 2);
  await endTimeLimits(database.pool);
  await until(() => givenUp.length > 0);
  expect(givenUp).toEqual([[mail, 'It took too long, or its process ended.']]);
});

test('fifty jobs and two processes: each is done by one', async () => {
  const done: string[] = [];
  const run: Run = async ({ mail }) => {
    await pause(5);
    done.push(mail);
  };
  await Promise.all([start(run, never), start(run, never)]);
  const mails = Array.from({ length: 50 }, () => randomUUID());
  await Promise.all(mails.map((mail) => ask(mail)));
  while ((await states()).filter((state) => state === 'completed').length < mails.length) await pause(5);
  expect(done.sort()).toEqual(mails.sort());
});

describe('organisations share the lanes of a kind', () => {
  const [one, other, third] = [randomUUID(), randomUUID(), randomUUID()];
  const mailsOf = (organizationId: string | null, count: number) =>
    db.asSystem(async (trx) => {
      const mails: string[] = Array.from({ length: count }, () => randomUUID());
      await requestJobs(
        trx,
        'send_mail',
        mails.map((mail) => ({ data: { mail }, organizationId })),
      );
      return mails;
    });

  test('half of them are all that one has, whoever else asks, and however many it asks for', async () => {
    const underWay = new Map<string, () => void>();
    const done: string[] = [];
    let isOver = false;
    const run: Run = async ({ mail }) => {
      if (!isOver) await new Promise<void>((resolve) => underWay.set(mail, resolve));
      done.push(mail);
    };
    await start(run, never);
    const held = await mailsOf(one, 20);
    await until(() => underWay.size === 1);
    const [its = ''] = await mailsOf(other, 1);
    await until(() => underWay.has(its));
    underWay.get(its)?.();
    await until(() => done.includes(its));
    // The lane that is free again is for others still.
    const [again = ''] = await mailsOf(null, 1);
    await until(() => underWay.has(again));
    expect([...underWay.keys()].filter((mail) => held.includes(mail))).toHaveLength(1);
    isOver = true;
    for (const goOn of underWay.values()) goOn();
    await until(() => done.length === 22);
  });

  test('who has little does not wait behind all that another has, and each has its own in about the order in which it asked', async () => {
    const order: string[] = [];
    const begun = Promise.withResolvers<null>();
    await start(async ({ mail }) => {
      order.push(mail);
      await begun.promise;
    }, never);
    const its = { a: await mailsOf(one, 30), b: [] as string[], c: [] as string[] };
    await until(() => order.length === 1);
    its.b = await mailsOf(other, 3);
    await until(() => order.length === 2);
    its.c = await mailsOf(third, 1);
    while ((await states()).length < 34) await pause(5);
    begun.resolve(null);
    await until(() => order.length === 34);
    // Neighbours may swap if two lanes look at the same moment.
    for (const mails of Object.values(its)) {
      const moved = order.filter((mail) => mails.includes(mail)).map((mail, at) => Math.abs(mails.indexOf(mail) - at));
      expect(Math.max(...moved)).toBeLessThanOrEqual(2);
    }
    const last = Math.max(...[...its.b, ...its.c].map((mail) => order.indexOf(mail)));
    expect(last).toBeLessThan(12);
  });
});

test('a stop waits for the jobs under way and takes no further one; another process does the rest', async () => {
  const finish: (() => void)[] = [];
  let done = 0;
  const { close } = await start(async () => {
    await new Promise<void>((resolve) => finish.push(resolve));
    done += 1;
  });
  for (let jobs = 0; jobs < 5; jobs += 1) await ask(randomUUID());
  await until(() => finish.length === 2);
  const closing = close();
  for (const goOn of finish) goOn();
  await closing;
  expect(done).toBe(2);
  // Jobs not begun are unchanged, in the engine or still on their way there.
  expect((await states()).filter((state) => state !== 'created')).toEqual(['completed', 'completed']);
  await start(async () => void (done += 1));
  await until(() => done === 5);
});

test('a job that does not end in time is given back by a stop, which does not wait longer', async () => {
  let hasHeard = false;
  const { close } = await start(async (_, signal) => {
    await ended(signal);
    hasHeard = true;
    throw new Error('cut off');
  });
  await ask(randomUUID());
  await untilState('active');
  // The job ends by its signal alone: a stop that waited for it would not end.
  await close();
  expect(hasHeard).toBe(true);
  expect(await states()).toEqual(['retry']);
});

test('four processes that start at once on a database without the engine make it once', async () => {
  await database.pool.query('drop schema pgboss cascade');
  const done: string[] = [];
  await Promise.all(Array.from({ length: 4 }, () => start(async ({ mail }) => void done.push(mail))));
  await ask(randomUUID());
  await until(() => done.length > 0);
  expect(engines.flatMap(({ log }) => log)).toEqual([]);
});
