import { AwsV4Signer } from 'aws4fetch';
import type { LanguageModel, Question } from '../../platform/language-models/language-model.ts';
import { ModelFailure } from '../../platform/language-models/language-model.ts';
import type { AwsKeys } from '../../platform/language-models/native/provider-api.ts';
import { type Reception, hearAnswer } from '../chat-stream.ts';
import { questionOf } from '../question.ts';
import { type ReceivedRequest, type Replay, type ReplayedProvider, binaryAnswerOf } from '../replayed-provider.ts';
import type { ExpectedReception, ExpectedRequest, Provider, ProviderExchange, Response, Step } from './exchange.ts';
import { picture, results } from './questions.ts';

/** Walks an exchange: asks its questions one after the other, and compares all that is sent and heard. */
export async function walkExchange(
  replayed: ReplayedProvider,
  model: LanguageModel,
  provider: Provider,
  exchange: ProviderExchange,
  isByteByByte = false,
): Promise<void> {
  let asked: Question = questionOf();
  let before: Reception | null = null;
  for (const [at, step] of exchange.steps.entries()) {
    asked = questionAfter(before, step, { ...asked, ...step.ask });
    replayed.answer(...step.roundTrips.map(([, response]) => replayOf(response, provider, isByteByByte)));
    const heard = await hearAnswer(model, asked);
    const place = `step ${at + 1}`;
    expect({ place, requests: replayed.requests.length, failure: failureOf(heard) }).toEqual({
      place,
      requests: step.roundTrips.length,
      failure: step.heard.failure === undefined ? null : expectedFailure(step.heard.failure),
    });
    for (const [turn, [expected]] of step.roundTrips.entries()) {
      const request = replayed.requests[turn];
      if (request === undefined) throw new Error(`${place} has no request ${turn + 1}.`);
      expectRequest(request, provider.request);
      await expectSigned(request, expected.signedWith ?? provider.aws);
      expectRequest(request, expected);
    }
    expectReception(heard, step.heard);
    before = heard;
  }
}

/** Returns the response as bytes. */
export const replayOf = (response: Response, { streamType }: Provider, byteByByte = false): Replay => {
  const { status = 200, headers = {}, body, isBroken = false } = response;
  const { 'content-type': type = streamType ?? 'text/event-stream', ...others } = headers;
  return {
    bytes: binaryAnswerOf(body, { status, type, headers: others, isUnended: isBroken }),
    then: isBroken ? 'end' : 'keep',
    byteByByte,
  };
};

/** Returns the question of a step, with the calls that were heard before it. */
function questionAfter(
  before: Reception | null,
  { goOn, hasPicture, tools: changes }: Step,
  question: Question,
): Question {
  if (goOn === undefined || before === null) return question;
  const { turns } = question;
  if (question.tools === undefined) throw new Error('A question that goes on from calls has tools.');
  const tools = { ...question.tools, ...changes };
  if (goOn === 'in the same answer') {
    const calls = before.asked.map((call, at) => ({
      ...call,
      result: results[call.name] ?? '',
      ...(hasPicture === true && at === 0 ? { images: [picture] } : {}),
    }));
    return { ...question, tools: { ...tools, exchanges: [...tools.exchanges, { said: before.text, calls }] } };
  }
  return {
    ...question,
    turns: [
      ...turns,
      { author: 'bot', content: 'Sunny.', exchanges: tools.exchanges },
      { author: 'member', content: 'and now?' },
    ],
    tools: { ...tools, exchanges: [] },
  };
}

function expectRequest({ method, path, headers, body }: ReceivedRequest, expected: ExpectedRequest): void {
  expect(method).toBe('POST');
  if (expected.path !== undefined)
    expect(path).toEqual(typeof expected.path === 'string' ? expected.path : expect.stringMatching(expected.path));
  for (const [came, wanted] of [
    [headers, expected.headers ?? {}],
    [JSON.parse(body) as unknown, expected.body ?? {}],
  ] as const) {
    expect(came).toMatchObject(matchersOf(wanted));
    expect(unexpectedIn(came, wanted)).toEqual([]);
  }
}

/** Returns the fields that are there though `undefined` is expected. */
function unexpectedIn(came: unknown, wanted: unknown): string[] {
  if (typeof wanted !== 'object' || wanted === null || wanted instanceof RegExp) return [];
  return Object.entries(wanted).flatMap(([key, inner]: [string, unknown]) => {
    const value = (came as Readonly<Record<string, unknown>>)[key]; // it matches what is wanted
    if (inner === undefined) return value === undefined ? [] : [key];
    return unexpectedIn(value, inner).map((within) => `${key}.${within}`);
  });
}

/** Signs the request anew, at the time it names, and compares. */
async function expectSigned({ path, headers, body }: ReceivedRequest, keys: AwsKeys | undefined): Promise<void> {
  if (keys === undefined) return;
  const signed = /SignedHeaders=([^,]+)/.exec(headers['authorization'] ?? '')?.[1]?.split(';') ?? [];
  expect(signed).toEqual(expect.arrayContaining(['host', 'x-amz-date']));
  const { sessionToken, ...pair } = keys;
  const { authorization } = Object.fromEntries(
    (
      await new AwsV4Signer({
        url: `http://${headers['host']}${path}`,
        method: 'POST',
        headers: signed.filter((name) => name !== 'host').map((name) => [name, headers[name] ?? '']),
        body,
        datetime: headers['x-amz-date'] ?? '',
        service: 'bedrock',
        allHeaders: true,
        ...pair,
        ...(sessionToken === undefined ? {} : { sessionToken }),
      }).sign()
    ).headers,
  );
  expect(headers['authorization']).toBe(authorization);
}

/** Turns patterns into matchers of Jest, at any depth. */
function matchersOf(value: unknown): object {
  return matcherOf(value) as object; // an object is turned into one
}
function matcherOf(value: unknown): unknown {
  if (value instanceof RegExp) return expect.stringMatching(value);
  if (Array.isArray(value)) return value.map(matcherOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => (inner === undefined ? [] : [[key, matcherOf(inner)]])),
  );
}

const failureOf = ({ failure }: Reception) =>
  failure instanceof ModelFailure
    ? {
        code: failure.code,
        status: failure.said?.status ?? null,
        words: failure.said?.words ?? '',
        retry: failure.retry,
      }
    : failure;

function expectedFailure(failure: NonNullable<ExpectedReception['failure']>) {
  const { code, status, words, retryAfterMs, isFinal = false } = failure;
  return expect.objectContaining({
    code,
    ...(status === undefined ? {} : { status }),
    ...(words === undefined ? {} : { words: typeof words === 'string' ? words : expect.stringMatching(words) }),
    ...(isFinal ? { retry: null } : {}),
    ...(retryAfterMs === undefined ? {} : { retry: { afterMs: retryAfterMs } }),
  }) as unknown;
}

function expectReception(heard: Reception, { text, reasoning, calls, usage }: ExpectedReception): void {
  if (text !== undefined) expect(heard.text).toBe(text);
  if (reasoning !== undefined) expect(heard.reasoning.trim()).toBe(reasoning);
  if (calls !== undefined) {
    expect(heard.calls).toEqual(calls);
    expect(new Set(heard.ids).size).toBe(heard.ids.length);
    expect(heard.ids).not.toContain('');
  }
  if (usage === undefined) return;
  if (usage === null) expect(heard.usage).toBeNull();
  else if (usage === 'estimated') expect(heard.usage).toMatchObject({ isEstimated: true });
  else
    expect(heard.usage).toEqual({
      type: 'usage',
      inputTokens: usage.input,
      outputTokens: usage.output,
      ...(usage.cacheRead === undefined ? {} : { cacheReadTokens: usage.cacheRead }),
      ...(usage.cacheWrite === undefined ? {} : { cacheWriteTokens: usage.cacheWrite }),
      isEstimated: false,
    });
}
