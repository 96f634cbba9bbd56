import { call, data, delta, done } from '../chat-stream.ts';
import {
  type Capability,
  type ExpectedReception,
  type ExpectedRequest,
  type ProviderExchange,
  type Response,
  providerKey,
} from './exchange.ts';
import {
  pictureData,
  results,
  time,
  weather,
  withEffort,
  withInstructions,
  withLimit,
  withPicture,
  withTools,
} from './questions.ts';
import { type Refusal, withoutParameter } from './refusals.ts';

// Exchanges of providers that take requests shaped like OpenAI's (POST /chat/completions).

type Fields = Readonly<Record<string, unknown>>;

/** The usage that the exchanges report, as it is sent and as it is heard. */
export const usage = { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 };
export const counted = { input: 7, output: 3 };

/** The usage of 1,000 tokens that were read from a cache for the most part. */
export const cachedUsage = {
  prompt_tokens: 1_000,
  completion_tokens: 3,
  total_tokens: 1_003,
  prompt_tokens_details: { cached_tokens: 900 },
};

/** What each request holds. */
export const chatRequest: ExpectedRequest = {
  headers: { authorization: `Bearer ${providerKey}`, 'content-type': 'application/json' },
  body: { model: 'm' },
};

/** Ends a stream of events. */
export const ended = (...events: object[]): string => data(...events, delta({}, 'stop'), done);

/** “Good day.” */
export const saying = (
  title: string,
  body: string,
  tokens: ExpectedReception['usage'] = counted,
): ProviderExchange => ({
  title,
  proves: tokens === 'estimated' ? ['text'] : ['text', 'usage'],
  steps: [
    {
      roundTrips: [[{ body: { stream: true, stream_options: { include_usage: true } } }, { body }]],
      heard: { text: 'Good day.', reasoning: '', usage: tokens },
    },
  ],
});

/** An answer whose input tokens are those of a cache for the most part: 1,000 in all. */
export const cached = (body: string): ProviderExchange => ({
  title: 'tokens out of the cache are part of the input',
  proves: ['cachedTokens', 'usage'],
  steps: [
    { roundTrips: [[{}, { body }]], heard: { text: 'Good day.', usage: { input: 1_000, output: 3, cacheRead: 900 } } },
  ],
});

export const instructing = (body: string): ProviderExchange => ({
  title: 'instructions stand before the prompt',
  proves: ['instructions'],
  steps: [
    {
      ask: withInstructions,
      roundTrips: [
        [
          {
            body: {
              messages: [
                { role: 'system', content: /Be brief\./ },
                { role: 'user', content: 'leave?' },
              ],
            },
          },
          { body },
        ],
      ],
      heard: { text: 'Good day.' },
    },
  ],
});

export const picturing = (body: string): ProviderExchange => ({
  title: 'a picture is sent as a data URL',
  proves: ['pictures'],
  settings: { seesImages: true },
  steps: [
    {
      ask: withPicture,
      roundTrips: [
        [
          {
            body: {
              messages: [
                { role: 'system' },
                {
                  role: 'user',
                  content: [
                    { type: 'text', text: 'What is it?' },
                    { type: 'image_url', image_url: { url: `data:image/png;base64,${pictureData}` } },
                  ],
                },
              ],
            },
          },
          { body },
        ],
      ],
      heard: { text: 'Good day.' },
    },
  ],
});

const urlPart = { type: 'image_url', image_url: { url: `data:image/png;base64,${pictureData}` } };
/** The picture in a result behind it, as the messages of tools hold text alone. */
const behindResult = [
  { role: 'tool', tool_call_id: 'a', content: results['weather'] },
  { role: 'user', content: [{ type: 'text', text: /tool gave back.* weather \(a\):$/ }, urlPart] },
];
const inResult = [{ role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: results['weather'] }, urlPart] }];

/** A picture in a result goes back; `refusal`: of one that stands behind the result. */
export function picturingResult(refusal?: Response): ProviderExchange {
  const sent = (result: readonly object[], ...later: readonly object[]): ExpectedRequest => ({
    body: {
      messages: [{ role: 'system' }, { role: 'user', content: 'weather?' }, { role: 'assistant' }, ...result, ...later],
    },
  });
  const good = { body: ended(delta({ content: 'Good day.' })) };
  const taken = refusal === undefined ? behindResult : inResult;
  return {
    title: 'a picture in a result goes back',
    proves: ['resultPictures'],
    settings: { seesImages: true },
    steps: [
      {
        ask: withTools,
        roundTrips: [
          [{}, { body: data(call({ index: 0, id: 'a', type: 'function', function: weather }, 'tool_calls'), done) }],
        ],
        heard: { calls: [weather] },
      },
      {
        goOn: 'in the same answer',
        hasPicture: true,
        roundTrips: [...(refusal === undefined ? [] : [[sent(behindResult), refusal] as const]), [sent(taken), good]],
        heard: { text: 'Good day.' },
      },
      {
        goOn: 'in a later turn',
        roundTrips: [
          [sent(taken, { role: 'assistant', content: 'Sunny.' }, { role: 'user', content: 'and now?' }), good],
        ],
        heard: { text: 'Good day.' },
      },
    ],
  };
}

/** The limit is told, and an answer that ends there is one. */
export const limiting = (body: string): ProviderExchange => ({
  title: 'the limit of the answer ends it',
  proves: ['limit'],
  steps: [
    {
      ask: withLimit,
      roundTrips: [[{ body: { max_tokens: 500, temperature: undefined } }, { body }]],
      heard: { text: 'Good day' },
    },
  ],
});

export const effort = (body: string): ProviderExchange => ({
  title: 'effort of reasoning is asked for',
  proves: ['effort'],
  settings: { reasoningEfforts: ['low', 'high'] },
  steps: [
    {
      ask: withEffort,
      roundTrips: [[{ body: { reasoning_effort: 'high' } }, { body }]],
      heard: { text: 'Good day.' },
    },
  ],
});

/** “Let me see.” is reasoned, “Good day.” said. */
export const reasoning = (title: string, body: string): ProviderExchange => ({
  title,
  proves: ['reasoning'],
  steps: [{ roundTrips: [[{}, { body }]], heard: { text: 'Good day.', reasoning: 'Let me see.' } }],
});

const toldTools = {
  tools: [
    { type: 'function', function: { name: 'weather', description: 'The weather.', parameters: { type: 'object' } } },
    { type: 'function', function: { name: 'time', description: 'The time.', parameters: { type: 'object' } } },
  ],
  tool_choice: 'auto',
};

/** Calls `weather`, or `weather` and `time`. */
export const calling = (title: string, body: string, calls = [weather]): ProviderExchange => ({
  title,
  proves: [calls.length > 1 ? 'calls' : 'call'],
  steps: [{ ask: withTools, roundTrips: [[{ body: toldTools }, { body }]], heard: { calls } }],
});
export const callingBoth = (title: string, body: string): ProviderExchange => calling(title, body, [weather, time]);

/** What goes back: the id of the call, and fields of its message and of itself. */
type CallFields = {
  readonly id?: string;
  /** What the model says before it. */
  readonly text?: string;
  readonly message?: Fields;
  readonly call?: Fields;
};

/** The call of `weather` goes back with its result, and with what came with it. */
export function returning(
  title: string,
  body: string,
  { id = 'a', text, message, call }: CallFields = {},
): ProviderExchange {
  const exchange = [
    {
      role: 'assistant',
      ...(text === undefined ? {} : { content: text }),
      ...message,
      tool_calls: [{ id, type: 'function', function: weather, ...call }],
    },
    { role: 'tool', tool_call_id: id, content: results['weather'] },
  ];
  const good = { body: ended(delta({ content: 'Good day.' })) };
  const hasExtras = message !== undefined || call !== undefined;
  return {
    title,
    proves: hasExtras ? ['call', 'result', 'extras', 'laterExtras'] : ['call', 'result'],
    steps: [
      { ask: withTools, roundTrips: [[{}, { body }]], heard: { calls: [weather] } },
      {
        goOn: 'in the same answer',
        roundTrips: [[{ body: { messages: [{ role: 'system' }, { role: 'user' }, ...exchange] } }, good]],
        heard: { text: 'Good day.' },
      },
      {
        goOn: 'in a later turn',
        roundTrips: [
          [
            {
              body: {
                messages: [
                  { role: 'system' },
                  { role: 'user', content: 'weather?' },
                  ...exchange,
                  { role: 'assistant', content: 'Sunny.' },
                  { role: 'user', content: 'and now?' },
                ],
              },
            },
            good,
          ],
        ],
        heard: { text: 'Good day.' },
      },
    ],
  };
}

/** A parameter is refused, and the request made at once again as the body says; the next one is sent like that. */
export const leavingOut = (title: string, response: Response, before: Fields, after: Fields): ProviderExchange =>
  withoutParameter(title, response, { before, after, good: ended(delta({ content: 'Good day.' })) });

/** The stream says “Good”, and then that it has failed, or was filtered. */
export const failing = (
  title: string,
  body: string,
  failure: Refusal,
  proves: Capability = 'errorInStream',
): ProviderExchange => ({
  title,
  proves: [proves],
  steps: [{ roundTrips: [[{}, { body }]], heard: { text: 'Good', failure } }],
});

/** The connection breaks behind “Good”. */
export const breaking = (body: string): ProviderExchange => ({
  title: 'a broken connection keeps what was said',
  proves: ['broken'],
  steps: [
    {
      roundTrips: [[{}, { body, isBroken: true }]],
      heard: { text: 'Good', usage: 'estimated', failure: { code: 'model_unavailable', retryAfterMs: null } },
    },
  ],
});
