import type { ServerResponse } from 'node:http';
import { previewTool, refreshTool } from '@parlance/shared/contract/api/tools';
import { freePorts } from '../../testing/free-ports.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { type HttpSite, type ReceivedRequest, makeTool, startSite } from '../../testing/tools.ts';

const secret = 'zx81-geheim-0815';

let answer: (request: ReceivedRequest, response: ServerResponse) => void;
let site: HttpSite;
let server: TestServer;
let owner: Client;
let closedPort: number;
beforeAll(async () => {
  site = await startSite((request, response) => answer(request, response));
  [closedPort = 0] = await freePorts(1);
  server = await startTestServer({
    OUTGOING_ALLOWED_HOSTS: `${site.host}, 127.0.0.1:${closedPort}, nowhere.invalid`,
    TOOL_SECRETS_KEY: 'ab'.repeat(32),
  });
  owner = await server.as('owner@pro.example');
});
afterAll(async () => {
  await server.close();
  await site.close();
});

const settings = (url = `${site.origin}/mcp`) => ({ kind: 'mcp', server: { transport: 'http', url } }) as const;
const preview = async (url?: string) =>
  (
    await owner.call(previewTool, {
      body: { settings: settings(url), secret_headers: { authorization: `Bearer ${secret}` } },
    })
  ).body;
const says =
  (status: number, body: string, type = 'application/json') =>
  (_: ReceivedRequest, response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': type }).end(body);
const rpc = (message: string) => JSON.stringify({ jsonrpc: '2.0', id: null, error: { code: -32_000, message } });

/** A server that introduces itself, and then tells these functions. */
const lists =
  (tools: unknown) =>
  ({ method, body }: ReceivedRequest, response: ServerResponse) => {
    if (method !== 'POST') return void response.writeHead(405).end();
    const { id, method: asked } = JSON.parse(body) as { id?: unknown; method: string }; // the SDK's own message
    if (id === undefined) return void response.writeHead(202).end();
    const introduction = {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 's', version: '1' },
    };
    says(200, JSON.stringify({ jsonrpc: '2.0', id, result: asked === 'initialize' ? introduction : { tools } }))(
      {} as ReceivedRequest,
      response,
    );
  };

test.each([
  [
    'asks for a sign-in',
    says(401, '{"error":"invalid_token","error_description":"The access token expired"}'),
    'tool_sign_in_refused',
    '401 The access token expired',
  ],
  [
    'refuses the key',
    says(403, `The key ${secret} may not do this.`, 'text/plain'),
    'tool_sign_in_refused',
    '403 The key [secret] may not do this.',
  ],
  [
    'has nothing there',
    says(404, '<html><body><h1>Not Found</h1></body></html>', 'text/html'),
    'tool_server_missing',
    '404 Not Found',
  ],
  [
    'speaks the older transport',
    says(405, 'Method Not Allowed', 'text/plain'),
    'tool_server_missing',
    '405 Method Not Allowed',
  ],
  [
    'finds the request wrong',
    says(400, rpc('Bad Request: No valid session ID provided')),
    'tool_server_error',
    '400 Bad Request: No valid session ID provided (-32000)',
  ],
  [
    'does not take it',
    says(422, '{"detail":[{"loc":["body","params"],"msg":"Field required"}]}'),
    'tool_server_error',
    '422 body.params: Field required',
  ],
  ['has failed', says(500, rpc('Internal error')), 'tool_server_error', '500 Internal error (-32000)'],
  ['is overloaded', says(503, '', 'text/plain'), 'tool_server_error', '503'],
  [
    'is a page of the web',
    says(200, '<html></html>', 'text/html'),
    'tool_answer_unusable',
    'Unexpected content type: text/html',
  ],
  ['answers JSON of another kind', says(200, '{"hello":"world"}'), 'tool_answer_unusable', expect.any(String)],
  ['answers no JSON', says(200, '{"hello"'), 'tool_answer_unusable', expect.any(String)],
  ['tells functions in another form', lists({ f: {} }), 'tool_answer_unusable', expect.stringContaining('tools')],
])('a server that %s is told so, in its own words and without the key', async (_, answers, code, said) => {
  answer = answers;
  const body = await preview();
  expect(body).toMatchObject({ success: false, code, issues: [{ path: 'said', message: said }] });
  expect(JSON.stringify(body)).not.toContain(secret);
});

test.each([
  ['a closed port', () => `http://127.0.0.1:${closedPort}/mcp`, 'refused'],
  ['a name that is not known', () => 'http://nowhere.invalid/mcp', 'name'],
  ['no encryption where it should be', () => `https://${site.host}/mcp`, 'certificate'],
])('%s is a server that is not reached, and which part of the way failed', async (_, url, way) => {
  answer = says(200, '');
  expect(await preview(url())).toMatchObject({
    code: 'address_unreachable',
    issues: [{ path: 'unreachable', message: way }],
  });
});

test('a server that closes the connection is one that is not reached', async () => {
  answer = (_, response) => void response.destroy();
  expect(await preview()).toMatchObject({
    code: 'address_unreachable',
    issues: [{ path: 'unreachable', message: 'cut' }],
  });
});

test('a tool that is read anew says the same, and keeps what it had', async () => {
  answer = lists([{ name: 'f', inputSchema: { type: 'object' } }]);
  const tool = await makeTool(owner, {
    name: '',
    settings: settings(),
    secret_headers: { authorization: `Bearer ${secret}` },
  });
  answer = says(401, `{"message":"${secret} is too old"}`);
  const { body } = await owner.call(refreshTool, { params: { tool_id: tool.id } });
  expect(body).toMatchObject({
    data: {
      tool: { error_code: 'tool_sign_in_refused', functions: [{ name: 'f' }] },
      issues: [{ path: 'said', message: '401 [secret] is too old' }],
    },
  });
});
