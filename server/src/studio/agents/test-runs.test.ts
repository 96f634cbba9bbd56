import { randomUUID } from 'node:crypto';
import * as sets from '@parlance/shared/contract/api/agents/agent-test-sets';
import * as api from '@parlance/shared/contract/api/agents/agents';
import { startJobs } from '../../platform/jobs/engine.ts';
import { blankAgent, codeOf, dataOf, publishedAgent } from '../../testing/agents.ts';
import { startAskingMcpServer } from '../../testing/asking-mcp-server.ts';
import { noJobs } from '../../testing/jobs.ts';
import { type ModelCall, type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { builtIn, makeTool } from '../../testing/tools.ts';
import { testAsking } from './ask-tests.ts';

let verdict = 'yes';
/** The calls the model requests before it answers. */
let calls: readonly ModelCall[] = [];
let model: ModelServer;
let server: TestServer;
let mei: Client;
let oscar: Client;
beforeAll(async () => {
  model = await startModelServer({
    calls: ({ messages, tool_choice: choice }) => (choice === 'none' || messages.at(-1)?.role === 'tool' ? [] : calls),
    answer: ({ messages }) => [
      String(messages[0]?.content).includes('You judge answers')
        ? verdict
        : `You have 25 working days. ${String(messages.at(-1)?.content)}`,
    ],
  });
  server = await startTestServer({
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'large',
    OUTGOING_ALLOWED_HOSTS: '127.0.0.1',
  });
  [mei, oscar] = [await server.as('member@pro.example'), await server.as('otp@pro.example')];
});
afterAll(async () => {
  await server.close();
  await model.close();
});
afterEach(() => {
  model.setFault(null);
  calls = [];
});

type Point = sets.TestQuestion['points'][number];
const asking = (question: string, ...points: Point[]): sets.TestQuestion => ({
  id: randomUUID(),
  question,
  language: 'en',
  points,
});
const saveSet = (client: Client, agent: api.Agent, questions: sets.TestQuestion[], revision = 0) =>
  client.call(sets.saveTestSet, { params: { agent_id: agent.id }, body: { revision, questions } });
const run = (client: Client, agent: api.Agent, number: number | null = null) =>
  client.call(sets.runTestSet, { params: { agent_id: agent.id }, body: { number } });
const read = async (id: string) => dataOf(await mei.call(sets.getTestRun, { params: { test_run_id: id } }));
const handler = () =>
  testAsking({
    config: server.config,
    db: server.db,
    events: server.dependencies.events,
    models: server.app.models,
    ruleBook: server.app.ruleBook,
  });

/** Does the work of a run like the worker, until it has ended. */
async function finish(id: string): Promise<sets.TestRun> {
  await handler().run({ test_run: id }, new AbortController().signal);
  return read(id);
}

test('every question is asked and held against its points, by rules and by the model', async () => {
  const agent = await publishedAgent(mei, { name: { en: 'Leave' }, instructions: 'Count days.' });
  const questions = [
    asking(
      'How many?',
      { text: '25 WORKING DAYS', must: 'contain' },
      { text: '30', must: 'not-contain' },
      { text: 'It is five weeks.', must: 'mean' },
    ),
    asking('And 30?', { text: '30', must: 'not-contain' }),
    asking('Anything at all?'),
  ];
  expect(dataOf(await saveSet(mei, agent, questions))).toMatchObject({ revision: 1, judge: 'model' });
  const begun = dataOf(await run(mei, agent, 1));
  expect(begun).toMatchObject({ status: 'running', number: 1, of: 3, passed: 0, results: [] });
  expect(codeOf(await run(mei, agent))).toBe('409 run_active');
  const done = await finish(begun.id);
  expect(done).toMatchObject({ status: 'complete', passed: 2, of: 3 });
  expect(done.results.map(({ question_id, passed, error_code }) => [question_id, passed, error_code])).toEqual(
    questions.map(({ id }, at) => [id, at !== 1, null]),
  );
  expect(done.results[0]?.points.map(({ met }) => met)).toEqual([true, true, true]);
  expect(dataOf(await mei.call(api.listAgentVersions, { params: { agent_id: agent.id } })).items[0]?.tests).toEqual({
    passed: 2,
    of: 3,
  });
  expect(
    dataOf(await mei.call(sets.listTestRuns, { params: { agent_id: agent.id } })).items.map(({ id }) => id),
  ).toEqual([begun.id]);
});

test('what the model that judges does not say plainly is not met', async () => {
  const agent = await blankAgent(mei, {});
  dataOf(await saveSet(mei, agent, [asking('How many?', { text: 'It is five weeks.', must: 'mean' })]));
  for (const [said, met] of [
    ['no', false],
    ['Well, yes and no', null],
  ] as const) {
    verdict = said;
    const { results } = await finish(dataOf(await run(mei, agent)).id);
    expect(results[0]).toMatchObject({ passed: false, points: [{ met }] });
  }
  verdict = 'yes';
});

test('an answer that failed is no passed question, and says why', async () => {
  const agent = await blankAgent(mei, {});
  dataOf(await saveSet(mei, agent, [asking('How many?')]));
  const { id } = dataOf(await run(mei, agent));
  model.setFault({ kind: 'status', status: 400 });
  expect(await finish(id)).toMatchObject({
    status: 'complete',
    passed: 0,
    results: [{ passed: false, error_code: expect.stringMatching(/^model_/) }],
  });
});

test('a verdict for which nothing is left of the month is not asked for, and the question says so', async () => {
  const agent = await blankAgent(mei, {});
  dataOf(await saveSet(mei, agent, [asking('How many?', { text: 'It is five weeks.', must: 'mean' })]));
  const { id } = dataOf(await run(mei, agent));
  const limit = (tokens: string | null) =>
    server.db.asSystem((trx) =>
      trx.updateTable('plans').set({ member_tokens_a_month: tokens }).where('name', '=', 'Pro').execute(),
    );
  const before = model.requests.length;
  // The answer begins with its share; then the plan has become smaller.
  model.hold(0);
  const finished = finish(id);
  while (model.requests.length === before) await new Promise((resolve) => setTimeout(resolve, 5));
  await limit('1');
  model.goOn();
  const done = await finished;
  await limit(null);
  expect(done).toMatchObject({ passed: 0, results: [{ passed: false, error_code: 'allowance_spent' }] });
  expect(model.requests.length).toBe(before + 1);
});

test('a call that somebody would have to allow is refused, the model is told, and the result says so', async () => {
  const agent = await blankAgent(mei, { tools: [builtIn('web-page'), builtIn('calculator')] });
  dataOf(await saveSet(mei, agent, [asking('What does it say?', { text: 'nobody is there', must: 'contain' })]));
  calls = [
    { name: 'calculator_calculate', arguments: '{"expression":"6 * 7"}' },
    { name: 'web-page_read_page', arguments: '{"url":"https://example.com/?d=SECRET"}' },
  ];
  const done = await finish(dataOf(await run(mei, agent)).id);
  expect(done).toMatchObject({ status: 'complete', passed: 1 });
  expect(done.results).toMatchObject([
    {
      answer: expect.stringContaining('needs somebody’s permission'),
      refused_calls: [
        { kind: 'web-page', function: 'read_page', arguments: '{"url":"https://example.com/?d=SECRET"}' },
      ],
    },
  ]);
  calls = [];
  expect((await finish(dataOf(await run(mei, agent)).id)).results[0]).not.toHaveProperty('refused_calls');
});

test('the server of a call is told that nobody can be asked', async () => {
  const confirming = await startAskingMcpServer();
  const tool = await makeTool(await server.as('owner@pro.example'), {
    name: 'Confirm',
    settings: { kind: 'mcp', server: { transport: 'http', url: confirming.url } },
  });
  const agent = await blankAgent(mei, { tools: [{ tool_id: tool.id, permission: 'always', functions: {} }] });
  dataOf(await saveSet(mei, agent, [asking('Is it confirmed?', { text: 'Method not found', must: 'contain' })]));
  calls = [{ name: 'Confirm_confirm', arguments: '{}' }];
  expect(await finish(dataOf(await run(mei, agent)).id)).toMatchObject({ status: 'complete', passed: 1 });
  await confirming.close();
});

test('a run goes on where a process that died has left it, and asks nothing twice', async () => {
  const agent = await blankAgent(mei, {});
  dataOf(
    await saveSet(
      mei,
      agent,
      Array.from({ length: 6 }, (_, at) => asking(`Question ${at}`)),
    ),
  );
  const { id } = dataOf(await run(mei, agent));
  const process = new AbortController();
  const before = model.requests.length;
  const dying = handler().run({ test_run: id }, process.signal);
  while ((await read(id)).results.length < 2) await new Promise((resolve) => setTimeout(resolve, 5));
  process.abort(new Error('The process died.'));
  await expect(dying).rejects.toThrow('The process died.');
  expect((await read(id)).status).toBe('running');
  expect(await finish(id)).toMatchObject({ status: 'complete', passed: 6, of: 6 });
  expect(model.requests.length - before).toBe(6);
});

test('a run that nobody goes on with has failed; one that is stopped asks nothing more', async () => {
  const agent = await blankAgent(mei, {});
  dataOf(await saveSet(mei, agent, [asking('How many?')]));
  const lost = dataOf(await run(mei, agent));
  await handler().giveUp({ test_run: lost.id }, 'It took too long.');
  expect((await read(lost.id)).status).toBe('failed');
  const stopped = dataOf(await run(mei, agent));
  expect(dataOf(await mei.call(sets.stopTestRun, { params: { test_run_id: stopped.id } })).status).toBe('stopped');
  const before = model.requests.length;
  expect(await finish(stopped.id)).toMatchObject({ status: 'stopped', results: [] });
  expect(model.requests.length).toBe(before);
});

test('the worker takes it up', async () => {
  const agent = await blankAgent(mei, {});
  dataOf(await saveSet(mei, agent, [asking('How many?')]));
  const { db, pool, isEmbedded, dependencies } = server;
  const { id } = dataOf(await run(mei, agent));
  await pool.query(`delete from job_requests where kind <> 'run_tests' or data ->> 'test_run' <> $1`, [id]);
  const jobs = await startJobs(
    { db, pool, events: dependencies.events, log: dependencies.log, isEmbedded },
    { ...noJobs, run_tests: handler() },
    1,
  );
  while ((await read(id)).status === 'running') await new Promise((resolve) => setTimeout(resolve, 20));
  await jobs.close();
  expect(await read(id)).toMatchObject({ status: 'complete', passed: 1 });
});

test('the test set is its agent’s, saved by who saw the last one, and nobody else’s', async () => {
  const agent = await blankAgent(mei, {});
  const set = [asking('How many?')];
  const once = await Promise.all([saveSet(mei, agent, set), saveSet(mei, agent, set)]);
  expect(once.map(codeOf).sort()).toEqual(['200', '409 conflict']);
  expect(codeOf(await saveSet(mei, agent, set, 1))).toBe('200');
  expect(codeOf(await saveSet(mei, agent, set, 1))).toBe('409 conflict');
  expect(codeOf(await saveSet(mei, agent, [...set, ...set], 2))).toBe('400 validation_failed');
  expect(codeOf(await saveSet(oscar, agent, [], 2))).toBe('404 not_found');
  const { id } = dataOf(await run(mei, agent));
  for (const endpoint of [sets.getTestRun, sets.stopTestRun])
    expect(codeOf(await oscar.call(endpoint, { params: { test_run_id: id } }))).toBe('404 not_found');
  expect(codeOf(await run(mei, await blankAgent(mei, {})))).toBe('400 validation_failed');
});
