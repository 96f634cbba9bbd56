import { randomUUID } from 'node:crypto';
import {
  type ToolDraft,
  createTool,
  deleteTool,
  getTool,
  saveTool,
  tryTool,
} from '@parlance/shared/contract/api/tools';
import { botNamed, hear, listen, start } from '../../../testing/asking.ts';
import {
  type AuthorizationServer,
  clientByHand,
  clientWithKey,
  clientWithSecret,
  startAuthorizationServer,
} from '../../../testing/authorization-server.ts';
import { type ModelServer, startModelServer } from '../../../testing/model-server.ts';
import { type ProtectedMcpServer, startProtectedMcpServer } from '../../../testing/protected-mcp-server.ts';
import { dataOf } from '../../../testing/registering.ts';
import { runOf } from '../../../testing/start-asking.ts';
import { type Client, type TestServer, startTestServer } from '../../../testing/test-app.ts';
import { forgetCounts, giveTools } from '../../../testing/tools.ts';

jest.setTimeout(60_000);

let authorization: AuthorizationServer;
let notes: ProtectedMcpServer;
let model: ModelServer;
let server: TestServer;
let owner: Client;
let member: Client;

beforeAll(async () => {
  authorization = await startAuthorizationServer();
  notes = await startProtectedMcpServer(authorization.issuer);
  model = await startModelServer({
    calls: ({ messages, tool_choice: choice }) =>
      choice === 'none' || messages.at(-1)?.role === 'tool' ? [] : [{ name: 'Notes_whoami', arguments: '{}' }],
    answer: ({ messages }) => [String(messages.at(-1)?.content)],
  });
  server = await startTestServer({
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'stand-in',
    OUTGOING_ALLOWED_HOSTS: [authorization.host, notes.host].join(', '),
    TOOL_SECRETS_KEY: 'ab'.repeat(32),
  });
  owner = await server.as('owner@pro.example');
  member = await server.as('member@pro.example');
});
afterAll(async () => {
  await server.close();
  await model.close();
  await notes.close();
  await authorization.close();
});
beforeEach(async () => {
  await forgetCounts(server);
  notes.calls.length = 0;
});

const draft = (clientId: string, secret: string | null): ToolDraft => ({
  name: 'Notes',
  settings: {
    kind: 'mcp',
    server: { transport: 'http', url: notes.url, sign_in: { as: 'organization', client_id: clientId } },
  },
  client_secret: secret,
});
const made = (clientId: string, secret: string) => owner.call(createTool, { body: draft(clientId, secret) });
const tokenRequests = () => authorization.requests.filter((it) => it === 'POST /token').length;
const tried = (toolId: string) =>
  owner.call(tryTool, {
    params: { tool_id: toolId },
    body: { idempotency_key: randomUUID(), function: 'whoami', arguments: {} },
  });

test.each([
  ['a secret', clientWithSecret.clientId, clientWithSecret.clientSecret],
  ['a private key', clientWithKey.clientId, clientWithKey.privateKey],
  ['a private key in one line', clientWithKey.clientId, clientWithKey.privateKey.replaceAll('\n', '')],
])('the client of an organisation calls with %s, for everybody and without asking anybody', async (_, id, secret) => {
  const tool = dataOf(await made(id, secret));
  expect(tool.functions.map(({ name }) => name)).toContain('whoami');
  expect(tool).toMatchObject({ error_code: null, has_client_secret: true });
  expect(tool.is_signed_in).toBeUndefined();
  expect(JSON.stringify(tool)).not.toContain(JSON.stringify(secret));
  const bot = await botNamed(member, 'House Guide');
  await giveTools(server, bot, [{ tool_id: tool.id, permission: 'always', functions: {} }]);
  const base = await listen(server.app);
  expect((await hear(base, member, runOf(await start(member, bot, 'Who am I?')))).text).toContain(id);
  expect(notes.calls).toEqual([{ name: 'whoami', account: id }]);
  await owner.call(deleteTool, { params: { tool_id: tool.id } });
});

test('a token is kept for the calls that follow, and asked for once by many at a time', async () => {
  const tool = dataOf(await made(clientWithSecret.clientId, clientWithSecret.clientSecret));
  authorization.endAccessTokens();
  const before = tokenRequests();
  const results = await Promise.all(Array.from({ length: 4 }, () => tried(tool.id)));
  expect(results.map((answer) => dataOf(answer).state)).toEqual(['done', 'done', 'done', 'done']);
  expect(tokenRequests()).toBe(before + 1);
  dataOf(await tried(tool.id));
  expect(tokenRequests()).toBe(before + 1);
  await owner.call(deleteTool, { params: { tool_id: tool.id } });
});

test('a scope that a call lacked is asked for with the next token', async () => {
  const tool = dataOf(await made(clientWithSecret.clientId, clientWithSecret.clientSecret));
  const write = async () =>
    dataOf(
      await owner.call(tryTool, {
        params: { tool_id: tool.id },
        body: { idempotency_key: randomUUID(), function: 'write_note', arguments: {} },
      }),
    );
  expect(await write()).toMatchObject({ state: 'failed', result: expect.stringContaining('sign-in') });
  expect(await write()).toMatchObject({ state: 'done', result: `A note of ${clientWithSecret.clientId}` });
  await owner.call(deleteTool, { params: { tool_id: tool.id } });
});

test.each([
  ['a wrong secret', clientWithSecret.clientId, 'wrong-secret', 'tool_sign_in_refused', /invalid_client/],
  [
    'a client that people sign in by',
    clientByHand.clientId,
    clientByHand.clientSecret,
    'tool_sign_in_refused',
    /grant type is not allowed/,
  ],
  [
    'what is no key',
    clientWithKey.clientId,
    '-----BEGIN PRIVATE KEY-----\nnone\n-----END PRIVATE KEY-----',
    'tool_sign_in_unusable',
    /private key/,
  ],
])('a tool with %s is refused in the words of its server, without the secret', async (_, id, secret, code, words) => {
  const { body } = await made(id, secret);
  if (body.success) throw new Error('It was made.');
  expect(body.code).toBe(code);
  expect(body.issues).toEqual([{ path: 'said', message: expect.stringMatching(words) }]);
  expect(JSON.stringify(body)).not.toContain(secret);
});

test('a tool without a secret is not saved, and one keeps it for the same client alone', async () => {
  const { body } = await made(clientWithSecret.clientId, '');
  expect(body).toMatchObject({ code: 'validation_failed', issues: [{ path: 'body.client_secret' }] });
  const tool = dataOf(await made(clientWithSecret.clientId, clientWithSecret.clientSecret));
  const params = { tool_id: tool.id };
  const saved = async (clientId: string, secret: string | null) =>
    (
      await owner.call(saveTool, {
        params,
        body: { ...draft(clientId, secret), name: 'Renamed', revision: tool.revision },
      })
    ).body;
  for (const [id, secret] of [
    [clientWithSecret.clientId, ''],
    [clientWithKey.clientId, null],
  ] as const)
    expect(await saved(id, secret)).toMatchObject({ code: 'validation_failed' });
  expect(await saved(clientWithSecret.clientId, null)).toMatchObject({ success: true });
  expect(dataOf(await owner.call(getTool, { params }))).toMatchObject({ name: 'Renamed', has_client_secret: true });
  await owner.call(deleteTool, { params });
});
