import { randomUUID } from 'node:crypto';
import { deleteDialogue } from '@parlance/shared/contract/api/dialogues';
import { stopRun } from '@parlance/shared/contract/api/runs/runs';
import { type SavedTool, deleteTool, saveTool, tryTool } from '@parlance/shared/contract/api/tools';
import { botNamed, hear, listen, prompt, start, until } from '../../testing/asking.ts';
import { type McpRelay, type ReferenceServer, startMcpRelay, startReferenceServer } from '../../testing/mcp-server.ts';
import { type ModelCall, type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { giveTools, makeTool } from '../../testing/tools.ts';

jest.setTimeout(60_000);

/** The calls the model requests in the first turn of an answer. */
let calls: readonly ModelCall[];
let model: ModelServer;
let everything: ReferenceServer;
let relay: McpRelay;
let server: TestServer;
let base: string;
let owner: Client;
let member: Client;
let bot: string;
let tool: SavedTool;

beforeAll(async () => {
  model = await startModelServer({
    calls: ({ messages }) => (messages.at(-1)?.role === 'tool' ? [] : calls),
    answer: ({ messages }) => [messages.at(-1)?.role === 'tool' ? 'Done.' : 'Let me see.'],
  });
  everything = await startReferenceServer();
  relay = await startMcpRelay(everything);
  server = await startTestServer({
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'stand-in',
    OUTGOING_ALLOWED_HOSTS: relay.host,
    TOOL_SECRETS_KEY: 'ab'.repeat(32),
  });
  base = await listen(server.app);
  owner = await server.as('owner@pro.example');
  member = await server.as('member@pro.example');
  bot = await botNamed(member, 'House Guide');
});
afterAll(async () => {
  await server.close();
  await relay.close();
  everything.end();
  await model.close();
});
beforeEach(async () => {
  calls = [echo('one')];
  tool = await makeTool(owner, {
    name: 'Every',
    settings: { kind: 'mcp', server: { transport: 'http', url: relay.url } },
  });
  await giveTools(server, bot, [{ tool_id: tool.id, permission: 'always', functions: {} }]);
  relay.messages.length = 0;
});
afterEach(async () => {
  await owner.call(deleteTool, { params: { tool_id: tool.id } });
  await sessions().review();
  expect(sessions().size).toBe(0);
});

const sessions = () => server.app.toolReach.sessions;
const echo = (message: string): ModelCall => ({ name: 'Every_echo', arguments: JSON.stringify({ message }) });
const longOperation = (duration: number, steps: number): ModelCall => ({
  name: 'Every_trigger-long-running-operation',
  arguments: JSON.stringify({ duration, steps }),
});

/** Asks, in a new dialogue or a given one; resolves when the answer is written. */
async function answered(client: Client, dialogueId?: string) {
  const turn = await (dialogueId === undefined ? start(client, bot, 'Do it.') : prompt(client, dialogueId, 'Again.'));
  const heard = await hear(base, client, turn.answer.run?.id ?? '');
  const results = heard.events.flatMap(({ data }) =>
    data.type === 'tool' && data.call.state !== 'running' ? [`${data.call.state}: ${data.call.result}`] : [],
  );
  return { dialogueId: turn.dialogue_id, results };
}

/** The sessions that calls were made in, in order. */
const sessionsOfCalls = () =>
  relay.messages.flatMap(({ method, session }) => (method === 'tools/call' ? [session] : []));

test('people are told how far a long call is', async () => {
  calls = [longOperation(1, 4)];
  const turn = await start(member, bot, 'Do it.');
  const { events } = await hear(base, member, turn.answer.run?.id ?? '');
  const parts = events.flatMap(({ data }) =>
    data.type === 'tool' && data.call.state === 'running' && data.call.progress !== undefined
      ? [data.call.progress.part]
      : [],
  );
  expect(parts.length).toBeGreaterThanOrEqual(2);
  expect(parts).toEqual(expect.arrayContaining([0.25]));
  const last = events.findLast(({ data }) => data.type === 'tool')?.data;
  expect(last).toMatchObject({ call: { state: 'done' } });
  expect(last).not.toHaveProperty('call.progress');
});

test('the calls of a dialogue are made in one session; another dialogue, and another person, have their own', async () => {
  calls = [echo('one'), echo('two')];
  const { dialogueId, results } = await answered(member);
  expect(results).toEqual(['done: Echo: one', 'done: Echo: two']);
  await answered(member, dialogueId);
  expect(relay.count('initialize')).toBe(1);
  expect(new Set(sessionsOfCalls()).size).toBe(1);
  expect(relay.messages.filter(({ http }) => http === 'DELETE')).toEqual([]);
  await answered(member);
  await answered(owner);
  expect(relay.count('initialize')).toBe(3);
  expect(new Set(sessionsOfCalls()).size).toBe(3);
  expect(sessionsOfCalls()).not.toContain(undefined);
});

test('the button of a tool has a session of its own, which is closed after it', async () => {
  await answered(member);
  await owner.call(tryTool, {
    params: { tool_id: tool.id },
    body: { idempotency_key: randomUUID(), function: 'echo', arguments: { message: 'me' } },
  });
  expect(new Set(sessionsOfCalls()).size).toBe(2);
  expect(relay.messages.filter(({ http }) => http === 'DELETE').map(({ session }) => session)).toEqual([
    sessionsOfCalls()[1],
  ]);
});

describe('a server that does not know the session any more', () => {
  test.each([
    ['says 404', 404, '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}'],
    ['says 400, and that it is about the session', 400, 'Bad Request: No valid session ID provided'],
  ])('and %s is initialised once more, and called again', async (_, status, said) => {
    const { dialogueId } = await answered(member);
    const [gone] = sessionsOfCalls();
    relay.interfere = ({ session, http }, response) => {
      if (session !== gone || http === 'DELETE') return false;
      response.writeHead(status, { 'content-type': 'application/json' }).end(said);
      return true;
    };
    const { results } = await answered(member, dialogueId).finally(() => (relay.interfere = () => false));
    expect(results).toEqual(['done: Echo: one']);
    expect(relay.count('initialize')).toBe(2);
  });

  test('however often it says so is initialised once a call, and the call fails in words', async () => {
    const { dialogueId } = await answered(member);
    relay.interfere = ({ method }, response) => {
      if (method !== 'tools/call') return false;
      response.writeHead(404).end();
      return true;
    };
    const { results } = await answered(member, dialogueId).finally(() => (relay.interfere = () => false));
    expect(results).toEqual(['failed: There is no such server at its address.']);
    expect(relay.count('initialize')).toBe(2);
  });

  test('because it was started again is initialised once more', async () => {
    const { dialogueId } = await answered(member);
    await everything.restart();
    expect((await answered(member, dialogueId)).results).toEqual(['done: Echo: one']);
    expect(relay.count('initialize')).toBe(2);
  });
});

describe('a session is closed, and the server told,', () => {
  const isClosed = async () => {
    await until(() =>
      relay.messages.some(({ http, session }) => http === 'DELETE' && session === sessionsOfCalls()[0]),
    );
    expect(sessions().size).toBe(0);
  };

  test('when its dialogue is deleted', async () => {
    const { dialogueId } = await answered(member);
    await sessions().review();
    expect(sessions().size).toBe(1);
    await member.call(deleteDialogue, { params: { dialogue_id: dialogueId } });
    await sessions().review();
    await isClosed();
  });

  test('when its tool is changed, and is not used before that', async () => {
    const { dialogueId } = await answered(member);
    const saved = await owner.call(saveTool, {
      params: { tool_id: tool.id },
      body: {
        name: 'Every',
        settings: { kind: 'mcp', server: { transport: 'http', url: relay.url } },
        secret_headers: { authorization: 'Bearer another' },
        revision: tool.revision,
      },
    });
    expect(saved.status).toBe(200);
    await answered(member, dialogueId);
    expect(new Set(sessionsOfCalls()).size).toBe(2);
    await sessions().review();
    expect(sessions().size).toBe(1);
    await owner.call(deleteTool, { params: { tool_id: tool.id } });
    await sessions().review();
    await isClosed();
  });

  test.each([['is deactivated', { deactivated_at: new Date() }, { deactivated_at: null }]])(
    'when its person %s',
    async (_, taken, given) => {
      await answered(member);
      const change = (set: object) =>
        server.db.asSystem((trx) =>
          trx
            .updateTable('memberships')
            .set(set)
            .where('user_id', 'in', trx.selectFrom('users').select('id').where('email', '=', 'member@pro.example'))
            .execute(),
        );
      await change(taken);
      await sessions().review();
      await change(given);
      await isClosed();
    },
  );

  test('when its person may not use the agent any more', async () => {
    await answered(member);
    const change = (access: 'people' | 'organization') =>
      server.db.asSystem((trx) => trx.updateTable('bots').set({ access }).where('id', '=', bot).execute());
    await change('people');
    await sessions().review();
    await change('organization');
    await isClosed();
  });
});

test('the stop of an answer is told to the server, and its session stays', async () => {
  calls = [longOperation(30, 30)];
  const turn = await start(member, bot, 'Do it.');
  await until(() => relay.count('tools/call') === 1);
  await member.call(stopRun, { params: { run_id: turn.answer.run?.id ?? '' } });
  await until(() => relay.count('notifications/cancelled') === 1);
  calls = [echo('after it')];
  expect((await answered(member, turn.dialogue_id)).results).toEqual(['done: Echo: after it']);
  expect(relay.count('initialize')).toBe(1);
});

test('a call that is answered is not told to be cancelled, and each call names a token for its progress', async () => {
  calls = [echo('one'), longOperation(1, 4)];
  expect((await answered(member)).results).toHaveLength(2);
  expect(relay.count('notifications/cancelled')).toBe(0);
  const asked = relay.messages.filter(({ method }) => method === 'tools/call').map(({ params }) => params);
  expect(asked).toMatchObject([
    { _meta: { progressToken: expect.any(Number) as number } },
    { _meta: { progressToken: expect.any(Number) as number } },
  ]);
});
