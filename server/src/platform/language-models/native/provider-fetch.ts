import { type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { beginAnswer } from '../chat-request.ts';

/** The most bytes of an answer: a model that never ends is stopped long before. */
const bodyMaxBytes = 64_000_000;

/**
 * Returns a fetch for the library of a provider, over the same connections as every other call of a model: with their
 * timeouts, without redirects, and bounded. It throws a ProviderRefusal where the provider refuses. `isAlive` is told
 * of each piece that arrives, also of those that say nothing.
 */
export function providerFetch(isAlive: () => void): typeof fetch {
  return async (input, init = {}) => {
    const { headers, body, signal } = init;
    if (typeof body !== 'string' || !signal)
      throw new Error('A request of a provider’s library has no text or signal.');
    const url = new URL(input instanceof Request ? input.url : input);
    const { response } = await beginAnswer(url, { headers: Object.fromEntries(new Headers(headers)), body, signal });
    const counted = Readable.from(counting(response, isAlive), { objectMode: false });
    return new Response(Readable.toWeb(counted) as ReadableStream, {
      status: response.statusCode ?? 200,
      headers: headersOf(response),
    });
  };
}

async function* counting(response: IncomingMessage, isAlive: () => void): AsyncGenerator<Buffer> {
  let total = 0;
  for await (const piece of response) {
    const bytes = piece as Buffer; // chunks are buffers, because no encoding is set
    total += bytes.byteLength;
    if (total > bodyMaxBytes) throw new Error(`The model sent more than ${bodyMaxBytes} bytes.`);
    isAlive();
    yield bytes;
  }
  if (!response.complete) throw new Error('The connection was closed within the answer.');
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
