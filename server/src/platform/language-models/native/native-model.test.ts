import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inspect, promisify } from 'node:util';
import { hearAnswer, longDeadlines } from '../../../testing/chat-stream.ts';
import { questionOf } from '../../../testing/question.ts';
import {
  type ReplayedProvider,
  answerOf,
  startReplayedProvider,
  unendedAnswerOf,
} from '../../../testing/replayed-provider.ts';
import { ModelFailure } from '../language-model.ts';
import { type ModelSettings, createLanguageModel } from './open-model.ts';

// The exchanges of the providers are in ../provider-matrix.test.ts: here is what holds for all of them.

let provider: ReplayedProvider;
beforeAll(async () => {
  provider = await startReplayedProvider();
});
afterAll(() => provider.close());

const apiKey = 'key-that-nobody-sees-4711';
const prompt = 'A prompt that nobody sees';
const modelAt = (baseUrl: string, settings: Partial<ModelSettings> = {}) =>
  createLanguageModel({
    api: 'anthropic',
    baseUrl,
    apiKey,
    modelName: 'claude',
    deadlines: longDeadlines,
    ...settings,
  });
const ask = (baseUrl: string, settings?: Partial<ModelSettings>) =>
  hearAnswer(modelAt(baseUrl, settings), { turns: [{ author: 'member', content: prompt }] });

const event = (type: string, fields: object = {}) => `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`;
const message = { id: 'msg_1', type: 'message', role: 'assistant', content: [], model: 'claude', stop_reason: null };
const begun =
  event('message_start', {
    message: { ...message, stop_sequence: null, usage: { input_tokens: 9, output_tokens: 1 } },
  }) +
  event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }) +
  event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Good day.' } });
const ended =
  event('content_block_stop', { index: 0 }) +
  event('message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 3 } }) +
  event('message_stop');

const refusal = (status: number, type: string) =>
  answerOf(JSON.stringify({ type: 'error', error: { type, message: 'No.' } }), { status, type: 'application/json' });

test.each<[string, string, 'keep' | 'end' | 'reset', { text: string; code: string }]>([
  ['a refusal', refusal(400, 'invalid_request_error'), 'keep', { text: '', code: 'model_request_refused' }],
  ['a wrong key', refusal(401, 'authentication_error'), 'keep', { text: '', code: 'model_misconfigured' }],
  [
    'a redirect',
    answerOf('', { status: 307, headers: { location: '/elsewhere' } }),
    'keep',
    { text: '', code: 'model_misconfigured' },
  ],
  ['a page', answerOf('<h1>Welcome</h1>', { type: 'text/html' }), 'keep', { text: '', code: 'model_answer_unusable' }],
  ['nothing', answerOf(''), 'keep', { text: '', code: 'model_answer_unusable' }],
  ['what is not HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', 'end', { text: '', code: 'model_answer_unusable' }],
  ['a closed connection', '', 'end', { text: '', code: 'model_unavailable' }],
  ['a connection that breaks', unendedAnswerOf(begun), 'reset', { text: 'Good day.', code: 'model_unavailable' }],
  ['a body that is cut', unendedAnswerOf(begun), 'end', { text: 'Good day.', code: 'model_unavailable' }],
  ['an answer without its end', answerOf(begun), 'keep', { text: 'Good day.', code: 'model_unavailable' }],
  [
    'what is none of its protocol',
    answerOf(`${begun}data: {"type":1}\n\n`),
    'keep',
    { text: 'Good day.', code: 'model_answer_unusable' },
  ],
  ['what is no JSON', answerOf(`${begun}data: {{{\n\n`), 'keep', { text: 'Good day.', code: 'model_answer_unusable' }],
  [
    'an error within the answer',
    answerOf(begun + event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } })),
    'keep',
    { text: 'Good day.', code: 'model_unavailable' },
  ],
])(
  '%s is a failure in words that tells neither key nor prompt, and keeps what was said',
  async (_, bytes, then, { text, code }) => {
    provider.answer({ bytes, then });
    const heard = await ask(provider.baseUrl);
    expect(heard.text).toBe(text);
    expect(heard.failure).toBeInstanceOf(ModelFailure);
    expect(heard.failure).toMatchObject({ code });
    const all = inspect(heard.failure, { depth: 20, showHidden: true });
    expect(all).not.toContain(apiKey);
    expect(all).not.toContain(prompt);
  },
);

test('nobody there is a failure that tells neither', async () => {
  const { failure } = await ask('http://127.0.0.1:1/v1');
  expect(failure).toMatchObject({ code: 'model_unavailable', retry: { afterMs: null } });
  expect(inspect(failure, { depth: 20, showHidden: true })).toContain('ECONNREFUSED');
  expect(inspect(failure, { depth: 20, showHidden: true })).not.toContain(prompt);
});

test('an answer that has ended is not waited for any longer', async () => {
  provider.answer({ bytes: unendedAnswerOf(begun + ended) });
  const deadlines = { ...longDeadlines, tailMs: 50 };
  expect(await ask(provider.baseUrl, { deadlines })).toMatchObject({
    text: 'Good day.',
    failure: null,
    usage: { inputTokens: 9, outputTokens: 3, isEstimated: false },
  });
});

test('the next question finds the connection open', async () => {
  provider.answer({ bytes: answerOf(begun + ended) });
  await ask(provider.baseUrl);
  const before = provider.connections();
  await ask(provider.baseUrl);
  expect(provider.connections()).toBe(before);
});

test('who reads slowly loses nothing of an answer that breaks off', async () => {
  const words = Array.from({ length: 200 }, (_, at) => ` ${at}`);
  const deltas = words.map((text) => event('content_block_delta', { index: 0, delta: { type: 'text_delta', text } }));
  provider.answer({ bytes: unendedAnswerOf(begun + deltas.join('')), then: 'end' });
  let text = '';
  const reading = async () => {
    for await (const part of modelAt(provider.baseUrl).answer(questionOf())) {
      if (part.type === 'text') text += part.text;
      if (text === 'Good day.') await provider.allClosed();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  await expect(reading()).rejects.toMatchObject({ code: 'model_unavailable' });
  expect(text).toBe(`Good day.${words.join('')}`);
});

test('whoever stops an answer ends its connection', async () => {
  provider.answer({ bytes: unendedAnswerOf(begun) });
  const stop = new AbortController();
  const reason = new Error('stopped');
  const parts = modelAt(provider.baseUrl).answer({
    instructions: '',
    turns: [{ author: 'member', content: prompt }],
    sources: [],
    fileNames: [],
    language: 'en',
    signal: stop.signal,
  });
  const heard: string[] = [];
  const all = (async () => {
    for await (const part of parts) {
      heard.push(part.type);
      stop.abort(reason);
    }
  })();
  await expect(all).rejects.toBe(reason);
  expect(heard).toEqual(['text', 'usage']);
  await provider.allClosed();
});

test('a provider’s library is loaded with the first call of its models', async () => {
  const loaded = `
    const { registerHooks } = process.getBuiltinModule('node:module');
    const found = [];
    registerHooks({ resolve(name, context, next) { if (/^(@ai-sdk|@smithy)/.test(name)) found.push(name); return next(name, context); } });
    const { createLanguageModel } = await import(${JSON.stringify(new URL('./open-model.ts', import.meta.url).href)});
    const settings = { baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'k', modelName: 'm' };
    const models = ['openai', 'openai-responses', 'azure', 'anthropic', 'google', 'bedrock'].map((api) => createLanguageModel({ ...settings, api }));
    const question = { instructions: '', turns: [{ author: 'member', content: 'a' }], sources: [], fileNames: [], language: 'en', signal: new AbortController().signal };
    const counts = [[...found]];
    for (const model of [models[0], models[4]]) {
      await model.answer(question)[Symbol.asyncIterator]().next().catch(() => undefined);
      counts.push([...found]);
    }
    console.log(JSON.stringify(counts));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', loaded], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    env: { ...process.env, NODE_OPTIONS: '' },
  });
  const [atStart, withChat, withGoogle] = JSON.parse(stdout) as string[][];
  expect(atStart).toEqual([]);
  expect(withChat).toEqual([]);
  expect(withGoogle).toContain('@ai-sdk/google');
  expect(withGoogle).not.toContain('@ai-sdk/anthropic');
});
