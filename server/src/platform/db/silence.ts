import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import pg from 'pg';

/**
 * Intervals in milliseconds; together with a probe they stay below the five seconds within which a request is answered.
 */
export type Patience = {
  /** The interval between checks of the connections. */
  readonly everyMs: number;
  /** The time without data after sending something, beyond which a connection is suspect. */
  readonly doubtAfterMs: number;
  /** The time within which a live database responds to a new connection. */
  readonly probeMs: number;
};
const usual: Patience = { everyMs: 250, doubtAfterMs: 1_500, probeMs: 2_000 };

/** The state of a connection: whether it owes a response, and since when nothing passed in either direction. */
type Line = { owes: boolean; quietSince: number };

/** The error that the operating system raises for such a connection after a quarter of an hour. */
const timedOut = () => Object.assign(new Error('The database does not answer.'), { code: 'ETIMEDOUT' });

/**
 * Closes connections to a database that stands still: if its machine or a cable is gone, nobody says so, and a caller
 * would wait for good. A slow statement is no sign of it, so the database is first probed on a new connection. Until
 * one is answered, no other is opened.
 */
export class SilenceWatch {
  readonly #url: string;
  readonly #patience: Patience;
  readonly #lines = new Map<pg.Client, Line>();
  readonly #timer: NodeJS.Timeout;
  #isProbing = false;
  #isStill = false;

  constructor(url: string, patience: Patience = usual) {
    this.#url = url;
    this.#patience = patience;
    this.#timer = setInterval(() => void this.#look(), patience.everyMs).unref();
  }

  /** Returns a subclass of the client, watched from the beginning of its connection. */
  watched(Client: typeof pg.Client): typeof pg.Client {
    // Subclasses only to hook `connect`: an arrow function captures the watch, and pg calls `connect` either way.
    const begin = (client: pg.Client) => this.#begin(client);
    return class WatchedClient extends Client {
      constructor(config?: pg.ClientConfig) {
        super(config);
        const connect = this.connect.bind(this) as (...given: unknown[]) => unknown;
        this.connect = ((...given: unknown[]) => {
          begin(this);
          return connect(...given);
        }) as typeof this.connect; // pg has two overloads of it, and every call goes through unchanged
      }
    };
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #begin(client: pg.Client): void {
    const { connection } = client;
    const line: Line = { owes: true, quietSince: performance.now() };
    this.#lines.set(client, line);
    client.once('end', () => this.#lines.delete(client));
    connection.on('message', ({ name }: { name: string }) => {
      line.quietSince = performance.now();
      this.#isStill = false;
      if (name === 'readyForQuery') line.owes = false;
    });
    // Encrypted, it is another stream from then on than the one that it began with.
    connection.once('readyForQuery', () =>
      hearWrites(connection.stream, () => {
        if (!line.owes) line.quietSince = performance.now();
        line.owes = true;
      }),
    );
    if (this.#isStill) queueMicrotask(() => connection.stream.destroy(timedOut()));
  }

  async #look(): Promise<void> {
    const at = performance.now();
    const isDoubtful = [...this.#lines.values()].some(
      ({ owes, quietSince }) => owes && at - quietSince >= this.#patience.doubtAfterMs,
    );
    if (this.#isProbing || (!this.#isStill && !isDoubtful)) return;
    this.#isProbing = true;
    this.#isStill = !(await answers(this.#url, this.#patience.probeMs));
    this.#isProbing = false;
    for (const [{ connection }, line] of this.#lines) {
      // Closes free connections too: whoever took one would wait from the beginning.
      if (this.#isStill && line.quietSince <= at) connection.stream.destroy(timedOut());
      // The server is working on the statement: a sign of life, and the next doubt comes as long after it.
      else if (line.owes) line.quietSince = performance.now();
    }
  }
}

function hearWrites(stream: Duplex, heard: () => void): void {
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean; // every call goes through unchanged
  stream.write = (...given: unknown[]) => {
    heard();
    return write(...given);
  };
}

/** Resolves to true if the database responds to a new connection in time. A refusal counts: the server is there. */
async function answers(url: string, withinMs: number): Promise<boolean> {
  const socket = new Socket();
  const client = new pg.Client({ connectionString: url, application_name: 'parlance-probe', stream: () => socket });
  client.on('error', () => undefined); // the error is handled below
  const asked = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      (error: unknown) => error instanceof pg.DatabaseError,
    );
  try {
    return await Promise.race([asked, inTurns(withinMs).then(() => false)]);
  } finally {
    socket.destroy();
  }
}

/** Waits in many short turns: after a stall of this process, timers fire before data that arrived meanwhile is read. */
async function inTurns(ms: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await after(ms / turns, undefined, { ref: false });
}
const turns = 20;
