import type { Statement } from '@parlance/shared/contract/access/privileges';
import { getRun, stopRun, streamRun } from '@parlance/shared/contract/api/runs/runs';
import { signOut } from '@parlance/shared/contract/api/session/session';
import { jsonOf } from '../../platform/db/json.ts';
import { botNamed, hear, listen, prompt, start, until } from '../../testing/asking.ts';
import { type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

const tokens = Array.from({ length: 12 }, (_, at) => ` secret${at}`);

let model: ModelServer;
let server: TestServer;
let base: string;
let member: Client;
let bot: string;
beforeAll(async () => {
  model = await startModelServer({
    answer: ({ messages }) =>
      messages.at(-1)?.content === 'Think first.' ? tokens.map((reasoning) => ({ reasoning })) : tokens,
  });
  server = await startTestServer({ MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'stand-in' });
  base = await listen(server.app);
  member = await server.as('member@pro.example');
  bot = await botNamed(member, 'House Guide');
});
afterAll(async () => {
  await server.close();
  await model.close();
});

/** All others: of the same organisation, of other ones, of an expired one, and nobody. */
const strangers = [
  'owner@pro.example',
  'admin@pro.example',
  'otp@pro.example',
  'owner@free.example',
  'member@free.example',
  'owner@expired.example',
  'pending@new.example',
  null,
];
const refusals = [401, 403, 404];
/** Positions that a returning reader may claim. */
const places = [undefined, '0', '5', '9999', 'x'];

async function attempts(runId: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const email of strangers) {
    const client = email === null ? server.anonymous() : await server.as(email);
    for (const place of places) {
      const heard = await hear(base, client, runId, place === undefined ? {} : { lastEventId: place });
      if (!refusals.includes(heard.status) || heard.text !== '')
        wrong.push(`${email} reads from ${place}: ${heard.status} ${heard.text}`);
    }
    for (const endpoint of [getRun, stopRun] as const) {
      // The client sends its csrftoken: the refusal must be because the run is not its own.
      const { status, body } = await client.call(endpoint, { params: { run_id: runId } });
      if (!refusals.includes(status) || body.success || body.code === 'csrf_failed')
        wrong.push(`${email} ${endpoint.method} ${endpoint.path}: ${status}`);
    }
  }
  return wrong;
}

test('nobody else reads, resumes, stops or looks up an answer, while it is written and when it has ended', async () => {
  let tried = 0;
  const count = strangers.length * (places.length + 2);
  model.setFault({ kind: 'stall', afterTokens: 6 });
  const turn = await start(member, bot, 'Tell me.');
  const running = turn.answer.run?.id ?? '';
  await hear(base, member, running, { until: ({ text }) => text.includes('secret5') });
  expect(await attempts(running)).toEqual([]);
  tried += count;
  // The run is still being written: no stranger's stop has reached it.
  expect((await member.call(getRun, { params: { run_id: running } })).body).toMatchObject({
    data: { status: 'running' },
  });
  await member.call(stopRun, { params: { run_id: running } });
  await server.app.runs.ended(running);
  model.setFault(null);
  expect(await attempts(running)).toEqual([]);
  tried += count;
  console.info(`foreign subscriptions: 0 of ${tried} got through, reconnects included`);
});

test('what is not somebody’s own does not differ from what is not there', async () => {
  const turn = await start(member, bot, 'Tell me.');
  const stranger = await server.as('owner@pro.example');
  await server.app.runs.ended(turn.answer.run?.id ?? '');
  for (const endpoint of [getRun, stopRun, streamRun] as const) {
    const [foreign, none] = await Promise.all(
      [turn.answer.run?.id ?? '', '00000000-0000-4000-8000-000000000000'].map((run_id) =>
        stranger.call(endpoint, { params: { run_id } }),
      ),
    );
    const withoutId = (payload = '') => payload.replace(/"request_id":"[^"]+"/, '');
    expect(withoutId(foreign?.text)).toBe(withoutId(none?.text));
    expect(foreign?.status).toBe(404);
  }
});

test('a reader whose session is over does not come back', async () => {
  model.setFault({ kind: 'stall', afterTokens: 6 });
  const turn = await start(member, bot, 'Tell me.');
  const id = turn.answer.run?.id ?? '';
  await until(() => server.app.runs.liveOf(id)?.text.includes('secret5') === true);
  const second = await server.as('member@pro.example');
  expect((await hear(base, second, id, { until: ({ text }) => text !== '' })).text).toContain('secret0');
  await second.call(signOut);
  expect((await hear(base, second, id, { lastEventId: '3' })).status).toBe(401);
  await member.call(stopRun, { params: { run_id: id } });
  await server.app.runs.ended(id);
  model.setFault(null);
});

/** Takes the right to the bot from whoever asked; the returned function gives it back. */
async function denyBot(runId: string): Promise<() => Promise<unknown>> {
  const setId = await server.db.asSystem(async (trx) => {
    const { organization_id, member_id } = await trx
      .selectFrom('runs')
      .where('id', '=', runId)
      .select(['organization_id', 'member_id'])
      .executeTakeFirstOrThrow();
    const statements = jsonOf([
      { effect: 'deny', kind: 'bot', actions: ['use'], scope: 'these', ids: [bot], at_most: null } satisfies Statement,
    ]);
    const { id } = await trx
      .insertInto('permission_sets')
      .values({ organization_id, name: 'No guide', statements, changed_by: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('permission_grants')
      .values({ organization_id, set_id: id, member_id, team_id: null, expires_at: null, granted_by: null })
      .execute();
    return id;
  });
  return () => server.db.asSystem((trx) => trx.deleteFrom('permission_sets').where('id', '=', setId).execute());
}

test('who loses the right to a bot does not open its answer again while it is written, and what waits there is not answered', async () => {
  model.hold(6);
  const turn = await start(member, bot, 'Tell me.');
  const waiting = (await prompt(member, turn.dialogue_id, 'And then?')).answer.run?.id ?? '';
  const running = turn.answer.run?.id ?? '';
  await until(() => server.app.runs.liveOf(running)?.text.includes('secret5') === true);
  const letAgain = await denyBot(running);
  expect((await hear(base, member, running)).status).toBe(404);
  model.goOn();
  await server.app.runs.ended(running);
  await server.app.runs.ended(waiting);
  const ended = await server.db.asSystem((trx) =>
    trx.selectFrom('runs').where('id', 'in', [running, waiting]).select(['id', 'status', 'error_code']).execute(),
  );
  expect(ended.find(({ id }) => id === running)).toMatchObject({ status: 'complete', error_code: null });
  expect(ended.find(({ id }) => id === waiting)).toMatchObject({ status: 'failed', error_code: 'bot_disabled' });
  expect(model.requests.filter(({ body }) => body.messages.at(-1)?.content === 'And then?')).toEqual([]);
  // A finished answer is a part of their dialogue.
  expect((await hear(base, member, running)).status).toBe(200);
  await letAgain();
});

test('who loses it does not open an answer again of which there is only reasoning yet', async () => {
  model.hold(2);
  const turn = await start(member, bot, 'Think first.');
  const running = turn.answer.run?.id ?? '';
  await until(() => server.app.runs.liveOf(running)?.reasoning?.text.includes('secret1') === true);
  const letAgain = await denyBot(running);
  expect((await hear(base, member, running)).status).toBe(404);
  await letAgain();
  model.goOn();
  await server.app.runs.ended(running);
});
