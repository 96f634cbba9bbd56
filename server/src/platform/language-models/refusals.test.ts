import { questionOf } from '../../testing/question.ts';
import { type ReplayedProvider, answerOf, startReplayedProvider } from '../../testing/replayed-provider.ts';
import { BudgetSpent } from './budget.ts';
import { ModelFailure, type Question } from './language-model.ts';
import { createOpenAiCompatibleModel } from './openai-compatible.ts';

let provider: ReplayedProvider;
beforeAll(async () => {
  provider = await startReplayedProvider();
});
afterAll(() => provider.close());

const apiKey = 'sk-proj-0123456789abcdefghijklmnop';
const deadlines = { firstMs: 30_000, betweenMs: 30_000, totalMs: 60_000 };
const good = {
  bytes: answerOf('data: {"choices":[{"delta":{"content":"Good day."},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'),
};
const refusal = (status: number, body: unknown, headers = {}) => ({
  bytes: answerOf(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    type: 'application/json',
    headers,
  }),
});
const sampling = { temperature: 0.2, max_output_tokens: 500 };

function modelOf(key = apiKey) {
  const failed: ModelFailure[] = [];
  const adapted: string[] = [];
  const news = {
    failed: (failure: ModelFailure) => failed.push(failure),
    adapted: (names: readonly string[]) => adapted.push(names.join(' ')),
  };
  return {
    model: createOpenAiCompatibleModel({ baseUrl: provider.baseUrl, apiKey: key, modelName: 'm', deadlines, news }),
    failed,
    adapted,
  };
}

async function hear({ model }: ReturnType<typeof modelOf>, question: Partial<Question> = { sampling }) {
  let text = '';
  try {
    for await (const part of model.answer(questionOf(question))) if (part.type === 'text') text += part.text;
    return { text, failure: null };
  } catch (error) {
    return { text, failure: error };
  }
}

const openAi = (message: string, param: string | null, code: string | null = 'unsupported_parameter') => ({
  error: { message, type: 'invalid_request_error', param, code },
});
const pydantic = (field: string) => ({
  detail: [
    {
      type: 'extra_forbidden',
      loc: ['body', field],
      msg: 'Extra inputs are not permitted',
      input: { include_usage: true },
    },
  ],
});

test.each([['FastAPI', 422, pydantic('stream_options'), { stream_options: undefined }]])(
  '%s: a parameter that is refused is left out, or given by its other name, at once',
  async (_, status, body, expected) => {
    provider.answer(refusal(status, body), good);
    const asking = modelOf();
    expect(await hear(asking)).toEqual({ text: 'Good day.', failure: null });
    expect(provider.bodies).toHaveLength(2);
    expect({ ...Object.fromEntries(Object.keys(expected).map((key) => [key, provider.bodies[0]?.[key]])) }).not.toEqual(
      expected,
    );
    for (const [key, value] of Object.entries(expected)) expect([key, provider.bodies[1]?.[key]]).toEqual([key, value]);
    expect(asking.adapted).toHaveLength(1);
    expect(asking.failed).toEqual([]);
  },
);

test('one after the other is left out, and the next question pays for none of it', async () => {
  const asking = modelOf();
  provider.answer(
    refusal(400, openAi("Use 'max_completion_tokens' instead.", 'max_tokens')),
    refusal(400, openAi('No temperature.', 'temperature')),
    refusal(422, pydantic('stream_options')),
    good,
  );
  expect(await hear(asking)).toEqual({ text: 'Good day.', failure: null });
  provider.answer(good);
  expect(await hear(asking)).toEqual({ text: 'Good day.', failure: null });
  expect(provider.bodies).toHaveLength(1);
  expect(Object.keys(provider.bodies[0] ?? {}).sort()).toEqual([
    'max_completion_tokens',
    'messages',
    'model',
    'stream',
  ]);
  expect(asking.adapted).toEqual(['max_tokens (as max_completion_tokens) temperature stream_options']);
});

test.each([
  "'max_tokens' or 'max_completion_tokens' is too large: 500. This model supports at most 100 completion tokens.",
  'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4097. Given: 3900 `inputs` tokens.',
])('a limit that is too large for the model is left out once, and told with the next question: %s', async (message) => {
  const asking = modelOf();
  provider.answer(refusal(400, { error: { message, type: 'invalid_request_error' } }), good);
  expect((await hear(asking)).failure).toBeNull();
  expect(provider.bodies[1]).not.toHaveProperty('max_tokens');
  provider.answer(good);
  await hear(asking, { sampling: { temperature: null, max_output_tokens: 50 } });
  expect(provider.bodies[0]).toMatchObject({ max_tokens: 50 });
  expect(asking.adapted).toEqual([]);
});

test('a model that refuses whatever it is asked with is asked once for each parameter, and no more', async () => {
  const asking = modelOf();
  provider.answer(
    refusal(400, openAi('max_tokens, max_completion_tokens, temperature, stream_options: none of these.', null)),
  );
  expect((await hear(asking)).failure).toMatchObject({ code: 'model_request_refused' });
  expect(provider.bodies.length).toBeLessThanOrEqual(4);
  expect(asking.failed).toHaveLength(1);
});

test('words of a question that a refusal repeats change nothing for other questions', async () => {
  const asking = modelOf();
  provider.answer(refusal(400, { error: { message: 'No such role: “temperature stream_options max_tokens”' } }));
  expect((await hear(asking)).failure).toMatchObject({ code: 'model_request_refused' });
  provider.answer(good);
  await hear(asking);
  expect(provider.bodies[0]).toMatchObject({
    temperature: 0.2,
    max_tokens: 500,
    stream_options: { include_usage: true },
  });
  expect(asking.adapted).toEqual([]);
});

test('a refusal that names what was not sent is a refusal', async () => {
  provider.answer(refusal(400, openAi("Unsupported parameter: 'temperature'.", 'temperature')));
  expect((await hear(modelOf(), {})).failure).toMatchObject({ code: 'model_request_refused' });
  expect(provider.bodies).toHaveLength(1);
});

describe('where a model cannot be told how long its answer may be', () => {
  const noLimit = refusal(400, openAi("Unsupported parameter: 'max_tokens'.", 'max_tokens'));
  const word = `data: ${JSON.stringify({ choices: [{ delta: { content: 'word ' } }] })}\n\n`;
  const endless = { bytes: answerOf(word.repeat(2_000)) };

  test('it ends where its agent says', async () => {
    provider.answer(noLimit, endless);
    const { text, failure } = await hear(modelOf(), { sampling: { temperature: null, max_output_tokens: 100 } });
    expect(failure).toBeNull();
    expect(text.length).toBeGreaterThan(100);
    expect(text.length).toBeLessThan(600);
  });

  test('the budget of whoever asks holds', async () => {
    provider.answer(noLimit, endless);
    const room = { outputTokens: 50, isLast: true };
    const { text, failure } = await hear(modelOf(), {
      budget: { begin: async () => room, more: async () => room.outputTokens, settle: () => undefined },
    });
    expect(failure).toBeInstanceOf(BudgetSpent);
    expect(text.length).toBeLessThan(300);
  });
});

test.each([
  [
    'a wrong key',
    401,
    openAi(`Incorrect API key provided: ${apiKey}.`, null, 'invalid_api_key'),
    'model_misconfigured',
  ],
  ['no right to a model', 403, { error: { message: 'Project does not have access to model.' } }, 'model_misconfigured'],
  ['a way elsewhere', 308, '', 'model_misconfigured'],
  [
    'too fast',
    429,
    { error: { message: 'Rate limit reached: too many tokens per min.', code: 'rate_limit_exceeded' } },
    'model_rate_limited',
  ],
  [
    'our request',
    400,
    { error: { message: 'messages: roles must alternate', type: 'invalid_request_error' } },
    'model_request_refused',
  ],
  ['our request, without a word', 422, '', 'model_request_refused'],
  ['a failure', 500, { error: 'CUDA out of memory' }, 'model_unavailable'],
  [
    'a page of a proxy',
    503,
    '<html><head><title>503</title></head><body>Service Unavailable</body></html>',
    'model_unavailable',
  ],
  ['a proxy that has waited long enough', 524, '', 'model_timeout'],
])('%s with %i is told truly', async (_, status, body, code) => {
  provider.answer(refusal(status, body));
  const asking = modelOf();
  expect((await hear(asking)).failure).toMatchObject({ code, said: { status } });
  expect(asking.failed.map((failure) => failure.code)).toEqual([code]);
});

test.each([
  [
    {
      error: {
        message: `Incorrect API key provided: ${apiKey}. You can find your API key at https://example.org/keys.`,
        code: 'invalid_api_key',
      },
    },
    'Incorrect API key provided: [secret]. You can find your API key at https://example.org/keys. (invalid_api_key)',
  ],
  [
    { error: { message: `Incorrect API key provided: ${apiKey.slice(0, 9)}*****${apiKey.slice(-4)}.` } },
    'Incorrect API key provided: [secret].',
  ],
  [{ error: { message: `The key ends with ${apiKey.slice(-10)}` } }, 'The key ends with [secret]'],
  [{ message: 'Authorization: Bearer abcdef.ghi was refused' }, 'Authorization: [secret] [secret] was refused'],
  [
    'GET https://user:hunter2@example.org/v1?key=hunter2&model=m',
    'GET https://[secret]@example.org/v1?key=[secret]&model=m',
  ],
  [
    { detail: [{ loc: ['body', 'messages'], msg: 'Field required', input: 'What a person has asked' }] },
    'body.messages: Field required',
  ],
  [
    {
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: { raw: '{"error":{"message":"No such tool."}}', provider_name: 'X' },
      },
    },
    'Provider returned error No such tool. (400)',
  ],
  [{ error: { message: 'one\r\ntwo\u0000\u202Ethree' } }, 'one two three'],
  ['<html><head><style>p{}</style></head><body><h1>Sign&nbsp;in</h1></body></html>', 'Sign&nbsp;in'],
  ['x '.repeat(2_000), /^(x ){200,249}x?…$|^.{499}…$/],
])('of %j is shown what says why, in one line and without a secret', async (body, words) => {
  provider.answer(refusal(403, body, { 'x-request-id': 'req_1', 'cf-ray': 'ray' }));
  const { failure } = await hear(modelOf());
  const said = failure instanceof ModelFailure ? failure.said : null;
  expect(said).toEqual({
    status: 403,
    requestId: 'req_1',
    words: typeof words === 'string' ? words : expect.stringMatching(words),
  });
  expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain(apiKey.slice(8, 20));
  expect(said?.words.length).toBeLessThanOrEqual(500);
});
