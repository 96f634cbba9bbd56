import { stopRun } from '@parlance/shared/contract/api/runs/runs';
import type { FastifyInstance } from 'fastify';
import { modelsPlugin } from '../../money/ledger/models.ts';
import { createLog } from '../../platform/telemetry/log.ts';
import { type Dependencies, buildService } from '../../services/build-service.ts';
import { botNamed, hear, listen, messages, start, until } from '../../testing/asking.ts';
import { type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { ruleBookPlugin } from '../governance/rule-book.ts';
import { toolReachPlugin } from '../tools/reach.ts';
import { interruptLapsed, keepReading } from './repository.ts';
import { runRoutes } from './routes.ts';
import { runsPlugin } from './runs.ts';

const tokens = Array.from({ length: 80 }, (_, at) => ` word${at}`);
const answer = tokens.join('');
const saidAfter = (count: number) => tokens.slice(0, count).join('');

let model: ModelServer;
let server: TestServer;
let member: Client;
let bot: string;
/** A second service on the same database: it writes none of the answers, and knows them from the database only. */
let other: FastifyInstance;
let base: string;
beforeAll(async () => {
  model = await startModelServer({ answer: () => tokens, tokenPauseMs: 8 });
  server = await startTestServer({ MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'stand-in' });
  member = await server.as('member@pro.example');
  bot = await botNamed(member, 'House Guide');
  const { db, events, planKeys, storage } = server.app;
  // With a database that others share, a start must leave alone what another process still writes.
  const config = { ...server.config, DATABASE_URL: 'postgres://elsewhere' };
  const deps: Dependencies = {
    config,
    db,
    pool: server.pool,
    events,
    planKeys,
    storage,
    log: createLog(config, { write: () => undefined }),
  };
  other = await buildService('main', deps, [modelsPlugin, toolReachPlugin, ruleBookPlugin, runsPlugin, runRoutes]);
  base = await listen(other);
});
afterAll(async () => {
  await other.close();
  await server.close();
  await model.close();
});

afterEach(() => model.goOn());

const runOf = (turn: { answer: { run: { id: string } | null } }) => turn.answer.run?.id ?? '';

test('an answer that another process writes is read as it grows, whole and with ids that count', async () => {
  model.hold(20);
  const turn = await start(member, bot, 'When is the building open?');
  const reading = hear(base, member, runOf(turn));
  await hear(base, member, runOf(turn), { until: ({ text }) => text === saidAfter(20) });
  model.goOn();
  const heard = await reading;
  expect(heard.text).toBe(answer);
  expect(heard.events.at(-1)).toMatchObject({ id: String(answer.length), data: { type: 'ended', status: 'complete' } });
});

test('how far long files are read is told by another process too, and is forgotten with the end', async () => {
  model.hold(0);
  const turn = await start(member, bot, 'When is the building open?');
  const reading = { first_message_id: null, files: [], progress: { read: 3, parts: 12 } };
  await server.db.asSystem((trx) => keepReading(trx, runOf(turn), reading));
  const { events } = await hear(base, member, runOf(turn), { until: (heard) => heard.events.length > 0 });
  expect(events).toEqual([{ id: '0', data: { type: 'reading', reading } }]);
  model.goOn();
  expect((await hear(base, member, runOf(turn))).ended).toEqual({
    type: 'ended',
    status: 'complete',
    error_code: null,
    reading: { first_message_id: null, files: [] },
  });
});

test('a reader that was cut off goes on at another process with identical text', async () => {
  const here = await listen(server.app);
  const part = 16;
  model.hold(part);
  const turn = await start(member, bot, 'When is the building open?');
  let text = '';
  let place: string | undefined;
  for (let count = part; count <= tokens.length; count += part) {
    const heard = await hear((count / part) % 2 === 0 ? here : base, member, runOf(turn), {
      ...(place === undefined ? {} : { lastEventId: place }),
      until: (so) => text + so.text === saidAfter(count),
    });
    text += heard.text;
    expect(text).toBe(saidAfter(count));
    place = heard.events.at(-1)?.id ?? place;
    model.goOn();
    model.hold(count + part);
  }
});

test('a stop asked of another process reaches the one that writes, and its model', async () => {
  model.hold(20);
  const turn = await start(member, bot, 'When is the building open?');
  await hear(base, member, runOf(turn), { until: ({ text }) => text === saidAfter(20) });
  const stopped = await other.inject({
    method: 'POST',
    url: stopRun.path.replace(':run_id', runOf(turn)),
    headers: member.headers(),
  });
  expect(stopped.statusCode).toBe(200);
  await server.app.runs.ended(runOf(turn));
  expect((await messages(member, turn.dialogue_id))[0]).toMatchObject({
    content: saidAfter(20),
    run: { status: 'stopped' },
  });
  await until(() => model.requests.at(-1)?.aborted === true);
});

test('a stop whose event was lost is found by the next heartbeat', async () => {
  model.setFault({ kind: 'stall', afterTokens: 10 });
  const said = tokens.slice(0, 10).join('');
  const turn = await start(member, bot, 'When is the building open?');
  await hear(base, member, runOf(turn), { until: ({ text }) => text === said });
  await server.db.asSystem((trx) =>
    trx
      .updateTable('runs')
      .set({ stop_requested: true })
      .where('id', '=', runOf(turn))
      .where('status', 'in', ['queued', 'running'])
      .execute(),
  );
  await server.app.runs.ended(runOf(turn));
  model.setFault(null);
  expect((await messages(member, turn.dialogue_id))[0]).toMatchObject({ content: said, run: { status: 'stopped' } });
});

test('what a dead process left is interrupted when its lease is over, and not a moment before', async () => {
  model.setFault({ kind: 'stall', afterTokens: 40 });
  const turn = await start(member, bot, 'When is the building open?');
  const said = tokens.slice(0, 40).join('');
  await hear(base, member, runOf(turn), { until: ({ text }) => text === said });
  expect(await server.db.asSystem((trx) => interruptLapsed(trx))).toEqual([]);
  const past = new Date(Date.now() - 1_000);
  const ids = await server.db.asSystem(async (trx) => {
    await trx.updateTable('runs').set({ lease_until: past }).where('id', '=', runOf(turn)).execute();
    return interruptLapsed(trx);
  });
  expect(ids).toEqual([runOf(turn)]);
  const [kept] = await messages(member, turn.dialogue_id);
  expect(kept).toMatchObject({ content: said, run: { status: 'interrupted' } });
  // The process was not dead after all: it learns of it, lets go of its model, and changes nothing of what was told.
  await server.app.runs.ended(runOf(turn));
  model.setFault(null);
  await until(() => model.requests.at(-1)?.aborted === true);
  expect((await messages(member, turn.dialogue_id))[0]).toEqual(kept);
  expect((await hear(base, member, runOf(turn))).ended).toMatchObject({ status: 'interrupted' });
});
