import { listLoggedMessages } from '@parlance/shared/contract/api/dialogue-log';
import { getDeployment, openOperatorSession } from '@parlance/shared/contract/api/releases/operator';
import { getRun } from '@parlance/shared/contract/api/runs/runs';
import { ModelFailure } from '../../platform/language-models/language-model.ts';
import { dataOf } from '../../testing/agents.ts';
import { botNamed, hear, listen, messages, start, until } from '../../testing/asking.ts';
import { type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { FailureLog, keepFailures } from './failure-log.ts';

const operatorKey = 'o'.repeat(40);
const apiKey = 'sk-house-0123456789abcdef';
const refusal = {
  error: { message: `Incorrect API key provided: ${apiKey}.`, type: 'invalid_request_error', code: 'invalid_api_key' },
};
const words = 'Incorrect API key provided: [secret]. (invalid_api_key)';

let model: ModelServer;
let server: TestServer;
let base: string;
beforeAll(async () => {
  model = await startModelServer({ answer: () => ['Good.'] });
  const settings = { MODEL_BASE_URL: model.baseUrl, MODEL_NAME: 'stand-in', MODEL_API_KEY: apiKey };
  server = await startTestServer({
    ...settings,
    OPERATOR_KEY: operatorKey,
    WEB_ORIGIN: 'http://localhost:3000',
    MODEL_TITLES: 'false',
  });
  base = await listen(server.app);
});
afterAll(async () => {
  await server.close();
  await model.close();
});
afterEach(() => model.setFault(null));

async function ask(client: Client) {
  const turn = await start(client, await botNamed(client, 'House Guide'), 'When is the building open?');
  const runId = turn.answer.run?.id ?? '';
  await hear(base, client, runId);
  return { runId, dialogueId: turn.dialogue_id };
}

async function failuresForOperator() {
  const local = { host: 'localhost' };
  const opened = await server.app.inject({
    method: 'POST',
    url: openOperatorSession.path,
    headers: local,
    payload: { key: operatorKey, by: 'ada' },
  });
  const cookie = `operator=${opened.cookies.find(({ name }) => name === 'operator')?.value}`;
  return (await server.app.inject({ url: getDeployment.path, headers: { ...local, cookie } })).json().data
    .model_failures as {
    failures: number;
  }[];
}

test('what a provider said of a failure is told to administrators and the operator, without the key, and to no member', async () => {
  model.setFault({ kind: 'status', status: 401, body: refusal });
  const [member, admin] = [await server.as('member@pro.example'), await server.as('admin@pro.example')];
  const asked = await ask(member);
  const failure = { status: 401, words, request_id: null };
  // To who asked it is a sentence with what to do.
  const own = dataOf(await member.call(getRun, { params: { run_id: asked.runId } }));
  expect(own).toMatchObject({ status: 'failed' });
  expect(own).not.toHaveProperty('failure');
  const [stored] = await messages(member, asked.dialogueId);
  expect(stored?.run).toEqual({ id: asked.runId, status: 'failed', error_code: 'model_misconfigured' });
  // An administrator sees it of an own answer, and in the log of the others'.
  const another = await ask(admin);
  expect(dataOf(await admin.call(getRun, { params: { run_id: another.runId } }))).toMatchObject({ failure });
  expect((await messages(admin, another.dialogueId))[0]?.run).not.toHaveProperty('failure');
  const logged = dataOf(
    await admin.call(listLoggedMessages, { params: { dialogue_id: asked.dialogueId }, query: { limit: 10 } }),
  );
  expect(logged.items.at(-1)?.run).toMatchObject({ error_code: 'model_misconfigured', failure });
  await until(async () => (await failuresForOperator())[0]?.failures === 2);
  const found = await failuresForOperator();
  expect(found).toMatchObject([
    {
      provider: 'settings',
      model: 'stand-in',
      code: 'model_misconfigured',
      status: 401,
      words,
      request_id: null,
      failures: 2,
    },
  ]);
  expect(JSON.stringify([logged, found])).not.toContain(apiKey);
});

test('of an error on the way to a model administrators are told its code, and no host of the operator', async () => {
  model.setFault({ kind: 'cut', afterBytes: 0 });
  const admin = await server.as('admin@pro.example');
  const { runId } = await ask(admin);
  expect(dataOf(await admin.call(getRun, { params: { run_id: runId } })).failure).toEqual({
    status: null,
    words: 'ECONNRESET',
    request_id: null,
  });
});

test('of each model the last ten reasons are kept, for thirty days', async () => {
  const row = (at: number, changes: object = {}) => ({
    provider: 'p',
    model: 'm',
    code: 'model_unavailable',
    status: 500,
    alike: Buffer.from([at]),
    words: `${at}`,
    request_id: null,
    failures: 1,
    first_at: new Date(),
    last_at: new Date(Date.now() - at * 1_000),
    ...changes,
  });
  const kept = () =>
    server.db.asSystem((trx) =>
      trx
        .selectFrom('model_failures')
        .where('provider', '=', 'p')
        .select(['words', 'failures'])
        .orderBy('last_at', 'desc')
        .execute(),
    );
  await server.db.asSystem((trx) =>
    keepFailures(
      trx,
      Array.from({ length: 15 }, (_, at) => row(at)),
    ),
  );
  expect((await kept()).map((failure) => failure.words)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
  await server.db.asSystem((trx) =>
    keepFailures(trx, [
      row(3, { last_at: new Date() }),
      row(20, { model: 'other', last_at: new Date(Date.now() - 31 * 86_400_000) }),
    ]),
  );
  expect((await kept()).find((failure) => failure.words === '3')).toEqual({ words: '3', failures: 2 });
  expect(await kept()).toHaveLength(10);
});

test('failures that are alike are one row, also where each has numbers of its own, and many at once are written together', async () => {
  const written: { words: string; failures: number }[][] = [];
  const first = Promise.withResolvers<undefined>();
  const lines: unknown[] = [];
  const log = { warn: (line: unknown) => void lines.push(line), error: () => undefined };
  const failures = new FailureLog({
    log: log as never, // of the log only these two are used
    write: async (rows) => {
      written.push(rows.map((row) => ({ words: row.words, failures: row.failures })));
      await first.promise;
    },
  });
  const news = failures.newsOf('p', 'm');
  const fail = (said: string, code: 'model_unavailable' | 'model_refused' = 'model_unavailable') =>
    news.failed(new ModelFailure(code, 'It failed.', { said: { status: 500, words: said, requestId: null } }));
  fail('first');
  for (let at = 0; at < 1_000; at++) fail(`request ${at} failed`);
  for (let at = 0; at < 1_000; at++) fail('x'.repeat(at));
  fail('What was asked is forbidden.', 'model_refused');
  first.resolve(undefined);
  await failures.close();
  expect(written).toHaveLength(2);
  expect(written[1]).toHaveLength(100);
  expect(written[1]).toContainEqual({ words: 'request 999 failed', failures: 1_000 });
  expect(JSON.stringify(written)).not.toContain('forbidden');
  expect(lines).toHaveLength(2_002);
});
