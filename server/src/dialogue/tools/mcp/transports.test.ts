import type { ServerResponse } from 'node:http';
import { until } from '../../../testing/asking.ts';
import {
  type McpRelay,
  type ReferenceServer,
  startMcpRelay,
  startReferenceServer,
} from '../../../testing/mcp-server.ts';
import { type McpTool, mcpTool } from '../../../testing/mcp-tool.ts';
import { type HttpSite, type ReceivedRequest, startSite } from '../../../testing/tools.ts';
import { endJudges } from '../schema/wrong-arguments.ts';

jest.setTimeout(60_000);

let tool: McpTool;
afterEach(() => tool.close());
afterAll(() => endJudges());

describe('the transport before Streamable HTTP', () => {
  let everything: ReferenceServer;
  let relay: McpRelay;
  beforeAll(async () => {
    everything = await startReferenceServer('sse');
    relay = await startMcpRelay(everything);
  });
  afterAll(async () => {
    await relay.close();
    everything.end();
  });
  beforeEach(() => {
    relay.interfere = () => false;
    relay.messages.length = 0;
    tool = mcpTool(relay.url);
  });

  test.each([400, 404, 405])('is spoken with a server that answers a POST with %i, in one session', async (status) => {
    relay.interfere = ({ http }, response) => {
      if (http !== 'POST' || relay.messages.length > 1) return false;
      response.writeHead(status).end();
      return true;
    };
    expect((await tool.functions()).functions.map(({ name }) => name)).toContain('echo');
    relay.messages.length = 0;
    for (const message of ['one', 'two'])
      expect(await tool.call('echo', { message })).toMatchObject({ state: 'done', result: `Echo: ${message}` });
    // The first is the one over the newer transport.
    expect(relay.count('initialize')).toBe(2);
    expect(relay.messages.filter(({ http }) => http === 'GET')).toHaveLength(1);
  });

  test('is connected anew if its server was started again, for the next call', async () => {
    expect(await tool.call('echo', { message: 'one' })).toMatchObject({ state: 'done' });
    await everything.restart();
    expect(await tool.call('echo', { message: 'two' })).toMatchObject({ state: 'done', result: 'Echo: two' });
  });

  test('is not tried with a server that refuses otherwise', async () => {
    relay.interfere = (_, response) => {
      response.writeHead(500).end();
      return true;
    };
    expect(await tool.call('echo')).toMatchObject({ state: 'failed', result: 'The server answered with an error.' });
    expect(relay.messages).toHaveLength(1);
  });
});

/** A stand-in for servers with a fault, which initialises properly. */
type Answer = (request: ReceivedRequest, response: ServerResponse, id: unknown) => void;

describe('a server', () => {
  let site: HttpSite;
  let answer: Answer;
  /** The number of sessions it has begun. */
  let begun: number;
  let get: (request: ReceivedRequest, response: ServerResponse) => void;
  beforeAll(async () => {
    site = await startSite((request, response) => {
      if (request.method === 'GET') return get(request, response);
      if (request.method !== 'POST') return void response.writeHead(405).end();
      const { id, method } = JSON.parse(request.body) as { id?: unknown; method: string }; // the SDK's own message
      if (id === undefined) return void response.writeHead(202).end();
      if (method !== 'initialize') return answer(request, response, id);
      response
        .writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': `s${++begun}` })
        .end(rpc(id, initialized));
    });
  });
  afterAll(() => site.close());
  beforeEach(() => {
    get = (_, response) => void response.writeHead(405).end();
    site.requests.length = 0;
    begun = 0;
    tool = mcpTool(`${site.origin}/mcp`);
  });

  const rpc = (id: unknown, result: object) => JSON.stringify({ jsonrpc: '2.0', id, result });
  const initialized = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    serverInfo: { name: 's', version: '1' },
  };
  const text = (said: string) => ({ content: [{ type: 'text', text: said }] });
  const events = (response: ServerResponse) => response.writeHead(200, { 'content-type': 'text/event-stream' });
  const note = (method: string, params: object) =>
    `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', method, params })}\n\n`;
  const calls = () => site.requests.filter(({ body }) => body.includes('"tools/call"'));

  test('of the older transport whose endpoint is of another origin is not sent anything there', async () => {
    const elsewhere = await startSite((_, response) => void response.writeHead(202).end());
    tool = mcpTool(`${site.origin}/sse`);
    get = (_, response) => void events(response).write(`event: endpoint\ndata: ${elsewhere.origin}/message\n\n`);
    const older = await startSite((request, response) =>
      request.method === 'GET' ? get(request, response) : void response.writeHead(405).end(),
    );
    tool = mcpTool(`${older.origin}/sse`);
    expect(await tool.call('f')).toMatchObject({ state: 'failed' });
    expect([older.requests.length, elsewhere.requests.length]).toEqual([2, 0]);
    await Promise.all([older.close(), elsewhere.close()]);
  });

  test('of the older transport may send more on its stream than in one call', async () => {
    let stream: ServerResponse | null = null;
    const older = await startSite(({ method, path, body }, response) => {
      if (method === 'GET') {
        stream = events(response);
        return void stream.write('event: endpoint\ndata: /message\n\n');
      }
      if (path !== '/message') return void response.writeHead(405).end();
      response.writeHead(202).end();
      const { id, method: asked } = JSON.parse(body) as { id?: unknown; method: string }; // the SDK's own message
      const result = asked === 'initialize' ? initialized : text('x'.repeat(1_500_000));
      if (id !== undefined) stream?.write(`data: ${rpc(id, result)}\n\n`);
    });
    tool = mcpTool(`${older.origin}/sse`);
    for (let count = 0; count < 5; count++) expect(await tool.call('f')).toMatchObject({ state: 'done' });
    expect(older.requests.filter(({ method }) => method === 'GET')).toHaveLength(1);
    await older.close();
  });

  test('may send more in one session than in one call', async () => {
    answer = (_, response, id) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(rpc(id, text('x'.repeat(1_500_000))));
    for (let count = 0; count < 5; count++) expect(await tool.call('f')).toMatchObject({ state: 'done' });
    answer = (_, response, id) => void events(response).end(`data: ${rpc(id, text('y'.repeat(4_100_000)))}\n\n`);
    expect(await tool.call('f')).toMatchObject({ state: 'failed', result: 'The answer is too large.' });
  });

  test('that ends the stream of a call without an answer has failed, at once', async () => {
    answer = (_, response) => void events(response).end(note('notifications/message', { level: 'info', data: 'hi' }));
    expect(await tool.call('f')).toMatchObject({
      state: 'failed',
      result: expect.stringContaining('cannot be') as string,
    });
    answer = (_, response) => {
      events(response).write(': open\n\n');
      setImmediate(() => response.destroy());
    };
    expect(await tool.call('f')).toMatchObject({ state: 'failed' });
  });

  test('that closes the stream of a call to be polled is asked from the last event on, as often as it takes', async () => {
    let polls = 0;
    answer = (_, response, id) => {
      get = ({ headers }, polled) => {
        if (headers['last-event-id'] === undefined) return void polled.writeHead(405).end();
        polls += 1;
        const event = `id: ${polls + 1}\nretry: 10\ndata: ${polls === 5 ? rpc(id, text('at last')) : ''}\n\n`;
        events(polled).end(event);
      };
      events(response).end('id: 1\nretry: 10\ndata: \n\n');
    };
    expect(await tool.call('f')).toMatchObject({ state: 'done', result: 'at last' });
    expect(site.requests.flatMap(({ headers }) => headers['last-event-id'] ?? [])).toEqual(['1', '2', '3', '4', '5']);
  });

  test('that never stops closing its streams is given up', async () => {
    answer = (_, response) => {
      get = ({ headers }, polled) => {
        if (headers['last-event-id'] === undefined) return void polled.writeHead(405).end();
        events(polled).end('id: 2\nretry: 0\ndata: \n\n');
      };
      events(response).end('id: 1\nretry: 0\ndata: \n\n');
    };
    expect(await tool.call('f')).toMatchObject({ state: 'failed' });
    expect(site.requests.filter(({ method }) => method === 'GET').length).toBeLessThanOrEqual(201);
  });

  test('whose stream between calls never stays open is asked for it a few times, not for ever', async () => {
    get = (_, response) => void events(response).end('retry: 0\nid: 1\ndata: \n\n');
    answer = (_, response, id) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(rpc(id, text('done')));
    expect(await tool.call('f')).toMatchObject({ state: 'done' });
    const opened = () => site.requests.filter(({ method }) => method === 'GET').length;
    await until(() => opened() >= 10);
    const before = opened();
    for (let count = 0; count < 3; count++) await tool.call('f');
    expect(before).toBeLessThanOrEqual(20);
    expect(opened()).toBeLessThanOrEqual(50);
  });

  test('whose streams stand open keeps no call waiting, however many dialogues have one', async () => {
    get = (_, response) => void events(response).write(': open\n\n');
    answer = (_, response, id) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(rpc(id, text('done')));
    for (let count = 0; count < 12; count++)
      expect(await tool.call('f', {}, { dialogueId: `d${count}` })).toMatchObject({ state: 'done' });
    expect(tool.sessions.size).toBe(12);
  });

  describe('at work for longer than it may be silent', () => {
    /** Writes something every 50 ms, and answers after as many times. */
    const working =
      (times: number, said: (request: ReceivedRequest) => string): Answer =>
      (request, response, id) => {
        events(response);
        let left = times;
        const timer = setInterval(() => {
          if (left-- > 0) return void response.write(said(request));
          clearInterval(timer);
          response.end(`data: ${rpc(id, text('done'))}\n\n`);
        }, 50);
        response.on('close', () => clearInterval(timer));
      };
    const progress = ({ body }: ReceivedRequest) => {
      const { params } = JSON.parse(body) as { params: { _meta: { progressToken: number } } }; // the SDK's own message
      return note('notifications/progress', { progressToken: params._meta.progressToken, progress: 1 });
    };
    const log = () => note('notifications/message', { level: 'info', data: 'still at it' });

    test.each([
      ['progress', progress],
      ['what it does', log],
    ])('is waited for while it tells %s', async (_, said) => {
      answer = working(30, said);
      expect(await tool.call('f', {}, { timeoutMs: 700, timeoutMsInAll: 20_000 })).toMatchObject({ state: 'done' });
    });

    test('is not waited for if it only keeps the connection open', async () => {
      answer = working(400, () => ': ping\n\n');
      expect(await tool.call('f', {}, { timeoutMs: 500, timeoutMsInAll: 20_000 })).toMatchObject({
        state: 'timed-out',
      });
      await until(() => site.requests.some(({ body }) => body.includes('notifications/cancelled')));
    });

    test('is not waited for beyond the time for a call', async () => {
      answer = working(400, progress);
      expect(await tool.call('f', {}, { timeoutMs: 500, timeoutMsInAll: 1_000 })).toMatchObject({
        state: 'timed-out',
        result: 'There was no answer within 1 s.',
      });
      expect(calls()).toHaveLength(1);
    });
  });

  test('is initialised once for calls at the same time, and once more if it forgets the session', async () => {
    answer = ({ headers }, response, id) => {
      if (headers['mcp-session-id'] === 's1') return void response.writeHead(404).end();
      response.writeHead(200, { 'content-type': 'application/json' }).end(rpc(id, text('done')));
    };
    const performed = await Promise.all([tool.call('f'), tool.call('f'), tool.call('f')]);
    expect(performed.map(({ state }) => state)).toEqual(['done', 'done', 'done']);
    expect(begun).toBe(2);
  });
});
