import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { createTool, previewTool, refreshTool, tryTool } from '@parlance/shared/contract/api/tools';
import { listen } from '../../testing/asking.ts';
import { doubling, hostileDocuments, hostileSchemas } from '../../testing/hostile-descriptions.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { type HttpSite, type ReceivedRequest, forgetCounts, makeTool, startSite } from '../../testing/tools.ts';
import { openTool, readToolbox } from './toolbox.ts';

/** Longer than any thread of this process may take its time from the others, on a machine under load. */
const answeredWithinMs = 1_000;

let inputSchema: unknown;
let site: HttpSite;
let server: TestServer;
let base: string;
let owner: Client;

beforeAll(async () => {
  site = await startSite(listOne);
  server = await startTestServer({ OUTGOING_ALLOWED_HOSTS: site.host });
  base = await listen(server.app);
  owner = await server.as('owner@free.example');
}, 60_000);
afterAll(async () => {
  await server.close();
  await site.close();
});
beforeEach(() => forgetCounts(server));

/** An MCP server with one function. */
function listOne({ method, body }: ReceivedRequest, response: ServerResponse): void {
  if (method !== 'POST') return void response.writeHead(405).end();
  const { id, method: asked } = JSON.parse(body) as { id?: unknown; method: string }; // the client's own message
  if (id === undefined) return void response.writeHead(202).end();
  const results: Record<string, object> = {
    initialize: {
      protocolVersion: '2025-06-18',
      capabilities: { tools: {} },
      serverInfo: { name: 'one', version: '1' },
    },
    'tools/list': { tools: [{ name: 'f', inputSchema }] },
    'tools/call': { content: [{ type: 'text', text: 'called' }] },
  };
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', id, result: results[asked] }));
}

const mcp = () => ({ kind: 'mcp', server: { transport: 'http', url: `${site.origin}/mcp` } }) as const;
const tried = async (toolId: string, values: Record<string, unknown>, name = 'f') => {
  const { body } = await owner.call(tryTool, {
    params: { tool_id: toolId },
    body: { idempotency_key: randomUUID(), function: name, arguments: values },
  });
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.data;
};

/** How long the longest wait for `/healthz` was while this was done. */
async function longestWait(work: () => Promise<unknown>): Promise<number> {
  const done = new AbortController();
  let longest = 0;
  const watching = (async () => {
    while (!done.signal.aborted) {
      const began = performance.now();
      expect((await fetch(`${base}/healthz`)).status).toBe(200);
      longest = Math.max(longest, performance.now() - began);
      // Whoever asks without a pause is the load that it measures.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  await work().finally(() => done.abort());
  await watching;
  return longest;
}

test('INP-08: whatever strangers describe, the process answers while it is read and judged', async () => {
  const waits: number[] = [];
  for (const [name, schema, values] of hostileSchemas) {
    inputSchema = schema;
    waits.push(
      await longestWait(async () => {
        const made = await owner.call(createTool, { body: { name, settings: mcp() } });
        if (made.body.success) expect(['done', 'failed']).toContain((await tried(made.body.data.id, values)).state);
        else expect(made.body).toMatchObject({ code: 'tool_unusable' });
      }),
    );
    await forgetCounts(server);
  }
  for (const [, text] of hostileDocuments) {
    waits.push(
      await longestWait(async () => {
        const { status } = await owner.call(previewTool, {
          body: { settings: { kind: 'openapi', source: { from: 'text', text } } },
        });
        expect([200, 422]).toContain(status);
      }),
    );
  }
  const late = waits.filter((wait) => wait > answeredWithinMs);
  console.info(
    `schemas and documents of strangers: ${late.length} of ${waits.length} kept /healthz for more than ${answeredWithinMs} ms; the longest wait ${Math.round(Math.max(...waits))} ms`,
  );
  expect(late).toEqual([]);
}, 300_000);

describe('what an earlier release has stored', () => {
  /** Puts in place of what was read what such a release kept: the schema as it was described. */
  async function storedAs(parameters: object) {
    inputSchema = { type: 'object' };
    const tool = await makeTool(owner, { name: '', settings: mcp() });
    await server.db.asSystem((trx) =>
      trx
        .updateTable('tools')
        .set({ functions: JSON.stringify([{ name: 'f', description: '', parameters, effect: 'changes' }]) })
        .where('id', '=', tool.id)
        .execute(),
    );
    return tool;
  }

  test('is judged and told without its references, and never as it stands', async () => {
    const tool = await storedAs(doubling(60));
    expect(await tried(tool.id, {})).toMatchObject({ state: 'done', result: 'called' });
    const told = await server.db.asSystem(async (trx) => {
      const { organization_id } = await trx
        .selectFrom('tools')
        .where('id', '=', tool.id)
        .select('organization_id')
        .executeTakeFirstOrThrow();
      return readToolbox(trx, server.app.toolReach, organization_id, [
        { tool_id: tool.id, permission: 'always', functions: {} },
      ]);
    });
    expect(told).toHaveLength(1);
    expect(JSON.stringify(told.map(({ described }) => described))).not.toContain('$ref');
  });

  test('is the same to who reads it anew, where nothing has changed', async () => {
    const described = {
      type: 'object',
      $defs: { Range: { type: 'integer' } },
      properties: { a: { $ref: '#/$defs/Range' } },
    };
    const tool = await storedAs(described);
    inputSchema = described;
    expect((await owner.call(refreshTool, { params: { tool_id: tool.id } })).body).toMatchObject({
      data: { changes: { added: [], removed: [], changed: [] } },
    });
    expect(await tried(tool.id, { a: 'one' })).toMatchObject({ state: 'failed', result: '/a must be integer' });
    expect(await tried(tool.id, { a: 1 })).toMatchObject({ state: 'done' });
  });
});

test('a call that is not judged in time fails in words, and does not keep the calls of others', async () => {
  inputSchema = { type: 'object', properties: { a: { type: 'array', uniqueItems: true } } };
  const tool = await makeTool(owner, { name: '', settings: mcp() });
  const row = await server.db.asSystem((trx) =>
    trx.selectFrom('tools').selectAll().where('id', '=', tool.id).executeTakeFirstOrThrow(),
  );
  const { performCall: perform } = await import('./perform.ts');
  const call = (organizationId: string, values: object) =>
    perform({
      organizationId,
      source: () => openTool(row, server.app.toolReach),
      name: 'f',
      parameters: row.functions[0]?.parameters ?? {},
      arguments: JSON.stringify(values),
      signal: AbortSignal.timeout(60_000),
    });
  const slow = Array.from({ length: 4 }, () =>
    call(row.organization_id, { a: Array.from({ length: 60_000 }, (_, at) => ({ at })) }),
  );
  expect(await call(randomUUID(), { a: [1, 2] })).toMatchObject({ state: 'done' });
  for (const performed of await Promise.all(slow))
    expect(performed).toMatchObject({
      state: 'failed',
      result: 'The arguments could not be checked: it took too long.',
    });
}, 60_000);

test('tools are read thirty times a minute by one person, and tried sixty times; then one comes again', async () => {
  inputSchema = { type: 'object' };
  const tool = await makeTool(owner, { name: '', settings: mcp() });
  const settings = { kind: 'http', method: 'GET', url: `${site.origin}/`, parameters: { type: 'object' } } as const;
  const statuses: number[] = [];
  for (let at = 1; at < 30; at++) statuses.push((await owner.call(previewTool, { body: { settings } })).status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  for (const refused of [
    await owner.call(previewTool, { body: { settings } }),
    await owner.call(createTool, { body: { name: 'One more', settings } }),
    await owner.call(refreshTool, { params: { tool_id: tool.id } }),
  ]) {
    expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  }
  for (let at = 0; at < 60; at++) await tried(tool.id, {});
  expect(
    await owner.call(tryTool, {
      params: { tool_id: tool.id },
      body: { idempotency_key: randomUUID(), function: 'f', arguments: {} },
    }),
  ).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
}, 60_000);
