import { type AddressInfo, Socket, createServer } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { until } from '../../testing/asking.ts';
import { hearAnswer, longDeadlines } from '../../testing/chat-stream.ts';
import { companyAuthority } from '../../testing/company-certificates.ts';
import { type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { type TestProxy, startProxy } from '../../testing/proxy.ts';
import { type ReplayedProvider, answerOf, startReplayedProvider } from '../../testing/replayed-provider.ts';
import { type TlsFront, startTlsFront } from '../../testing/tls-front.ts';
import { readConfig } from '../config/config.ts';
import { routeTo } from '../outgoing/agents.ts';
import { useProxies } from '../outgoing/proxies.ts';
import { createEmbedder } from './embedder.ts';
import { isTurnedAway } from './failures.ts';
import { createLanguageModel } from './native/open-model.ts';

const usualAuthorities = getCACertificates('default');
const never = new AbortController().signal;
let proxy: TestProxy;
let server: ModelServer;
let provider: ReplayedProvider;
let front: TlsFront;
const portOf = (address: string) => Number(new URL(address).port);

beforeAll(async () => {
  setDefaultCACertificates([...usualAuthorities, companyAuthority]);
  [proxy, server, provider] = await Promise.all([
    startProxy({ user: { name: 'user', password: 'hunter2' } }),
    startModelServer({ answer: () => ['Good', ' day'] }),
    startReplayedProvider(),
  ]);
  front = await startTlsFront(portOf(server.baseUrl));
});
afterAll(async () => {
  await Promise.all([proxy.close(), server.close(), provider.close(), front.close()]);
  setDefaultCACertificates(usualAuthorities);
});
beforeEach(() => {
  proxy.requests.length = 0;
  proxy.setRefusal(null);
});
afterEach(() => useProxies({}));

const use = (url = proxy.url, more: Record<string, string> = {}) =>
  useProxies(readConfig({ HTTPS_PROXY: url, HTTP_PROXY: url, ...more }));
const plainUrl = () => `http://model.company.example:${portOf(server.baseUrl)}/v1`;
const secureUrl = () => `https://model.company.example:${front.port}/v1`;
const modelAt = (baseUrl: string) =>
  createLanguageModel({ api: 'openai', baseUrl, apiKey: 'sk-secret', modelName: 'm', deadlines: longDeadlines });

test('a model over https is asked through tunnels that stay open, one over http by its whole address', async () => {
  use();
  for (let asked = 0; asked < 2; asked++) {
    expect(await hearAnswer(modelAt(secureUrl()))).toMatchObject({ text: 'Good day', failure: null });
    const { agent } = routeTo(new URL(secureUrl()));
    await until(() => Object.keys(agent.freeSockets).length === 1);
  }
  expect(proxy.requests).toEqual([`CONNECT model.company.example:${front.port}`]);
  expect(await hearAnswer(modelAt(plainUrl()))).toMatchObject({ text: 'Good day', failure: null });
  expect(proxy.requests[1]).toMatch(/^POST http:\/\/model\.company\.example:\d+\/v1\/chat\/completions$/);
  expect(server.requests.at(-1)?.authorization).toBe('Bearer sk-secret');
});

test('so is one of a provider’s own protocol', async () => {
  use();
  const event = (type: string, fields: object = {}) =>
    `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
  const body =
    event('message_start', {
      message: {
        id: 'm',
        type: 'message',
        role: 'assistant',
        content: [],
        model: 'c',
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    }) +
    event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Good day' } }) +
    event('content_block_stop', { index: 0 }) +
    event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 3 } }) +
    event('message_stop');
  provider.answer({ bytes: answerOf(body) });
  const baseUrl = `http://model.company.example:${portOf(provider.baseUrl)}/v1`;
  const model = createLanguageModel({
    api: 'anthropic',
    baseUrl,
    apiKey: 'k',
    modelName: 'c',
    deadlines: longDeadlines,
  });
  expect(await hearAnswer(model)).toMatchObject({ text: 'Good day', failure: null });
  expect(proxy.requests).toHaveLength(1);
});

test('embeddings are made through it', async () => {
  use();
  for (const baseUrl of [plainUrl(), secureUrl()]) {
    const embedder = createEmbedder({ baseUrl, modelName: 'small', provider: 'house' });
    expect((await embedder.embed(['eee'], never)).vectors[0]?.[0]).toBe(3);
  }
  expect(proxy.requests).toEqual([
    expect.stringContaining('POST http://model.company.example'),
    `CONNECT model.company.example:${front.port}`,
  ]);
});

test('a model on this machine, or excepted, is asked directly', async () => {
  use();
  expect(await hearAnswer(modelAt(server.baseUrl))).toMatchObject({ failure: null });
  use(proxy.url, { NO_PROXY: '.company.example' });
  expect((await hearAnswer(modelAt(plainUrl()))).failure).toMatchObject({ code: 'model_unavailable' });
  expect(proxy.requests).toEqual([]);
});

test.each([
  [
    'wants another password',
    407,
    'model_misconfigured',
    /^The proxy 127\.0\.0\.1:\d+ refuses the name and password .* \(407\)\.$/,
  ],
  [
    'refuses the way',
    403,
    'model_misconfigured',
    /^The proxy 127\.0\.0\.1:\d+ refuses the way to the server \(403\)\.$/,
  ],
  [
    'does not reach the server',
    502,
    'model_unavailable',
    /^The proxy 127\.0\.0\.1:\d+ does not reach the server \(502\)\.$/,
  ],
  ['is away', null, 'model_unavailable', /^The proxy 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\)\.$/],
])('a proxy that %s is named as the reason', async (_, status, code, words) => {
  // Tunnels that are open stay so: a proxy of its own has none.
  const refusing = await startProxy({ user: { name: 'user', password: 'hunter2' } });
  const wrong = refusing.url.replace('hunter2', 'wrong');
  use(status === null ? 'http://user:hunter2@127.0.0.1:1' : status === 407 ? wrong : refusing.url);
  refusing.setRefusal(status === 407 ? null : status);
  // Over http only a 407 and a proxy that is away cannot be answers of the server.
  const urls = status === 403 || status === 502 ? [secureUrl()] : [secureUrl(), plainUrl()];
  for (const baseUrl of urls) {
    const { failure } = await hearAnswer(modelAt(baseUrl));
    expect(failure).toMatchObject({
      code,
      message: expect.stringMatching(words),
      said: { words: expect.stringMatching(words) },
    });
    expect(isTurnedAway((failure as Error).cause)).toBe(true);
    expect(JSON.stringify([failure, (failure as Error).cause])).not.toMatch(/hunter2/);
    const embedder = createEmbedder({ baseUrl, modelName: 'small', provider: 'house' });
    await expect(embedder.embed(['a'], never)).rejects.toMatchObject({ code, message: expect.stringMatching(words) });
  }
  await refusing.close();
});

test('a proxy that takes connections and says nothing is given up, and left when nobody waits', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo; // the server listens on a port
  use(`http://127.0.0.1:${port}`);
  const impatient = { ...longDeadlines, firstMs: 50 };
  const late = createLanguageModel({ api: 'openai', baseUrl: secureUrl(), modelName: 'm', deadlines: impatient });
  expect((await hearAnswer(late)).failure).toMatchObject({ code: 'model_timeout' });
  const { setTimeout: real } = Socket.prototype;
  const tunnelling = jest.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (
    this: Socket,
    ms: number,
    ...given: []
  ) {
    return real.call(this, ms === 10_000 ? 20 : ms, ...given);
  });
  const { failure } = await hearAnswer(modelAt(secureUrl()));
  tunnelling.mockRestore();
  expect(failure).toMatchObject({
    code: 'model_unavailable',
    message: expect.stringMatching(`^The proxy 127.0.0.1:${port} opened no connection: .*timed out`),
  });
  for (const socket of sockets) socket.destroy();
  silent.close();
});
