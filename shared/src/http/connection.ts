import { type EventSourceMessage, createParser } from 'eventsource-parser';

type Bytes = Uint8Array<ArrayBuffer>;
type Deadlines = {
  /** The response timeout in milliseconds. */
  readonly answerWithin: number;
  /** Milliseconds without a byte, pings included, until the connection counts as lost. */
  readonly stallAfter: number;
};

/** The stall timeout in milliseconds: the server pings every 15 s; three missed pings are a dead connection. */
export const stallDeadline = 45_000;

/** The events of one connection. An unread connection counts as lost after a while, and so does a silent one. */
export type Connection = {
  /** Returns the next event, or null at the end. Rejects if the connection breaks. */
  readonly next: () => Promise<EventSourceMessage | null>;
  readonly close: () => void;
};

/** Creates a connection to be opened: a request is sent under its signal, and `read` reads the response. */
export function createConnection({ answerWithin, stallAfter }: Deadlines) {
  const connection = new AbortController();
  const stop = () => connection.abort();
  // A lost network is silent on the connection: without this the reader would wait for the stall timeout.
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
  /** A timer that checks when the last byte came: one for each byte would cost more than it brings. */
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
      // Read by hand: for a small answer, three piped streams take longer than its whole rendering.
      const reader = bytes.getReader();
      const decoder = new TextDecoder();
      const arrived: EventSourceMessage[] = [];
      const parser = createParser({ onEvent: (event) => arrived.push(event) });
      // The abort alone would leave a read pending on networks other than undici's or a browser's.
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
