import { type EventSourceMessage, createParser } from 'eventsource-parser';

type Bytes = Uint8Array<ArrayBuffer>;
type Deadlines = {
  /** Milliseconds until the answer has to be there. */
  readonly answerWithin: number;
  /** Milliseconds without a byte, pings included, until the connection counts as lost. */
  readonly stallAfter: number;
};

/** The server pings every 15 s; three missed ones are a dead connection that nobody told us of. */
export const stallDeadline = 45_000;

/**
 * Events as they come on one connection. An unread connection counts as lost after a while, and so does a silent one.
 */
export type Connection = {
  /** The next event, or null at the end. Rejects where the connection breaks. */
  readonly next: () => Promise<EventSourceMessage | null>;
  readonly close: () => void;
};

/**
 * A connection that is about to be made: a request goes out under its signal, and `read` takes what the answer brings.
 */
export function createConnection({ answerWithin, stallAfter }: Deadlines) {
  const connection = new AbortController();
  const stop = () => connection.abort();
  // A network that is gone says nothing on the connection: without this the reader would wait for the stall.
  window.addEventListener('offline', stop);
  let timer = setTimeout(
    () => connection.abort(new DOMException('The answer did not come in time.', 'TimeoutError')),
    answerWithin,
  );
  const close = () => {
    clearTimeout(timer);
    window.removeEventListener('offline', stop);
    connection.abort();
  };
  let heardAt = 0;
  /** A timer that looks when the last byte came: one for each of them would cost more than what it brings. */
  const watch = () => {
    const left = heardAt + stallAfter - performance.now();
    if (left <= 0) stop();
    else timer = setTimeout(watch, left);
  };
  return {
    signal: connection.signal,
    close,
    read(bytes: ReadableStream<Bytes>): Connection {
      heardAt = performance.now();
      clearTimeout(timer);
      timer = setTimeout(watch, stallAfter);
      // Read by hand: through three streams of the browser a small answer takes longer than everything that draws it.
      const reader = bytes.getReader();
      const decoder = new TextDecoder();
      const arrived: EventSourceMessage[] = [];
      const parser = createParser({ onEvent: (event) => arrived.push(event) });
      // The abort alone would leave a read waiting where the network is not undici's or a browser's.
      connection.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined));
      const next = async (): Promise<EventSourceMessage | null> => {
        for (;;) {
          const event = arrived.shift();
          if (event !== undefined) return event;
          const { done, value } = await reader.read();
          if (done) return null;
          heardAt = performance.now();
          parser.feed(decoder.decode(value, { stream: true }));
        }
      };
      return { next, close };
    },
  };
}

export const isEventStream = (answer: Response): boolean =>
  answer.headers.get('content-type')?.startsWith('text/event-stream') === true;
