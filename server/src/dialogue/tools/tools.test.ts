import { randomUUID } from 'node:crypto';
import { saveAgentDraft } from '@parlance/shared/contract/api/agents/agents';
import {
  createTool,
  deleteTool,
  getTool,
  listTools,
  previewTool,
  refreshTool,
  saveTool,
  tryTool,
  type ToolDraft,
} from '@parlance/shared/contract/api/tools';
import { blankAgent } from '../../testing/agents.ts';
import { botNamed } from '../../testing/asking.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { type HttpSite, forgetCounts, giveTools, makeTool, startSite } from '../../testing/tools.ts';

const secret = 'Bearer very-secret-value';

let site: HttpSite;
let other: HttpSite;
let server: TestServer;
let owner: Client;
/** The document served at /openapi.json; null serves nothing for now. */
let served: object | null;
beforeAll(async () => {
  site = await startSite(({ method, path, body }, response) => {
    if (path === '/openapi.json')
      return void response
        .writeHead(served === null ? 503 : 200, { 'content-type': 'application/json' })
        .end(JSON.stringify(served));
    if (path.startsWith('/missing'))
      return void response.writeHead(404, { 'content-type': 'application/json' }).end('{"why":"gone"}');
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ method, path, body }));
  });
  other = await startSite((_, response) => response.end('other'));
  server = await startTestServer({
    OUTGOING_ALLOWED_HOSTS: `${site.host}, ${other.host}`,
    TOOL_SECRETS_KEY: 'ab'.repeat(32),
  });
  owner = await server.as('owner@pro.example');
});
afterAll(async () => {
  await server.close();
  await Promise.all([site.close(), other.close()]);
});
beforeEach(async () => {
  await forgetCounts(server);
  site.requests.length = 0;
  other.requests.length = 0;
  served = document;
});

const http = (more: Partial<Extract<ToolDraft['settings'], { kind: 'http' }>> = {}): ToolDraft => ({
  name: randomUUID(),
  description: 'Looks an order up.',
  settings: {
    kind: 'http',
    method: 'GET',
    url: `${site.origin}/orders/{order}`,
    parameters: {
      type: 'object',
      properties: { order: { type: 'string' }, all: { type: 'boolean' } },
      required: ['order'],
    },
    ...more,
  },
  secret_headers: { Authorization: secret },
});
const document = {
  openapi: '3.1.0',
  servers: [{ url: '/api' }],
  paths: {
    '/orders/{id}': {
      get: {
        operationId: 'findOrder',
        summary: 'Finds an order.',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { $ref: '#/components/schemas/Id' } },
          { name: 'tag', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        ],
      },
      delete: {
        operationId: 'deleteOrder',
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      },
    },
    '/orders': {
      post: {
        operationId: 'makeOrder',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Node' } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Id: { type: 'string', minLength: 1 },
      Node: {
        type: 'object',
        properties: { name: { type: 'string' }, child: { $ref: '#/components/schemas/Node' } },
        required: ['name'],
      },
    },
  },
};

async function tried(toolId: string, name: string, values: Record<string, unknown>) {
  const { body } = await owner.call(tryTool, {
    params: { tool_id: toolId },
    body: { idempotency_key: randomUUID(), function: name, arguments: values },
  });
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.data;
}

describe('an HTTP action', () => {
  test('is sent with its parameters in their places and its secret, which is told to nobody', async () => {
    const tool = await makeTool(owner, http());
    expect(await tried(tool.id, 'request', { order: 'a/b?c', all: true })).toMatchObject({ state: 'done' });
    expect(site.requests).toMatchObject([
      { method: 'GET', path: '/orders/a%2Fb%3Fc?all=true', headers: { authorization: secret } },
    ]);
    const seen = JSON.stringify([
      (await owner.call(getTool, { params: { tool_id: tool.id } })).body,
      (await owner.call(listTools, {})).body,
      server.log,
    ]);
    expect(seen).toContain('Authorization');
    expect(seen).not.toContain('very-secret');
    const row = await server.db.asSystem((trx) =>
      trx.selectFrom('tools').selectAll().where('id', '=', tool.id).executeTakeFirstOrThrow(),
    );
    expect(JSON.stringify(row)).not.toContain('very-secret');
  });

  test.each(['..', '.', '%2e%2e'])('leads nowhere else by a parameter that is “%s”', async (order) => {
    const tool = await makeTool(owner, http());
    expect(await tried(tool.id, 'request', { order })).toMatchObject({ state: 'failed' });
    expect(site.requests).toEqual([]);
  });

  test('fills its body in, keeping what a value is', async () => {
    const tool = await makeTool(
      owner,
      http({
        method: 'POST',
        url: `${site.origin}/orders`,
        body: '{"id":"{order}","note":"for {order}","all":"{all}"}',
      }),
    );
    await tried(tool.id, 'request', { order: 'x"y', all: true });
    expect(JSON.parse(site.requests[0]?.body ?? '')).toEqual({ id: 'x"y', note: 'for x"y', all: true });
  });

  test('is sent once by a trial, however often the request for it comes', async () => {
    const tool = await makeTool(owner, http());
    const body = { idempotency_key: randomUUID(), function: 'request', arguments: { order: '1' } };
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => owner.call(tryTool, { params: { tool_id: tool.id }, body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    expect(site.requests).toHaveLength(1);
  });

  test('tells what a server says no with', async () => {
    const tool = await makeTool(owner, http({ url: `${site.origin}/missing/{order}` }));
    expect(await tried(tool.id, 'request', { order: '1' })).toMatchObject({
      state: 'failed',
      result: 'The server answered 404. {"why":"gone"}',
    });
  });

  test.each([`http://{order}.example.org/`, 'http://example.org:{order}/', 'https://{order}/'])(
    'whose host is a parameter is refused: %s',
    async (url) => {
      expect((await owner.call(createTool, { body: http({ url }) })).body).toMatchObject({ code: 'tool_unusable' });
    },
  );
});

describe('a secret', () => {
  test('is kept where it is not given anew, for the same host alone', async () => {
    const tool = await makeTool(owner, http());
    const kept = { ...http(), name: tool.name, secret_headers: { Authorization: null } };
    const saved = await owner.call(saveTool, {
      params: { tool_id: tool.id },
      body: { ...kept, revision: tool.revision },
    });
    expect(saved.status).toBe(200);
    await tried(tool.id, 'request', { order: '1' });
    expect(site.requests.at(-1)?.headers.authorization).toBe(secret);
    const moved = { ...kept, settings: http({ url: `${other.origin}/{order}` }).settings, revision: tool.revision + 1 };
    expect((await owner.call(saveTool, { params: { tool_id: tool.id }, body: moved })).status).toBe(400);
    expect(other.requests).toEqual([]);
  });

  test('of a tool is not changed by two at once', async () => {
    const tool = await makeTool(owner, http());
    const change = () =>
      owner.call(saveTool, { params: { tool_id: tool.id }, body: { ...http(), revision: tool.revision } });
    expect((await Promise.all([change(), change(), change()])).map(({ status }) => status).sort()).toEqual([
      200, 409, 409,
    ]);
  });
});

describe('an OpenAPI document', () => {
  test('becomes functions, its references in their places, and is called', async () => {
    const tool = await makeTool(owner, {
      name: '',
      settings: { kind: 'openapi', source: { from: 'url', url: `${site.origin}/openapi.json` } },
    });
    expect(tool.functions).toMatchObject([
      { name: 'findOrder', effect: 'reads' },
      { name: 'deleteOrder', effect: 'changes' },
      { name: 'makeOrder', effect: 'changes' },
    ]);
    await tried(tool.id, 'findOrder', { id: 'a b', tag: ['x', 'y'] });
    await tried(tool.id, 'makeOrder', { body: { name: 'n', child: { name: 'm' } } });
    expect(site.requests.slice(1)).toMatchObject([
      { method: 'GET', path: '/api/orders/a%20b?tag=x&tag=y' },
      { method: 'POST', path: '/api/orders', body: '{"name":"n","child":{"name":"m"}}' },
    ]);
    expect((await owner.call(refreshTool, { params: { tool_id: tool.id } })).body).toMatchObject({
      data: { tool: { error_code: null }, changes: { added: [], removed: [], changed: [] } },
    });
  });

  const circle = {
    openapi: '3.0.0',
    servers: [{ url: 'https://api.example.org' }],
    paths: { '/a': { $ref: '#/paths/~1b' }, '/b': { $ref: '#/paths/~1a' } },
  };
  const bombs = `openapi: 3.0.0\na: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
    .split('')
    .map((name, at) => `${name}: &${name} [${Array.from({ length: 9 }, () => `*${'abcdefgh'[at] ?? 'a'}`).join(',')}]`)
    .join('\n')}\n`;
  test.each([
    ['no document', 'no-openapi', 'hello'],
    ['Swagger 2', 'no-openapi', '{"swagger":"2.0"}'],
    ['no operation', 'no-operation', '{"openapi":"3.0.0","servers":[{"url":"https://api.example.org"}],"paths":{}}'],
    ['a circle', 'circle', JSON.stringify(circle)],
    ['a bomb of aliases', 'no-document', bombs],
    [
      'a reference elsewhere',
      'elsewhere',
      '{"openapi":"3.0.0","servers":[{"url":"https://api.example.org"}],"paths":{"/a":{"$ref":"https://evil.example/x"}}}',
    ],
    ['no server', 'no-server', '{"openapi":"3.0.0","paths":{"/a":{"get":{}}}}'],
  ])('that is %s is refused, and why is said: %s', async (_, reason, text) => {
    expect(
      (await owner.call(previewTool, { body: { settings: { kind: 'openapi', source: { from: 'text', text } } } })).body,
    ).toMatchObject({ code: 'tool_unusable', issues: [{ path: 'reason', message: reason }, expect.anything()] });
  });

  test('one of whose operations cannot be used loses that one alone, and says which; a schema elsewhere is any value', async () => {
    const paths = {
      '/a/{id}': {
        get: {
          operationId: 'good',
          parameters: [
            { $ref: '#/paths/~1shared~1%7Bid%7D/parameters/0' },
            { name: 'far', in: 'query', schema: { $ref: 'other.json#/Range' } },
          ],
        },
      },
      '/b': { get: { operationId: 'far', parameters: [{ $ref: 'other.json#/parameter' }] } },
      '/c': { get: { operationId: 'odd', parameters: [{ name: 'q', in: 'query', schema: { type: 'banana' } }] } },
      '/d': { $ref: '#/paths/~1d' },
      '/shared/{id}': {
        parameters: [{ name: 'id', in: 'path', schema: { type: 'integer', minimum: 1, exclusiveMinimum: true } }],
      },
    };
    const text = JSON.stringify({ openapi: '3.0.0', servers: [{ url: 'https://api.example.org' }], paths });
    const { body } = await owner.call(previewTool, {
      body: { settings: { kind: 'openapi', source: { from: 'text', text } } },
    });
    if (!body.success) throw new Error(JSON.stringify(body));
    const parameters = {
      type: 'object',
      properties: { id: { type: 'integer', exclusiveMinimum: 1 }, far: {} },
      required: ['id'],
      additionalProperties: false,
    };
    expect(body.data.functions.map((it) => [it.name, it.parameters])).toEqual([['good', parameters]]);
    expect(body.data.left_out).toEqual([
      { name: 'far', reason: 'elsewhere' },
      { name: 'odd', reason: 'schema', at: '/properties/q/type' },
      { name: '/d', reason: 'circle' },
    ]);
  });

  describe('that is read anew', () => {
    const byAddress = (more: Partial<ToolDraft> = {}): ToolDraft => ({
      name: '',
      settings: { kind: 'openapi', source: { from: 'url', url: `${site.origin}/openapi.json` } },
      ...more,
    });
    const refreshed = async (toolId: string) => {
      const { body } = await owner.call(refreshTool, { params: { tool_id: toolId } });
      if (!body.success) throw new Error(JSON.stringify(body));
      return body.data;
    };
    const { '/orders': orders, ...without } = document.paths;
    const changed = {
      ...document,
      paths: {
        ...without,
        '/orders/{id}': {
          ...document.paths['/orders/{id}'],
          get: { ...document.paths['/orders/{id}'].get, summary: 'Finds it now.' },
        },
        '/new': orders,
      },
    };
    const renamed = {
      ...changed,
      paths: { ...changed.paths, '/new': { post: { ...orders.post, operationId: 'makeAnother' } } },
    };

    test('tells what has come, gone and changed, and leaves the switches as they are', async () => {
      const tool = await makeTool(owner, byAddress({ disabled_functions: ['findOrder'] }));
      expect(tool.can).toMatchObject({ refresh: true });
      served = renamed;
      const { tool: now, changes } = await refreshed(tool.id);
      expect(changes).toEqual({ added: ['makeAnother'], removed: ['makeOrder'], changed: ['findOrder'] });
      expect(now.functions.map(({ name, is_enabled: isEnabled }) => [name, isEnabled])).toEqual([
        ['findOrder', false],
        ['deleteOrder', true],
        ['makeAnother', true],
      ]);
    });

    test('and is not there keeps what it had and says why; its functions are switched off meanwhile', async () => {
      const tool = await makeTool(owner, byAddress());
      served = null;
      const { tool: now, changes } = await refreshed(tool.id);
      expect([now.error_code, now.functions, changes]).toEqual([
        'address_unreachable',
        tool.functions,
        { added: [], removed: [], changed: [] },
      ]);
      const switched = await owner.call(saveTool, {
        params: { tool_id: tool.id },
        body: { ...byAddress(), name: tool.name, disabled_functions: ['deleteOrder'], revision: tool.revision },
      });
      expect(switched.body).toMatchObject({
        data: {
          error_code: 'address_unreachable',
          functions: [{ is_enabled: true }, { name: 'deleteOrder', is_enabled: false }, { is_enabled: true }],
        },
      });
    });

    test('and names another server then is refused where there is a secret: it was given for another', async () => {
      const tool = await makeTool(owner, byAddress({ secret_headers: { Authorization: secret } }));
      served = { ...document, servers: [{ url: `${other.origin}/api` }] };
      expect((await refreshed(tool.id)).tool).toMatchObject({ error_code: 'tool_unusable', functions: tool.functions });
      await tried(tool.id, 'findOrder', { id: '1' });
      expect(other.requests).toEqual([]);
    });
  });

  test('with a private address reaches nothing', async () => {
    const text = JSON.stringify({ ...document, servers: [{ url: 'http://169.254.169.254/' }] });
    const tool = await makeTool(owner, { name: '', settings: { kind: 'openapi', source: { from: 'text', text } } });
    expect(await tried(tool.id, 'findOrder', { id: '1' })).toMatchObject({
      state: 'failed',
      result: 'This address may not be reached.',
    });
  });
});

test('a tool says which agents name it, those that one does not see by their number, and agents go on without it when it is deleted', async () => {
  const maker = await server.as('admin@pro.example');
  const tool = await makeTool(maker, http());
  const named = { tools: [{ tool_id: tool.id, permission: 'ask' as const, functions: {} }] };
  const agent = await blankAgent(owner, { name: { en: 'Only in its draft' }, ...named });
  const bot = await botNamed(maker, 'House Guide');
  await giveTools(server, bot, named.tools);
  const uses = async (client: Client) => (await client.call(getTool, { params: { tool_id: tool.id } })).body;
  expect(await uses(maker)).toMatchObject({
    data: {
      used_by: [
        { id: bot, name: 'House Guide' },
        { id: agent.id, name: 'Only in its draft' },
      ],
      used_by_others: 0,
    },
  });
  expect(await uses(await server.as('member@pro.example'))).toMatchObject({
    data: { used_by: [{ id: bot }], used_by_others: 1 },
  });
  expect((await maker.call(deleteTool, { params: { tool_id: tool.id } })).status).toBe(200);
  const kept = { revision: agent.revision, definition: { ...agent.definition, instructions: 'Without it.' } };
  expect((await owner.call(saveAgentDraft, { params: { agent_id: agent.id }, body: kept })).status).toBe(200);
});

test('tools are made by who manages the studio, and are of their organisation alone', async () => {
  const member = await server.as('member@pro.example');
  expect((await member.call(createTool, { body: http() })).body).toMatchObject({ code: 'forbidden' });
  const tool = await makeTool(owner, http());
  const stranger = await server.as('owner@free.example');
  for (const endpoint of [getTool, refreshTool] as const)
    expect((await stranger.call(endpoint, { params: { tool_id: tool.id } })).status).toBe(404);
  expect((await member.call(getTool, { params: { tool_id: tool.id } })).body).toMatchObject({
    data: { settings: null, secret_headers: [], can: { edit: false } },
  });
  expect((await member.call(refreshTool, { params: { tool_id: tool.id } })).status).toBe(403);
});
