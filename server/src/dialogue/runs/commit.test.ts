import { sql } from 'kysely';
import { touchSession } from '../../people/session/repository.ts';
import type { Trx } from '../../platform/db/database.ts';
import { start } from '../../testing/asking.ts';
import { type AskingModel, runOf, startAskingModel } from '../../testing/start-asking.ts';
import { renewLeases } from './repository.ts';
import { storeGrowth } from './store-growth.ts';

let asking: AskingModel;
let runId: string;
let organizationId: string;
let processId: string;
beforeAll(async () => {
  asking = await startAskingModel('House Guide', { answer: () => [' word'] });
  asking.model.hold(0);
  runId = runOf(await start(asking.member, asking.bot, 'When is the building open?'));
  const run = await asking.server.db.asSystem((trx) =>
    trx
      .selectFrom('runs')
      .where('id', '=', runId)
      .select(['organization_id', 'owner_process'])
      .executeTakeFirstOrThrow(),
  );
  [organizationId, processId] = [run.organization_id, run.owner_process];
});
afterAll(() => asking.close());

/** Says whether the commit of some work would wait for the disk; `set` is run before it. */
const waits = (work: (trx: Trx) => Promise<unknown>, set = '') =>
  asking.server.db.asSystem(async (trx) => {
    await sql.raw(`set local synchronous_commit = 'on'`).execute(trx);
    if (set !== '') await sql.raw(set).execute(trx);
    await work(trx);
    const { rows } = await sql<{ synchronous_commit: string }>`show synchronous_commit`.execute(trx);
    return rows[0]?.synchronous_commit === 'on';
  });

let offset = 0;
const none = { deltas: [], reasoning: [], times: [], restarts: [] };
const grow = (trx: Trx) =>
  storeGrowth(trx, processId, { ...none, deltas: [{ organizationId, runId, offset: offset++, text: 'a' }] });
const reason = (trx: Trx) =>
  storeGrowth(trx, processId, {
    ...none,
    reasoning: [{ runId, offset: offset++, text: 'a' }],
    times: [{ runId, ms: 1 }],
  });
const restart = (trx: Trx) => storeGrowth(trx, processId, { ...none, restarts: [{ runId, textFrom: offset++ }] });

test('nobody waits for the disk for what an answer grows by, a lease, or that a session was used', async () => {
  expect(await waits(() => Promise.resolve())).toBe(true);
  for (const work of [grow, reason, restart]) expect(await waits(work)).toBe(false);
  expect(await waits((trx) => renewLeases(trx, processId, [runId]))).toBe(false);
  const { id } = await asking.server.db.asSystem((trx) =>
    trx.selectFrom('sessions').select('id').limit(1).executeTakeFirstOrThrow(),
  );
  expect(await waits((trx) => touchSession(trx, id))).toBe(false);
});

test('what an answer grows by is kept where the database would lose it with the process', async () => {
  for (const work of [grow, reason, restart])
    expect(await waits(work, `set local parlance.kept_by_database = 'on'`)).toBe(true);
});
