import type { IncomingMessage } from 'node:http';
import { AnswerUnusable } from '../answer-unusable.ts';
import { beginAnswer } from '../chat-request.ts';
import { BodyPieces } from './body-pieces.ts';

/** The connection of one answer, and a fetch over it for the library of a provider. */
export type ProviderConnection = {
  readonly fetch: typeof fetch;
  /** What has broken the connection, or was wrong with its bytes, before the end; undefined if nothing has. */
  failure(): Error | undefined;
};

/**
 * Returns a fetch over the same connections as every other call of a model: with their timeouts, without redirects, and
 * bounded. It throws a ProviderRefusal where the provider refuses. `isAlive` is told of each piece that arrives, even
 * one that says nothing.
 *
 * A connection that breaks ends the body, and is told by `failure`: a web stream that fails drops what was not read of
 * it, and its failure reaches branches to which a library does not listen, where it ends the process.
 */
export function providerConnection(isAlive: () => void): ProviderConnection {
  let failure: Error | undefined;
  return {
    failure: () => failure,
    async fetch(input, init = {}) {
      const { headers, body, signal } = init;
      if (typeof body !== 'string' || !signal)
        throw new Error('A request of a provider’s library has no text or signal.');
      const url = new URL(input instanceof Request ? input.url : input);
      const { response } = await beginAnswer(url, { headers: Object.fromEntries(new Headers(headers)), body, signal });
      const stream = bodyOf(response, isAlive, (cause) => {
        failure = cause instanceof Error ? cause : new Error(String(cause));
      });
      return new Response(stream, { status: response.statusCode ?? 200, headers: headersOf(response) });
    },
  };
}

function bodyOf(
  response: IncomingMessage,
  isAlive: () => void,
  fail: (cause: unknown) => void,
): ReadableStream<Uint8Array> {
  // Of buffers, because no encoding is set.
  const received = response[Symbol.asyncIterator]() as AsyncIterator<Buffer, undefined>;
  const pieces = new BodyPieces(response.headers['content-type'] ?? '');
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          for (;;) {
            const next = await received.next();
            if (next.done === true) {
              if (!response.complete) throw new Error('The connection was closed within the answer.');
              return controller.close();
            }
            isAlive();
            const piece = pieces.take(next.value);
            if (piece.length > 0) return controller.enqueue(piece);
          }
        } catch (error) {
          fail(error);
          if (error instanceof AnswerUnusable) response.destroy();
          controller.close();
        }
      },
      cancel: () => void response.destroy(),
    },
    { highWaterMark: 0 },
  );
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
