import type { Question } from '../../platform/language-models/language-model.ts';
import type { OpenAiCompatibleSettings } from '../../platform/language-models/openai-compatible.ts';
import type { Capability, ExpectedReception, ProviderExchange, Response } from './exchange.ts';
import {
  results,
  time,
  weather,
  withEffort,
  withInstructions,
  withLimit,
  withPicture,
  withTools,
} from './questions.ts';

// The frames of exchanges in a protocol of the provider's own: what is sent differs, what is heard does not.

type Fields = Readonly<Record<string, unknown>>;
type Body = Response['body'];

/** The answers and requests that one provider has in its own shape. */
type Frames = {
  /** A whole answer of “Good day.”, with a usage of 7 and 3 tokens. */
  readonly good: Body;
};

export const counted = { input: 7, output: 3 };

/** An exchange of one question. */
export const exchange = (
  title: string,
  proves: readonly Capability[],
  body: Body,
  heard: ExpectedReception,
  {
    ask,
    sent = {},
    settings,
    isBroken = false,
  }: { ask?: Partial<Question>; sent?: Fields; settings?: Partial<OpenAiCompatibleSettings>; isBroken?: boolean } = {},
): ProviderExchange => ({
  title,
  proves,
  ...(settings === undefined ? {} : { settings }),
  steps: [{ ...(ask === undefined ? {} : { ask }), roundTrips: [[{ body: sent }, { body, isBroken }]], heard }],
});

/** The bodies that a provider is sent for the questions which are the same for all. */
type SentBodies = {
  readonly text: Fields;
  readonly instructions: Fields;
  readonly picture: Fields;
  readonly limit: Fields;
  readonly effort: Fields;
};

/** “Good day.” to each of the common questions. */
export const commonExchanges = ({ good }: Frames, sent: SentBodies): ProviderExchange[] => [
  exchange(
    'a text in pieces',
    ['text', 'usage'],
    good,
    { text: 'Good day.', reasoning: '', usage: counted },
    {
      sent: sent.text,
    },
  ),
  exchange(
    'instructions',
    ['instructions'],
    good,
    { text: 'Good day.' },
    {
      ask: withInstructions,
      sent: sent.instructions,
    },
  ),
  exchange(
    'a picture',
    ['pictures'],
    good,
    { text: 'Good day.' },
    {
      ask: withPicture,
      sent: sent.picture,
      settings: { seesImages: true },
    },
  ),
  exchange(
    'a limit of the answer is told',
    ['limit'],
    good,
    { text: 'Good day.' },
    { ask: withLimit, sent: sent.limit },
  ),
  exchange(
    'effort of reasoning is asked for',
    ['effort'],
    good,
    { text: 'Good day.' },
    {
      ask: withEffort,
      sent: sent.effort,
      settings: { reasoningEfforts: ['low', 'high'] },
    },
  ),
];

type Calls = { readonly one: Body; readonly both: Body; readonly sent: Fields };

export const callExchanges = ({ one, both, sent }: Calls): ProviderExchange[] => [
  exchange('a call of a function', ['call'], one, { calls: [weather] }, { ask: withTools, sent }),
  exchange('two calls at once', ['calls'], both, { calls: [weather, time] }, { ask: withTools, sent }),
];

/** What goes back after calls: in the same answer, and in a later turn. */
type ReturnExchange = {
  readonly title: string;
  readonly proves: readonly Capability[];
  readonly body: Body;
  readonly calls?: readonly { name: string; arguments: string }[];
  readonly text?: string;
  readonly reasoning?: string;
  readonly good: Body;
  readonly same: Fields;
  readonly later?: Fields;
  readonly settings?: Partial<OpenAiCompatibleSettings>;
  readonly ask?: Partial<Question>;
  /** True if there is a picture in the result. */
  readonly hasPicture?: true;
};

export const returning = ({
  title,
  proves,
  body,
  calls = [weather],
  text,
  reasoning,
  good,
  same,
  later,
  settings,
  ask = {},
  hasPicture,
}: ReturnExchange): ProviderExchange => ({
  title,
  proves,
  ...(settings === undefined ? {} : { settings }),
  steps: [
    {
      ask: { ...withTools, ...ask },
      roundTrips: [[{}, { body }]],
      heard: {
        calls,
        ...(text === undefined ? {} : { text }),
        ...(reasoning === undefined ? {} : { reasoning }),
      },
    },
    {
      goOn: 'in the same answer',
      ...(hasPicture === undefined ? {} : { hasPicture }),
      roundTrips: [[{ body: same }, { body: good }]],
      heard: { text: 'Good day.' },
    },
    ...(later === undefined
      ? []
      : [
          {
            goOn: 'in a later turn' as const,
            roundTrips: [[{ body: later }, { body: good }]] as const,
            heard: { text: 'Good day.' },
          },
        ]),
  ],
});

/** A picture in a result goes back with it, also in a later turn. */
export const picturingResult = (sent: Pick<ReturnExchange, 'body' | 'good' | 'same' | 'later'>): ProviderExchange =>
  returning({
    ...sent,
    title: 'a picture in a result goes back',
    proves: ['resultPictures'],
    settings: { seesImages: true },
    hasPicture: true,
  });

type Bodies = {
  /** The body of an answer that calls `weather`. */
  readonly call: Body;
  readonly good: Body;
};

/** A model that may call no more is given the results, and calls of an earlier turn outlive the functions. */
export const endingCalls = (
  { call, good }: Bodies,
  sent: { readonly mayNot: Fields; readonly withoutFunctions: Fields },
): ProviderExchange[] => [
  {
    title: 'who may call no more is given the results',
    proves: ['result'],
    steps: [
      { ask: withTools, roundTrips: [[{}, { body: call }]], heard: { calls: [weather] } },
      {
        goOn: 'in the same answer',
        tools: { mayCall: false },
        roundTrips: [[{ body: sent.mayNot }, { body: good }]],
        heard: { text: 'Good day.' },
      },
    ],
  },
  {
    title: 'calls of an earlier turn are told where there are no functions any more',
    proves: ['result'],
    steps: [
      { ask: withTools, roundTrips: [[{}, { body: call }]], heard: { calls: [weather] } },
      { goOn: 'in the same answer', roundTrips: [[{}, { body: good }]], heard: { text: 'Good day.' } },
      {
        goOn: 'in a later turn',
        tools: { functions: [] },
        roundTrips: [[{ body: sent.withoutFunctions }, { body: good }]],
        heard: { text: 'Good day.' },
      },
    ],
  },
];

/** What comes with a call is refused, and the request made at once again without it. */
type BlocksRefusal = {
  readonly title: string;
  readonly call: Body;
  readonly refusal: Response;
  readonly before: Fields;
  readonly after: Fields;
  readonly good: Body;
  readonly settings?: Partial<OpenAiCompatibleSettings>;
};

export const withoutBlocks = ({
  title,
  call,
  refusal,
  before,
  after,
  good,
  settings,
}: BlocksRefusal): ProviderExchange => ({
  title,
  proves: ['extras'],
  ...(settings === undefined ? {} : { settings }),
  steps: [
    { ask: { ...withTools, ...withEffort }, roundTrips: [[{}, { body: call }]], heard: { calls: [weather] } },
    {
      goOn: 'in the same answer',
      roundTrips: [
        [{ body: before }, refusal],
        [{ body: after }, { body: good }],
      ],
      heard: { text: 'Good day.' },
    },
  ],
});

export const sunny = results['weather'];
