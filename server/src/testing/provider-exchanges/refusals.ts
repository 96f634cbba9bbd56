import type { Question } from '../../platform/language-models/language-model.ts';
import type { OpenAiCompatibleSettings } from '../../platform/language-models/openai-compatible.ts';
import type { Capability, ExpectedReception, ProviderExchange, Response } from './exchange.ts';
import { withTemperature } from './questions.ts';

// The frames of exchanges in which a request, or a part of it, is refused.

type Fields = Readonly<Record<string, unknown>>;
export type Refusal = NonNullable<ExpectedReception['failure']>;

/** A response with a body of JSON. */
export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

/** The request is turned away, and costs nothing. */
export const refusing = (
  proves: Capability,
  title: string,
  response: Response,
  failure: Omit<Refusal, 'status'>,
): ProviderExchange => ({
  title,
  proves: [proves],
  steps: [
    {
      roundTrips: [[{}, response]],
      heard: { text: '', usage: null, failure: { status: response.status ?? null, ...failure } },
    },
  ],
});

/** A parameter is refused, and the request made at once again without it; so is the next one. */
export const withoutParameter = (
  title: string,
  response: Response,
  { before, after, good }: { before: Fields; after: Fields; good: Response['body'] },
  ask: Partial<Question> = withTemperature,
  settings: Partial<OpenAiCompatibleSettings> = {},
): ProviderExchange => ({
  title,
  proves: ['refusedParameter'],
  settings,
  steps: [
    {
      ask,
      roundTrips: [
        [{ body: before }, response],
        [{ body: after }, { body: good }],
      ],
      heard: { text: 'Good day.' },
    },
    { roundTrips: [[{ body: after }, { body: good }]], heard: { text: 'Good day.' } },
  ],
});
