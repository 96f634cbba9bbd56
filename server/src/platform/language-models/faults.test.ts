import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { seeded } from '../../testing/asking.ts';
import { howOften } from '../../testing/how-often.ts';
import { type ModelFault, type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { questionOf } from '../../testing/question.ts';
import { ModelFailure, type Usage } from './language-model.ts';
import { createOpenAiCompatibleModel } from './openai-compatible.ts';

/** Long enough for a busy machine; short for faults that are only over when we say so. */
const patient = { firstMs: 10_000, betweenMs: 10_000, totalMs: 20_000 };
const impatient = { firstMs: 60, betweenMs: 60, totalMs: 1_000 };
const tokens = Array.from({ length: 30 }, (_, at) => [` word${at}`, '，中文', ' ไทย', ' 👩‍👩‍👧'][at % 4] ?? '');
const answer = tokens.join('');
const seed = 20_261_121;

let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer({ answer: () => tokens });
});
afterAll(() => server.close());
beforeEach(() => server.setFault(null));

type Reception = { text: string; usage: Usage | null; failure: unknown };

async function hear(baseUrl = server.baseUrl, deadlines = patient): Promise<Reception> {
  const heard: Reception = { text: '', usage: null, failure: null };
  try {
    for await (const part of createOpenAiCompatibleModel({ baseUrl, modelName: 'stand-in', deadlines }).answer(
      questionOf(),
    )) {
      if (part.type === 'text') heard.text += part.text;
      if (part.type === 'usage') heard.usage = part;
    }
  } catch (error) {
    heard.failure = error;
  }
  return heard;
}

const inWords = ({ failure, text }: Reception) =>
  failure instanceof ModelFailure &&
  failure.code.startsWith('model_') &&
  failure.message !== '' &&
  answer.startsWith(text);

/** A provider that breaks the protocol below HTTP, by what it writes before it hangs up. */
async function rawServer(bytes: string) {
  const raw = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(bytes));
  });
  await new Promise<void>((resolve) => raw.listen(0, '127.0.0.1', resolve));
  const { port } = raw.address() as AddressInfo; // it listens on a port
  return { baseUrl: `http://127.0.0.1:${port}/v1`, close: () => new Promise((resolve) => raw.close(resolve)) };
}

test('whatever a provider does wrong is an error in words, keeps what was said, and leaves no connection open', async () => {
  const random = seeded(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const kinds: (() => ModelFault)[] = [
    () => ({
      kind: 'status',
      status: [400, 401, 403, 404, 408, 409, 413, 422, 429, 500, 502, 503, 504, 529][upTo(14)] ?? 500,
    }),
    () => ({ kind: 'cut', afterBytes: upTo(5_000) }),
    () => ({ kind: 'malformed', afterTokens: upTo(tokens.length) }),
    () => ({ kind: 'error-event', afterTokens: upTo(tokens.length) }),
    () => ({ kind: 'filtered', afterTokens: upTo(tokens.length) }),
  ];
  const endless: ModelFault[] = [
    { kind: 'hang' },
    { kind: 'stall', afterTokens: 0 },
    { kind: 'stall', afterTokens: 12 },
    { kind: 'drip', pauseMs: 30 },
  ];
  const faults: ModelFault[] = [
    ...Array.from({ length: howOften({ decides: 60, proves: 300 }) }, (_, at) =>
      (kinds[at % kinds.length] ?? (() => ({ kind: 'hang' as const })))(),
    ),
    ...endless,
    { kind: 'endless-line' as const, bytes: 100_000_000 },
  ];
  const wrong: unknown[] = [];
  for (const fault of faults) {
    server.setFault(fault);
    const heard = await hear(server.baseUrl, endless.includes(fault) ? impatient : patient);
    if (!inWords(heard)) wrong.push({ fault, heard });
  }
  expect(wrong).toEqual([]);
  server.setFault(null);
  expect(await hear()).toMatchObject({ text: answer, failure: null });
  // One connection waits for the next question; each of the others is closed.
  while ((await server.openConnections()) > 1) await new Promise((resolve) => setTimeout(resolve, 5));
  console.info(`provider faults: 0 of ${faults.length} otherwise than in words, 0 connections left (seed ${seed})`);
});

test('an answer cut after any byte keeps what came before it', async () => {
  let length = 0;
  const cuts: number[] = [];
  for (let afterBytes = 1; length === 0 || afterBytes < length; afterBytes += 37) {
    server.setFault({ kind: 'cut', afterBytes });
    const heard = await hear();
    if (heard.failure === null) length = afterBytes;
    else expect({ afterBytes, isInWords: inWords(heard) }).toEqual({ afterBytes, isInWords: true });
    cuts.push(afterBytes);
  }
  expect(cuts.length).toBeGreaterThan(100);
  console.info(`cut at every 37th byte: 0 of ${cuts.length} misread`);
});

test.each([
  ['nothing', '', 'model_unavailable'],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n', 'model_answer_unusable'],
  ['half a head', 'HTTP/1.1 200 OK\r\ncontent-type: text/event-st', 'model_unavailable'],
  ['a page', 'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<html>Sign in</html>', 'model_answer_unusable'],
  [
    'a way elsewhere',
    'HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/latest/meta-data\r\n\r\n',
    'model_misconfigured',
  ],
  ['a head without an end', `HTTP/1.1 200 OK\r\nx: ${'x'.repeat(200_000)}`, 'model_answer_unusable'],
])('a provider that says %s is told truly', async (_, bytes, code) => {
  const raw = await rawServer(bytes);
  expect((await hear(raw.baseUrl)).failure).toMatchObject({ name: 'ModelFailure', code });
  await raw.close();
});

test('of streams cut at random, what the provider reported is what is counted', async () => {
  const random = seeded(seed + 1);
  const streams = howOften({ decides: 100, proves: 800 });
  const wrong: unknown[] = [];
  let reported = 0;
  for (let at = 0; at < streams; at++) {
    server.setFault({ kind: 'cut', afterBytes: Math.floor(random() * 6_500) });
    const { usage } = await hear();
    const told = server.requests.at(-1)?.reported ?? null;
    if (told !== null) reported++;
    const isRight =
      told === null
        ? usage?.isEstimated === true
        : usage?.isEstimated === false && usage.inputTokens === told.input && usage.outputTokens === told.output;
    if (!isRight) wrong.push({ told, usage });
  }
  expect(wrong).toEqual([]);
  expect(reported).toBeGreaterThan(streams / 20);
  expect(reported).toBeLessThan(streams * 0.8);
  console.info(
    `usage of cut streams: 0 of ${streams} differ from the provider’s count (${reported} reported, seed ${seed + 1})`,
  );
});
