import type { ModelApi } from '../../platform/config/model-api.ts';
import type { ModelErrorCode, Question } from '../../platform/language-models/language-model.ts';
import type { AwsKeys } from '../../platform/language-models/native/provider-api.ts';
import type { OpenAiCompatibleSettings } from '../../platform/language-models/openai-compatible.ts';
import type { Tools } from '../../platform/language-models/tool-calling.ts';

/** What is proven of a provider, with its name in the table of docs/models.md. */
export const capabilities = {
  text: 'text, streamed',
  instructions: 'instructions',
  pictures: 'pictures',
  call: 'call of a function',
  calls: 'several calls at once',
  result: 'the result goes back',
  resultPictures: 'pictures of results',
  reasoning: 'reasoning is shown',
  extras: 'what came with a call goes back in the same answer',
  laterExtras: 'the same in a later turn',
  effort: 'effort of reasoning',
  caching: 'caching is asked for',
  cachedTokens: 'cached tokens count as input',
  usage: 'usage',
  limit: 'limit of the answer',
  filter: 'filter or refusal',
  refusedParameter: 'a refused parameter is left out',
  overloaded: 'overloaded, with its pause if it names one',
  wrongKey: 'wrong key',
  tooLong: 'too long a prompt',
  errorInStream: 'error within the stream',
  broken: 'a broken connection keeps what was said',
} as const;
export type Capability = keyof typeof capabilities;

/**
 * What a request must hold. Objects may have further fields, lists may not have further items, a pattern matches a
 * text, and `undefined` stands for a field that is not there.
 */
export type ExpectedRequest = {
  /** The path with its query. */
  readonly path?: string | RegExp;
  readonly headers?: Readonly<Record<string, string | RegExp | undefined>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The keys whose signature it carries. */
  readonly signedWith?: AwsKeys;
};

/** What a provider answers with. */
export type Response = {
  /** 200 by default. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
  /** True if the connection breaks behind the body, which has no end then. */
  readonly isBroken?: boolean;
};

/** One request with its response. */
export type RoundTrip = readonly [ExpectedRequest, Response];

/** Tokens as the provider counted them. Those of its cache are a part of the input. */
export type CountedTokens = {
  readonly input: number;
  readonly output: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
};

/** What Parlance hears of an answer; what is not named does not matter. */
export type ExpectedReception = {
  readonly text?: string;
  readonly reasoning?: string;
  readonly calls?: readonly { readonly name: string; readonly arguments: string }[];
  /** The tokens that the provider counted, `estimated` where it did not, null for a call that cost nothing. */
  readonly usage?: CountedTokens | 'estimated' | null;
  /** The failure at its end; without it there is none. */
  readonly failure?: {
    readonly code: ModelErrorCode;
    readonly status?: number | null;
    readonly words?: string | RegExp;
    /** The pause that the provider asks for, in milliseconds; null if it may be asked again without one. */
    readonly retryAfterMs?: number | null;
    /** True if it must not be asked again. */
    readonly isFinal?: boolean;
  };
};

/** One question, and all that is sent and heard until it is answered. */
export type Step = {
  /** What is asked; without it, the question of the step before. */
  readonly ask?: Partial<Question>;
  /** How the calls of the step before come back: with their results, or in the dialogue of a later question. */
  readonly goOn?: 'in the same answer' | 'in a later turn';
  /** True if there is a picture in the result of the first call. */
  readonly hasPicture?: true;
  /** What is other about the tools from this step on. */
  readonly tools?: Partial<Pick<Tools, 'functions' | 'mayCall'>>;
  readonly roundTrips: readonly RoundTrip[];
  readonly heard: ExpectedReception;
};

/** An exchange as a provider documents it. */
export type ProviderExchange = {
  readonly title: string;
  readonly proves: readonly Capability[];
  readonly settings?: Partial<OpenAiCompatibleSettings>;
  readonly steps: readonly Step[];
};

export type Provider = {
  readonly name: string;
  readonly api: ModelApi;
  /** The path of its base URL. */
  readonly base: string;
  readonly modelName: string;
  readonly aws?: AwsKeys;
  /** The media type of its streams, `text/event-stream` by default. */
  readonly streamType?: string;
  /** What a stream holds once its answer is whole. */
  readonly end: string;
  /** What each of its requests holds. */
  readonly request: ExpectedRequest;
  /** What the provider does not have, or does without being asked. */
  readonly lacks: readonly Capability[];
  readonly exchanges: readonly ProviderExchange[];
};

/** The key that is given to every provider with a key. */
export const providerKey = 'sk-proj-0123456789abcdefghijklmnop';
