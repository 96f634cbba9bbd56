import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts';
import { isObject } from '../schema/json.ts';

/** A fetch that checks addresses: that of `Outgoing.fetchFor`. */
export type CheckedFetch = (address: string | URL, init?: RequestInit) => Promise<Response>;

/** The bounds of one step of a sign-in: beginning, finishing, renewing or revoking it. */
type Bounds = {
  readonly answerMaxBytes: number;
  readonly requestMs: number;
  readonly allMs: number;
  readonly requestsAtMost: number;
};
const usualBounds: Bounds = { answerMaxBytes: 256_000, requestMs: 15_000, allMs: 30_000, requestsAtMost: 12 };

/**
 * Returns the fetch of one step of a sign-in, whose answers have arrived when it returns. What a server sends as a
 * stream of events is not read. Only requests that send nothing are led on to other origins. Throws an OutgoingFailure.
 */
export function boundedFetch(fetch: CheckedFetch, bounds: Partial<Bounds> = {}): CheckedFetch {
  const { answerMaxBytes, requestMs, allMs, requestsAtMost } = { ...usualBounds, ...bounds };
  const all = AbortSignal.timeout(allMs);
  let left = requestsAtMost;
  return async (address, init = {}) => {
    if (left-- <= 0) throw new OutgoingFailure('address_unreachable', 'The sign-in takes too many requests.');
    const signal = AbortSignal.any([all, AbortSignal.timeout(requestMs)]);
    const { body, redirect, ...rest } = init;
    try {
      const response = await fetch(address, {
        ...rest,
        ...(body === undefined || body === null ? {} : { body: textOf(body) }),
        redirect: (init.method ?? 'GET') === 'GET' ? 'follow' : (redirect ?? 'follow'),
        signal,
      });
      return await arrived(response, answerMaxBytes, signal);
    } catch (error) {
      throw signal.aborted
        ? new OutgoingFailure('address_timeout', 'A server of the sign-in did not answer in time.', error)
        : error;
    }
  };
}

/** The SDK sends text and forms. */
const textOf = (body: BodyInit): string =>
  typeof body === 'string' || body instanceof URLSearchParams ? body.toString() : '';

async function arrived(response: Response, maxBytes: number, signal: AbortSignal): Promise<Response> {
  const { body, status, headers } = response;
  if (body === null) return response;
  if (/^text\/event-stream\b/i.test(headers.get('content-type') ?? '')) {
    await body.cancel();
    return new Response(null, { status, headers });
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    signal.throwIfAborted();
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw new OutgoingFailure('answer_too_large', 'An answer of the sign-in is too large.');
    chunks.push(chunk);
  }
  return new Response(Buffer.concat(chunks), { status, headers });
}

/** Reads an answer as a JSON object, or as a form where it is one; null for anything else. */
export async function objectIn(response: Response): Promise<Record<string, unknown> | null> {
  const text = await response.text();
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    const isForm = /^application\/x-www-form-urlencoded\b/i.test(response.headers.get('content-type') ?? '');
    return isForm ? Object.fromEntries(new URLSearchParams(text)) : null;
  }
}

/** Throws an OutgoingFailure if a server cannot answer at the moment. */
export function requireAnswering({ status }: Response): void {
  if (status >= 500 || status === 429)
    throw new OutgoingFailure('address_unreachable', `A server of the sign-in answered ${status}.`);
}
