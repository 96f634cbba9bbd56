import { until } from '../../testing/asking.ts';
import {
  type ModelFault,
  type ModelServer,
  type ModelServerOptions,
  startModelServer,
} from '../../testing/model-server.ts';
import { type AnswerPart, ModelFailure, type Question, type Source } from './language-model.ts';
import { type OpenAiCompatibleSettings, createOpenAiCompatibleModel } from './openai-compatible.ts';
import { goOnPrompt } from './prompt.ts';

/**
 * Deadlines that never pass by themselves, however slow the machine: `endDeadline` ends one. Each differs from all
 * other timers by its length.
 */
const deadlines = { firstMs: 3_600_001, betweenMs: 3_600_002, totalMs: 3_600_003 };
const running = new Map<unknown, { ms: number | undefined; work: () => void }>();
beforeEach(() => {
  const { setTimeout: real, clearTimeout: realClear } = globalThis;
  jest.spyOn(globalThis, 'setTimeout').mockImplementation((work: () => void, ms?: number, ...given: []) => {
    const timer = real(work, ms, ...given);
    running.set(timer, { ms, work });
    return timer;
  });
  jest.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    running.delete(timer);
    realClear(timer);
  });
});
const endDeadline = (name: keyof typeof deadlines) =>
  [...running.values()].find(({ ms }) => ms === deadlines[name])?.work();
const fileId = '00000000-0000-4000-8000-000000000001';
const source = (number: number, passage: string): Source => ({
  citation: {
    number,
    file_id: fileId,
    file_name: 'Handbook.md',
    position: number,
    page: null,
    heading: 'Leave',
    passage,
  },
  score: 1,
  coverage: 1,
  words: 3,
});

let server: ModelServer | undefined;
afterEach(async () => {
  running.clear();
  jest.restoreAllMocks();
  await server?.close();
  server = undefined;
});

async function modelOn(options: ModelServerOptions = {}, changes: Partial<OpenAiCompatibleSettings> = {}) {
  server = await startModelServer(options);
  return createOpenAiCompatibleModel({
    baseUrl: server.baseUrl,
    apiKey: 'key',
    modelName: 'stand-in',
    deadlines,
    ...changes,
  });
}

const question = (changes: Partial<Question> = {}): Question => ({
  instructions: 'Be brief.',
  turns: [{ author: 'member', content: 'How many days of leave?' }],
  sources: [source(1, '25 days a year.'), source(2, 'Ask your lead.')],
  fileNames: ['Handbook.md'],
  language: 'en',
  signal: new AbortController().signal,
  ...changes,
});

/**
 * Collects all parts and the error that ended them. For a model that never ends, time runs out once it has said its
 * part.
 */
async function hear(answer: AsyncIterable<AnswerPart>, fault: ModelFault | null = null) {
  const parts: AnswerPart[] = [];
  let hasEnded = false;
  if (fault?.kind === 'hang' || fault?.kind === 'drip')
    void until(() => hasEnded || server?.requests.length === 1).then(() => endDeadline('firstMs'));
  if (fault?.kind === 'stall')
    void until(() => hasEnded || parts.length === fault.afterTokens).then(() => endDeadline('betweenMs'));
  let failure: unknown = null;
  try {
    for await (const part of answer) parts.push(part);
  } catch (error) {
    failure = error;
  }
  hasEnded = true;
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const citations = parts.flatMap((part) => (part.type === 'citations' ? part.citations : []));
  return { parts, text, citations, failure };
}

describe('a model behind an OpenAI-compatible API', () => {
  test('is asked with the key, the instructions, the sources as numbered data and the dialogue, and streams its answer', async () => {
    const model = await modelOn({ answer: () => ['You get ', '25 days', ' [1].'] });
    const { text, parts, citations, failure } = await hear(model.answer(question()));
    expect(failure).toBeNull();
    expect(text).toBe('You get 25 days [1].');
    expect(citations.map(({ number }) => number)).toEqual([1]);
    expect(parts).toContainEqual({ type: 'usage', inputTokens: 100, outputTokens: 3, isEstimated: false });
    const [request] = server?.requests ?? [];
    expect(request?.authorization).toBe('Bearer key');
    expect(request?.body.messages[0]?.content).toContain(
      '<source number="1" file="Handbook.md" heading="Leave">\n25 days a year.\n</source>',
    );
    expect(request?.body.messages[0]?.content).toContain('Be brief.');
    expect(JSON.stringify(request?.body.messages[1])).toContain('How many days of leave?');
  });

  test('is sent the pictures of a prompt where it sees, and the words alone where it does not', async () => {
    const images = [{ mediaType: 'image/png', bytes: Buffer.from('picture') }];
    const asked = question({ turns: [{ author: 'member', content: 'What is it?', images }] });
    for (const seesImages of [true, false]) {
      const model = await modelOn({}, { seesImages });
      await hear(model.answer(asked));
      const content = server?.requests[0]?.body.messages[1]?.content;
      const words = seesImages
        ? [
            { type: 'text', text: 'What is it?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,cGljdHVyZQ==' } },
          ]
        : 'What is it?';
      expect(content).toEqual(words);
      await server?.close();
    }
    server = undefined;
  });

  test('goes on with an answer that was broken off: what there is stands before the wish, and its sources count', async () => {
    const model = await modelOn({ answer: () => ['es a year.'] });
    const { text, citations } = await hear(model.answer(question({ begun: 'As [2] says, 25 tim' })));
    expect(text).toBe('es a year.');
    expect(citations.map(({ number }) => number)).toEqual([2]);
    const messages = server?.requests[0]?.body.messages.slice(-2);
    expect(messages).toEqual([
      { role: 'assistant', content: 'As [2] says, 25 tim' },
      { role: 'user', content: goOnPrompt },
    ]);
  });

  test('gets only as much as it takes, and is not asked where the prompt alone is too long', async () => {
    const model = await modelOn({}, { contextLength: 400 });
    const earlier = Array.from({ length: 20 }, (_, at) => ({
      author: at % 2 === 0 ? ('member' as const) : ('bot' as const),
      content: `turn ${at} `.repeat(10),
    }));
    await hear(model.answer(question({ turns: [...earlier, { author: 'member', content: 'And now?' }] })));
    const messages = server?.requests[0]?.body.messages ?? [];
    expect(messages.length).toBeLessThan(10);
    expect(messages.at(-1)?.content).toBe('And now?');
    expect(() => model.answer(question({ turns: [{ author: 'member', content: 'x'.repeat(5_000) }] }))).toThrow(
      expect.objectContaining({ code: 'model_context_exceeded' }),
    );
    expect(server?.requests).toHaveLength(1);
  });

  test.each([
    [
      { error: { message: 'This model’s maximum context length is 8192 tokens.', code: 'context_length_exceeded' } },
      'model_context_exceeded',
    ],
    [{ error: { message: 'No.', code: 'invalid_request' } }, 'model_request_refused'],
    [{ error: { message: 'The prompt was filtered.', code: 'content_filter' } }, 'model_refused'],
  ])('%j with 400 is told as %s', async (body, code) => {
    const model = await modelOn({ fault: { kind: 'status', status: 400, body } });
    expect((await hear(model.answer(question()))).failure).toMatchObject({ code });
  });

  describe('what a call took', () => {
    const tokens = Array.from({ length: 10 }, (_, at) => ` word${at}`);
    const usageOf = async (options: ModelServerOptions) => {
      const model = await modelOn({ answer: () => tokens, ...options });
      return (await hear(model.answer(question()), options.fault)).parts.find((part) => part.type === 'usage');
    };

    test('is what the provider counted', async () => {
      expect(await usageOf({})).toEqual({ type: 'usage', inputTokens: 100, outputTokens: 10, isEstimated: false });
    });

    test('is estimated, and said to be, where the provider does not say or was cut off before it did', async () => {
      const estimated = {
        type: 'usage',
        isEstimated: true,
        inputTokens: expect.any(Number),
        outputTokens: expect.any(Number),
      };
      for (const options of [
        { usage: 'never' },
        { fault: { kind: 'stall', afterTokens: 5 } },
        { fault: { kind: 'cut', afterBytes: 1_000 } },
        { fault: { kind: 'hang' } },
      ] satisfies ModelServerOptions[]) {
        expect(await usageOf(options)).toEqual(estimated);
        await server?.close();
      }
      server = undefined;
    });

    test('is not below what the provider had counted when it was cut off', async () => {
      const usage = await usageOf({ usage: 'each', fault: { kind: 'stall', afterTokens: 5 } });
      expect(usage).toMatchObject({ inputTokens: 100, isEstimated: true });
      expect(usage?.type === 'usage' ? usage.outputTokens : 0).toBeGreaterThanOrEqual(5);
    });

    test.each([429, 500, 401, 400])('is nothing where the provider turned it away with %i', async (status) => {
      expect(await usageOf({ fault: { kind: 'status', status } })).toBeUndefined();
    });
  });

  test('cites only sources that exist, however the answer numbers them', async () => {
    const model = await modelOn({ answer: () => ['Both [1, 2], and [7], and [99].'] });
    const { citations } = await hear(model.answer(question()));
    expect(citations.map(({ number }) => number)).toEqual([1, 2]);
  });

  const faults: [ModelFault, string, boolean][] = [
    [{ kind: 'status', status: 429 }, 'model_rate_limited', false],
    [{ kind: 'status', status: 500 }, 'model_unavailable', false],
    [{ kind: 'status', status: 503 }, 'model_unavailable', false],
    [{ kind: 'status', status: 401 }, 'model_misconfigured', false],
    [{ kind: 'status', status: 400 }, 'model_request_refused', false],
    [{ kind: 'status', status: 504 }, 'model_timeout', false],
    [{ kind: 'hang' }, 'model_timeout', false],
    [{ kind: 'stall', afterTokens: 5 }, 'model_timeout', true],
    [{ kind: 'malformed', afterTokens: 5 }, 'model_answer_unusable', true],
    [{ kind: 'error-event', afterTokens: 5 }, 'model_unavailable', true],
    [{ kind: 'filtered', afterTokens: 5 }, 'model_refused', true],
    [{ kind: 'drip', pauseMs: 20 }, 'model_timeout', false],
    [{ kind: 'endless-line', bytes: 100_000_000 }, 'model_answer_unusable', false],
  ];
  test('pieces without a word are no beginning of an answer', async () => {
    const model = await modelOn({ answer: () => ['', '', '', 'late'] });
    server?.hold(3);
    const heard = hear(model.answer(question()));
    await until(() => server?.requests[0]?.tokensSent === 3);
    endDeadline('firstMs');
    expect(await heard).toMatchObject({ text: '', failure: { code: 'model_timeout' } });
  });

  test.each(faults)('%j is told as %s, and what was said before is kept', async (fault, code, hasText) => {
    const model = await modelOn({ fault });
    const { text, failure } = await hear(model.answer(question()), fault);
    expect(failure).toBeInstanceOf(ModelFailure);
    expect(failure).toMatchObject({ code });
    expect(text !== '').toBe(hasText);
    // a hundred megabytes are not read to their end, and no connection stays behind
    if (fault.kind === 'endless-line') await until(() => server?.requests.at(-1)?.aborted === true);
    else
      await until(
        async () =>
          (await server?.openConnections()) === 0 ||
          fault.kind === 'status' ||
          server?.requests.at(-1)?.finished === true,
      );
  });

  test('an answer cut at any byte is a failure that keeps the text before the cut', async () => {
    const model = await modelOn({ answer: () => Array.from({ length: 10 }, (_, at) => ` ${at}`) });
    const whole = (await hear(model.answer(question()))).text;
    const cuts = Array.from({ length: 24 }, (_, at) => 7 + at * 67);
    for (const afterBytes of cuts) {
      server?.setFault({ kind: 'cut', afterBytes });
      const { text, failure } = await hear(model.answer(question()));
      expect({ afterBytes, code: failure instanceof ModelFailure ? failure.code : failure }).toEqual({
        afterBytes,
        code: 'model_unavailable',
      });
      expect(whole.startsWith(text)).toBe(true);
    }
    console.info(`cut mid-stream: 0 of ${cuts.length} misread`);
  });

  test('nobody listening is a model that is not available', async () => {
    const model = await modelOn();
    await server?.close();
    server = undefined;
    expect((await hear(model.answer(question()))).failure).toMatchObject({ code: 'model_unavailable' });
  });

  test('an answer that is no longer wanted is aborted upstream at once', async () => {
    const model = await modelOn({ tokenPauseMs: 10 });
    const stop = new AbortController();
    const parts: AnswerPart[] = [];
    const heard = (async () => {
      for await (const part of model.answer(question({ signal: stop.signal }))) {
        parts.push(part);
        if (parts.length === 3) stop.abort('stopped');
      }
    })();
    await expect(heard).rejects.toBe('stopped');
    await until(() => server?.requests[0]?.aborted === true);
    expect(server?.requests[0]?.tokensSent).toBeLessThan(10);
  });
});
