import { until } from '../../testing/asking.ts';
import { startModelServer, type ModelServer, type ModelServerOptions } from '../../testing/model-server.ts';
import { questionOf } from '../../testing/question.ts';
import { type AllowedModel, allowedModel } from './allowed-model.ts';
import { answerWith, type AnsweringPart, type RetryRules } from './answering.ts';
import type { CatalogModel } from './catalog.ts';
import { ModelFailure } from './language-model.ts';
import { createOpenAiCompatibleModel } from './openai-compatible.ts';

/** Long enough for a busy machine; short for a model that never answers. */
const patient = { firstMs: 30_000, betweenMs: 30_000, totalMs: 60_000 };
const impatient = { firstMs: 200, betweenMs: 200, totalMs: 2_000 };
const rules: RetryRules = { callsAtMost: 3, pauseMs: 10, pauseMsAtMost: 50, random: () => 0.5 };

const servers: ModelServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function modelOn(
  name: string,
  options: ModelServerOptions,
  changes: Partial<CatalogModel> = {},
  seesImages = false,
) {
  const server = await startModelServer({ answer: () => [name], ...options });
  servers.push(server);
  const deadlines = options.fault?.kind === 'hang' || options.fault?.kind === 'stall' ? impatient : patient;
  const model = createOpenAiCompatibleModel({ baseUrl: server.baseUrl, modelName: name, seesImages, deadlines });
  const catalogModel = toEverybody({
    id: name,
    provider: 'p',
    modelName: name,
    model,
    price: null,
    languages: [],
    fallback: null,
    ...changes,
  });
  return { server, catalogModel };
}

function toEverybody(model: CatalogModel): AllowedModel {
  const allowed = allowedModel(model, () => false);
  if (allowed === null) throw new Error('A model was denied to everybody.');
  return allowed;
}

async function hear(parts: AsyncIterable<AnsweringPart>) {
  const heard = { text: '', models: [] as string[], usage: [] as string[], failure: null as unknown };
  try {
    for await (const part of parts) {
      if (part.type === 'text') heard.text += part.text;
      if (part.type === 'answering') heard.models.push(part.model.id);
      if (part.type === 'usage')
        heard.usage.push(
          `${part.model.id} ${part.inputTokens}+${part.outputTokens}${part.isEstimated ? ' estimated' : ''}`,
        );
    }
  } catch (error) {
    heard.failure = error;
  }
  return heard;
}

test('a model that fails before it has said anything is asked again', async () => {
  const { server, catalogModel } = await modelOn('a', { fault: { kind: 'status', status: 500 }, faultyRequests: 2 });
  expect(await hear(answerWith(catalogModel, questionOf(), rules))).toEqual({
    text: 'a',
    models: ['a'],
    usage: ['a 100+1'],
    failure: null,
  });
  expect(server.requests).toHaveLength(3);
});

test('but not for ever, and not where its provider asks for more patience than people have', async () => {
  const { server, catalogModel } = await modelOn('a', { fault: { kind: 'status', status: 503 } });
  expect((await hear(answerWith(catalogModel, questionOf(), rules))).failure).toMatchObject({
    code: 'model_unavailable',
  });
  expect(server.requests).toHaveLength(3);
  server.setFault({ kind: 'status', status: 429, retryAfter: '3600' });
  expect((await hear(answerWith(catalogModel, questionOf(), rules))).failure).toMatchObject({
    code: 'model_rate_limited',
  });
  expect(server.requests).toHaveLength(4);
});

test('a pause that the provider names is kept', async () => {
  const { server, catalogModel } = await modelOn('a', {
    fault: { kind: 'status', status: 429, retryAfter: '0.2' },
    faultyRequests: 1,
  });
  const begun = performance.now();
  expect((await hear(answerWith(catalogModel, questionOf(), { ...rules, pauseMsAtMost: 1_000 }))).text).toBe('a');
  expect(performance.now() - begun).toBeGreaterThanOrEqual(195);
  expect(server.requests).toHaveLength(2);
});

test.each([
  ['a wrong key', { kind: 'status', status: 401 } as const],
  ['a prompt that is refused', { kind: 'status', status: 400 } as const],
  ['silence', { kind: 'hang' } as const],
])('%s is not asked again', async (_, fault) => {
  const { server, catalogModel } = await modelOn('a', { fault });
  expect((await hear(answerWith(catalogModel, questionOf(), rules))).failure).toBeInstanceOf(ModelFailure);
  expect(server.requests).toHaveLength(1);
});

test('an answer that has begun is never begun anew', async () => {
  const standIn = await modelOn('b', {});
  const { server, catalogModel } = await modelOn(
    'a',
    { answer: () => ['one', ' two', ' three'], fault: { kind: 'malformed', afterTokens: 2 } },
    { fallback: standIn.catalogModel },
  );
  const heard = await hear(answerWith(catalogModel, questionOf(), rules));
  expect(heard).toMatchObject({ text: 'one two', models: ['a'], failure: { code: 'model_answer_unusable' } });
  expect([server.requests.length, standIn.server.requests.length]).toEqual([1, 0]);
});

test('another model stands in for one that cannot, and says so before it speaks', async () => {
  const last = await modelOn('c', {});
  const second = await modelOn('b', { fault: { kind: 'status', status: 404 } }, { fallback: last.catalogModel });
  const { catalogModel } = await modelOn('a', { fault: { kind: 'hang' } }, { fallback: second.catalogModel });
  expect(await hear(answerWith(catalogModel, questionOf(), rules))).toMatchObject({
    text: 'c',
    models: ['a', 'b', 'c'],
    failure: null,
  });
});

test('nobody stands in for a model that refuses, nor for one whose asker has left', async () => {
  const standIn = await modelOn('b', {});
  const body = {
    error: {
      message: 'The response was filtered due to the prompt triggering our content management policy.',
      code: 'content_filter',
    },
  };
  const { server, catalogModel } = await modelOn(
    'a',
    { fault: { kind: 'status', status: 400, body } },
    { fallback: standIn.catalogModel },
  );
  expect((await hear(answerWith(catalogModel, questionOf(), rules))).failure).toMatchObject({ code: 'model_refused' });
  server.setFault({ kind: 'hang' });
  const leave = new AbortController();
  const left = hear(answerWith(catalogModel, questionOf({ signal: leave.signal }), rules));
  await until(() => server.requests.length === 2);
  leave.abort('stopped');
  expect((await left).failure).toBe('stopped');
  expect(standIn.server.requests).toHaveLength(0);
});

test('another model stands in for one that does not take the request as it is made', async () => {
  const standIn = await modelOn('b', {});
  const { server, catalogModel } = await modelOn(
    'a',
    {
      fault: {
        kind: 'status',
        status: 400,
        body: { error: { message: 'messages: a result without its call', type: 'invalid_request_error' } },
      },
    },
    { fallback: standIn.catalogModel },
  );
  expect(await hear(answerWith(catalogModel, questionOf(), rules))).toMatchObject({
    text: 'b',
    models: ['a', 'b'],
    failure: null,
  });
  expect(server.requests).toHaveLength(1);
});

test('a call that says nothing but reasoning is made again, and its reasoning stays above that of the next', async () => {
  const said = [
    ['Let me see.', '</think>'],
    ['<think>Now.</think>', 'Good.'],
  ];
  const { catalogModel } = await modelOn('a', { answer: () => said.shift() ?? [] });
  const heard = { text: '', reasoning: '' };
  for await (const part of answerWith(catalogModel, questionOf(), rules)) {
    if (part.type === 'unsaid') heard.text = '';
    if (part.type === 'text' || part.type === 'reasoning') heard[part.type] += part.text;
  }
  expect(heard).toEqual({ text: 'Good.', reasoning: 'Let me see.\n\nNow.' });
});

test('models that stand in for each other are asked once each', async () => {
  const { catalogModel: b } = await modelOn('b', { fault: { kind: 'status', status: 404 } });
  const { catalogModel: a } = await modelOn('a', { fault: { kind: 'status', status: 404 } }, { fallback: b });
  const round = Object.assign(b, { fallback: a });
  expect(await hear(answerWith(round, questionOf(), rules))).toMatchObject({
    models: ['b', 'a'],
    failure: { code: 'model_misconfigured' },
  });
});

test('a model that cannot see does not stand in where there is a picture', async () => {
  const blind = await modelOn('b', {});
  const { catalogModel } = await modelOn(
    'a',
    { fault: { kind: 'status', status: 404 } },
    { fallback: blind.catalogModel },
    true,
  );
  const images = [{ mediaType: 'image/png', bytes: new Uint8Array([1]) }];
  const heard = await hear(
    answerWith(catalogModel, questionOf({ turns: [{ author: 'member', content: 'What is it?', images }] }), rules),
  );
  expect(heard).toMatchObject({ models: ['a'], failure: { code: 'model_misconfigured' } });
});

test('an answer without a word is a failure, and is asked for again', async () => {
  const { server, catalogModel } = await modelOn('a', { answer: () => [''] });
  const heard = await hear(answerWith(catalogModel, questionOf(), rules));
  expect(heard.failure).toMatchObject({ code: 'model_answer_unusable' });
  expect(server.requests).toHaveLength(3);
  // Each of the calls was worked on, and is in the ledger.
  expect(heard.usage).toEqual(['a 100+1', 'a 100+1', 'a 100+1']);
});

test('a model that is denied to a person stands in for none, and the one after it does', async () => {
  const last = await modelOn('c', {});
  const denied = await modelOn('b', {}, { fallback: last.catalogModel });
  const { catalogModel } = await modelOn(
    'a',
    { fault: { kind: 'status', status: 404 } },
    { fallback: denied.catalogModel },
  );
  expect(allowedModel(catalogModel, () => false)).toBe(catalogModel);
  const allowed = allowedModel(catalogModel, (id) => id === 'b');
  if (allowed === null) throw new Error('The model itself was not denied.');
  expect(await hear(answerWith(allowed, questionOf(), rules))).toMatchObject({ text: 'c', models: ['a', 'c'] });
  expect(denied.server.requests).toEqual([]);
  // The stand-in of a denied model is no way around the denial.
  expect(allowedModel(catalogModel, (id) => id === 'a')).toBeNull();
});
