import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts';

type Watcher = {
  /** True if the stream can be gone on with from the start: it goes on with another one. */
  readonly isResumable: boolean;
  readonly heard: () => void;
  /** Called when the stream has ended and cannot be gone on with; with the reason if it broke. */
  readonly ended: (error: unknown) => void;
};

/** A line of a stream of events that is no comment: comments only keep the connection open. */
const field = /^(?:data|event|id|retry):?/m;
const eventId = /^id:/m;

/** Watches a response that is a stream of events (WHATWG HTML, server-sent events); any other is returned as it is. */
export function watchedStream(response: Response, { isResumable, heard, ended }: Watcher): Response {
  const { body, status, headers } = response;
  if (body === null || !/^text\/event-stream\b/i.test(headers.get('content-type') ?? '')) return response;
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let canGoOn = isResumable;
  let line = '';
  const stream = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            if (!canGoOn) ended(undefined);
            return controller.close();
          }
          // A field may be cut anywhere; no more of an unfinished line is kept than its name.
          const text = line + decoder.decode(value, { stream: true });
          if (field.test(text)) heard();
          canGoOn ||= eventId.test(text);
          line = text.slice(text.lastIndexOf('\n') + 1).slice(0, 6);
          controller.enqueue(value);
        } catch (error) {
          // What is too large will not be smaller the next time.
          if (!canGoOn || (error instanceof OutgoingFailure && error.apiCode === 'answer_too_large')) ended(error);
          throw error;
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return new Response(stream, { status, headers });
}
