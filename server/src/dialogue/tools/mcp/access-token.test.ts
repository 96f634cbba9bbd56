import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts';
import { createOutgoing } from '../../../platform/outgoing/outgoing.ts';
import { until } from '../../../testing/asking.ts';
import { type McpTool, mcpTool } from '../../../testing/mcp-tool.ts';
import { type HttpSite, type ReceivedRequest, startSite } from '../../../testing/tools.ts';
import type { ToolSource } from '../kinds/tool-source.ts';
import { endJudges } from '../schema/wrong-arguments.ts';
import { type AccessTokens, SignInNeeded } from '../sign-in/access-tokens.ts';
import { connectionFetch } from './exchange.ts';
import { remembering } from './with-access-token.ts';

jest.setTimeout(60_000);

/** A person’s tokens: the first one, and those that come after it. */
type TokensInMemory = AccessTokens & { token: string; renewals: string[]; challenges: string[] };
function tokensInMemory(): TokensInMemory {
  const tokens: TokensInMemory = {
    ...{ accountId: 'ada', token: 'token-1', renewals: [], challenges: [] },
    current: async () => tokens.token,
    async renewed(refused) {
      tokens.renewals.push(refused);
      return (tokens.token = `token-${tokens.renewals.length + 1}`);
    },
    noteChallenge: async ({ scope }) => void tokens.challenges.push(scope),
    refusal: () => new SignInNeeded(),
  };
  return tokens;
}

type Answer = (request: ReceivedRequest, response: ServerResponse) => void;
const rpc = (id: unknown, result: object) => JSON.stringify({ jsonrpc: '2.0', id, result });
const messageIn = ({ body }: ReceivedRequest) => JSON.parse(body) as { id?: unknown; method: string }; // the SDK's own
const initialized = { protocolVersion: '2025-06-18', capabilities: {}, serverInfo: { name: 's', version: '1' } };
const done = { content: [{ type: 'text', text: 'done' }] };
const json = (response: ServerResponse, text: string, headers = {}) =>
  void response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(text);
const refuse = (response: ServerResponse, status: number, challenge: string) =>
  void response.writeHead(status, { 'www-authenticate': challenge }).end();
const isToken = ({ headers }: ReceivedRequest, token: string) => headers.authorization === `Bearer ${token}`;

let site: HttpSite;
let tool: McpTool;
let tokens: TokensInMemory;
/** What the server does instead of working properly; false to let it. */
let interfere: (...asked: Parameters<Answer>) => boolean;
const unhandled: unknown[] = [];
const collect = (error: unknown) => void unhandled.push(error);

const working: Answer = (request, response) => {
  if (interfere(request, response)) return;
  if (request.method === 'DELETE') return void response.writeHead(200).end();
  if (request.method !== 'POST') return void response.writeHead(405).end();
  const { id, method } = messageIn(request);
  if (id === undefined) return void response.writeHead(202).end();
  json(response, rpc(id, method === 'initialize' ? initialized : done), { 'mcp-session-id': 's1' });
};

beforeAll(async () => {
  process.on('unhandledRejection', collect);
  site = await startSite((request, response) => working(request, response));
});
beforeEach(() => {
  interfere = () => false;
  site.requests.length = 0;
  tokens = tokensInMemory();
  tool = mcpTool(`${site.origin}/mcp`, { accessTokens: tokens });
});
afterEach(async () => {
  await tool.close();
  await setImmediate();
  expect(unhandled).toEqual([]);
});
afterAll(async () => {
  process.off('unhandledRejection', collect);
  await Promise.all([site.close(), endJudges()]);
});

const call = async (source: ToolSource = tool.source()) =>
  (await source.call('f', {}, { signal: AbortSignal.timeout(30_000) })).text;
const sent = () => site.requests.map(({ method, headers }) => [method, headers.authorization]);
/** Calls of tools that were sent. */
const calls = () => site.requests.filter(({ body }) => body.includes('"tools/call"'));

test('each request of a connection has the token, also the streams and the end of the session', async () => {
  expect(await call()).toBe('done');
  tokens.token = 'another';
  expect(await call()).toBe('done');
  tokens.token = 'the last';
  await tool.close();
  expect(sent()).toEqual([
    ['POST', 'Bearer token-1'],
    ['POST', 'Bearer token-1'],
    ['GET', 'Bearer token-1'],
    ['POST', 'Bearer token-1'],
    ['POST', 'Bearer another'],
    ['DELETE', 'Bearer the last'],
  ]);
});

test('the token stands instead of an Authorization header of the settings, beside the others', async () => {
  await tool.close();
  tool = mcpTool(`${site.origin}/mcp`, { accessTokens: tokens, headers: { AUTHORIZATION: 'Basic key', 'x-key': 'k' } });
  await call();
  for (const { headers } of site.requests) {
    expect(headers.authorization).toBe('Bearer token-1');
    expect(headers['x-key']).toBe('k');
  }
});

describe('a token that the server refuses', () => {
  test.each(['initialize', 'notifications/initialized', 'tools/call'])(
    'with %s is replaced, and the request made again, once',
    async (method) => {
      interfere = (request, response) => {
        if (!isToken(request, 'token-1') || !request.body.includes(`"${method}"`)) return false;
        refuse(response, 401, 'Bearer error="invalid_token"');
        return true;
      };
      expect(await call()).toBe('done');
      expect(tokens.renewals).toEqual(['token-1']);
      expect(site.requests.filter(({ body }) => body.includes(`"${method}"`))).toHaveLength(2);
    },
  );

  test('twice needs a sign-in, whoever asked', async () => {
    interfere = (_, response) => {
      refuse(response, 401, 'Bearer');
      return true;
    };
    await expect(call()).rejects.toBeInstanceOf(SignInNeeded);
    await expect(tool.functions()).rejects.toBeInstanceOf(SignInNeeded);
    // The older transport is not tried.
    expect(sent().map(([method]) => method)).toEqual(['POST', 'POST', 'POST', 'POST']);
    expect(tokens.renewals).toEqual(['token-1', 'token-2']);
  });

  test('in a session needs a sign-in, and the session is there when the person has', async () => {
    await call();
    interfere = (request, response) => {
      if (!request.body.includes('"tools/call"')) return false;
      refuse(response, 401, 'Bearer');
      return true;
    };
    await expect(call()).rejects.toBeInstanceOf(SignInNeeded);
    interfere = () => false;
    expect(await call()).toBe('done');
    expect(site.requests.filter(({ body }) => body.includes('"initialize"'))).toHaveLength(1);
    expect(tool.sessions.size).toBe(1);
  });

  test('and that cannot be replaced now fails as its renewal did', async () => {
    tokens.renewed = () => Promise.reject(new OutgoingFailure('address_timeout', 'Late.'));
    interfere = (_, response) => {
      refuse(response, 401, 'Bearer');
      return true;
    };
    await expect(call()).rejects.toMatchObject({ apiCode: 'address_timeout' });
  });

  test('on the stream between calls ends no call', async () => {
    interfere = ({ method }, response) => {
      if (method !== 'GET') return false;
      refuse(response, 401, 'Bearer');
      return true;
    };
    expect(await call()).toBe('done');
    expect(await call()).toBe('done');
    expect(sent().filter(([method]) => method === 'GET')).toEqual([
      ['GET', 'Bearer token-1'],
      ['GET', 'Bearer token-2'],
    ]);
  });

  test('when the answer is asked for once more needs a sign-in at once', async () => {
    interfere = (request, response) => {
      if (request.method === 'GET' && request.headers['last-event-id'] !== undefined) refuse(response, 401, 'Bearer');
      else if (request.body.includes('"tools/call"'))
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end('id: 1\nretry: 10\ndata: \n\n');
      else return false;
      return true;
    };
    await expect(call()).rejects.toBeInstanceOf(SignInNeeded);
    expect(site.requests.filter(({ headers }) => headers['last-event-id'] !== undefined)).toHaveLength(2);
  });
});

describe('a token that does not allow what is asked', () => {
  const lacking = 'Bearer error="insufficient_scope", scope="notes:write files", error_description="More"';
  test('needs a sign-in; the scopes are noted, and nothing is made again', async () => {
    interfere = (request, response) => {
      if (!request.body.includes('"tools/call"')) return false;
      refuse(response, 403, lacking);
      return true;
    };
    await expect(call()).rejects.toBeInstanceOf(SignInNeeded);
    expect(tokens.challenges).toEqual(['notes:write files']);
    expect(tokens.renewals).toEqual([]);
    expect(calls()).toHaveLength(1);
  });

  test('also after it was replaced', async () => {
    interfere = (request, response) => {
      if (!request.body.includes('"tools/call"')) return false;
      if (isToken(request, 'token-1')) refuse(response, 401, 'Bearer');
      else refuse(response, 403, lacking);
      return true;
    };
    await expect(call()).rejects.toBeInstanceOf(SignInNeeded);
    expect(tokens.challenges).toEqual(['notes:write files']);
    expect(calls()).toHaveLength(2);
  });

  test.each([
    [403, 'Bearer error="access_denied"'],
    [403, 'Basic error="insufficient_scope"'],
    [400, lacking],
  ])('is not what %i with %s says: that is told as before', async (status, challenge) => {
    interfere = (request, response) => {
      if (!request.body.includes('"tools/call"')) return false;
      refuse(response, status, challenge);
      return true;
    };
    await expect(call()).rejects.toMatchObject({
      apiCode: status === 403 ? 'tool_sign_in_refused' : 'tool_server_error',
    });
    expect(tokens.challenges).toEqual([]);
  });
});

test('a person who has no token needs a sign-in, and the server is not asked', async () => {
  tokens.current = () => Promise.reject(new SignInNeeded());
  await expect(call()).rejects.toBeInstanceOf(SignInNeeded);
  await expect(tool.functions()).rejects.toBeInstanceOf(SignInNeeded);
  expect(site.requests).toEqual([]);
});

test('a server that repeats the token in an error is not quoted with it', async () => {
  tokens.token = 'a-token-that-is-secret';
  interfere = ({ headers }, response) => {
    response
      .writeHead(500, { 'content-type': 'text/plain' })
      .end(`I got ${headers.authorization?.slice('Bearer '.length)} of you`);
    return true;
  };
  await expect(call()).rejects.toMatchObject({
    details: { issues: [{ message: expect.not.stringContaining('a-token-that-is-secret') as string }] },
  });
});

test('of the tokens of a connection the last two are remembered, beside its other secrets', () => {
  const secrets = ['key'];
  const remember = remembering(secrets);
  for (const token of ['one', 'two', 'two', 'three', 'key']) remember(token);
  expect(secrets).toEqual(['key', 'two', 'three']);
});

test('a session is that of an account, whatever its token is', async () => {
  await call();
  tokens.token = 'renewed';
  await call();
  expect(tool.sessions.size).toBe(1);
  const begun = () => site.requests.filter(({ body }) => body.includes('"initialize"')).length;
  expect(begun()).toBe(1);
  Object.assign(tokens, { accountId: 'grace' });
  await call();
  expect([begun(), tool.sessions.size]).toEqual([2, 2]);
});

describe('another origin', () => {
  let elsewhere: HttpSite;
  beforeEach(async () => {
    elsewhere = await startSite((request, response) => working(request, response));
  });
  afterEach(() => elsewhere.close());
  const tokensSent = () => elsewhere.requests.filter(({ headers }) => headers.authorization !== undefined);

  test.each([301, 302, 303, 307, 308])('is not sent the token by a redirect with %i', async (status) => {
    interfere = (_, response) => {
      response.writeHead(status, { location: `${elsewhere.origin}/mcp` }).end();
      return true;
    };
    const outgoing = createOutgoing({ allowedHosts: [site.host, elsewhere.host] });
    const { fetch } = connectionFetch(
      { outgoing, organizationId: 'o', secretHeaders: {}, accessTokens: tokens },
      { url: `${site.origin}/mcp`, headers: {}, until: new AbortController().signal },
    );
    for (const method of ['GET', 'POST', 'DELETE'])
      await fetch(`${site.origin}/mcp`, { method }).catch(() => undefined);
    // Some of it arrives there: what is no action is led on.
    expect(site.requests.every((request) => isToken(request, 'token-1'))).toBe(true);
    expect(tokensSent()).toEqual([]);
    await outgoing.close();
  });

  test('is not sent the token as an address of its own', async () => {
    const outgoing = createOutgoing({ allowedHosts: [elsewhere.host] });
    const { fetch } = connectionFetch(
      { outgoing, organizationId: 'o', secretHeaders: {}, accessTokens: tokens },
      { url: `${site.origin}/mcp`, headers: {}, until: new AbortController().signal },
    );
    await fetch(`${elsewhere.origin}/mcp`, { method: 'DELETE' });
    expect([elsewhere.requests.length, tokensSent().length]).toEqual([1, 0]);
    await outgoing.close();
  });

  test('is not spoken with as the endpoint of the older transport', async () => {
    interfere = ({ method }, response) => {
      if (method === 'GET')
        response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .write(`event: endpoint\ndata: ${elsewhere.origin}/m\n\n`);
      else response.writeHead(405).end();
      return true;
    };
    await expect(call()).rejects.toMatchObject({ apiCode: 'tool_server_missing' });
    expect(sent()).toEqual([
      ['POST', 'Bearer token-1'],
      ['GET', 'Bearer token-1'],
    ]);
    expect(elsewhere.requests).toEqual([]);
  });
});

describe('the older transport', () => {
  let stream: ServerResponse;
  /** Answers as a server of it, unless `refuses` says that the request is refused. */
  const older = (refuses: (request: ReceivedRequest) => boolean) => {
    interfere = (request, response) => {
      if (request.method === 'POST' && request.path === '/mcp') response.writeHead(405).end();
      else if (refuses(request)) refuse(response, 401, 'Bearer error="invalid_token"');
      else if (request.method === 'GET') {
        stream = response.writeHead(200, { 'content-type': 'text/event-stream' });
        stream.write('event: endpoint\ndata: /messages\n\n');
      } else {
        response.writeHead(202).end();
        const { id, method } = messageIn(request);
        if (id !== undefined) stream.write(`data: ${rpc(id, method === 'initialize' ? initialized : done)}\n\n`);
      }
      return true;
    };
  };

  test('has the token in each request, and a refused one is replaced', async () => {
    older((request) => isToken(request, 'token-1'));
    expect(await call()).toBe('done');
    expect(tokens.renewals).toEqual(['token-1']);
    expect(sent().slice(1)).toEqual([
      ['GET', 'Bearer token-1'],
      ['GET', 'Bearer token-2'],
      ['POST', 'Bearer token-2'],
      ['POST', 'Bearer token-2'],
      ['POST', 'Bearer token-2'],
    ]);
  });

  test.each(['GET', 'POST'])('needs a sign-in if its %s is refused twice', async (method) => {
    older((request) => request.method === method);
    await expect(call()).rejects.toBeInstanceOf(SignInNeeded);
    await expect(tool.functions()).rejects.toBeInstanceOf(SignInNeeded);
    await until(() => tool.sessions.size === 0);
  });
});
