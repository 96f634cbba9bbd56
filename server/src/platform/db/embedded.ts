import { Duplex } from 'node:stream';
import { Worker } from 'node:worker_threads';
import pg from 'pg';
import { observedClient } from '../telemetry/statements.ts';
import { onceOfKind } from '../threads/thread-message.ts';
import type { EmbeddedDatabaseOptions, FromWorker, ToWorker } from './embedded-worker.ts';
import { notifyChannel } from './events.ts';
import { PreparingClient } from './preparing-client.ts';

/** Calls the listener with each payload that a committed transaction has told by pg_notify. */
export type Hear = (listener: (payload: string) => void) => void;
export type EmbeddedDatabase = { pool: pg.Pool; hear: Hear; close(): Promise<void> };

/**
 * The close timeout: beyond it the worker has stopped responding, and a stop must not wait longer for its checkpoint.
 */
const closeTimeoutMs = 6000;
/**
 * The wait limit: transactions queue for the single connection, and one that waits longer fails (503) instead of
 * hanging. A setting may change it.
 */
const waitTimeoutMs = 15_000;

/**
 * Starts PGlite in a worker thread, behind an ordinary pool of one connection. `died` is called if the thread ends by
 * itself.
 */
export async function startEmbeddedDatabase(
  { waitMs = waitTimeoutMs, ...options }: EmbeddedDatabaseOptions & { readonly waitMs?: number | undefined },
  died: (error: Error) => void,
): Promise<EmbeddedDatabase> {
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), { workerData: options, execArgv: [] });
  let closing = false;
  let isDead = false;
  await ready(worker);
  const end = (error: Error) => {
    if (!isDead && !closing) died(error);
    isDead = true;
  };
  worker.on('error', end);
  worker.on('exit', (code) => end(new Error(`The embedded database ended by itself (exit code ${code}).`)));
  const listeners: ((payload: string) => void)[] = [];
  // Runs before anybody gets the connection: a new connection has lost the LISTENs of the previous one.
  const onConnect = async (client: pg.ClientBase) => {
    client.on('notification', ({ payload = '' }) => listeners.forEach((listener) => listener(payload)));
    await client.query(`listen ${notifyChannel}`);
  };
  const pool = new pg.Pool({
    Client: observedClient(PreparingClient),
    user: 'postgres',
    database: 'postgres',
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: waitMs,
    stream: () => connectTo(worker),
    onConnect,
  });
  pool.on('error', end);
  return {
    pool,
    hear: (listener) => void listeners.push(listener),
    async close() {
      closing = true;
      if (!isDead) await closed(worker);
      await worker.terminate();
    },
  };
}

function ready(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    onceOfKind<FromWorker>(worker, 'ready', () => {
      worker.off('error', reject);
      resolve();
    });
    worker.once('error', reject);
  });
}

/** Closes the worker. Rejects if the last checkpoint fails: acknowledged commits are in the log all the same. */
function closed(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`The embedded database did not close within ${closeTimeoutMs} ms.`)),
      closeTimeoutMs,
    );
    onceOfKind<FromWorker>(worker, 'closed', () => {
      clearTimeout(late);
      resolve();
    });
    worker.once('error', reject);
    send(worker, { kind: 'close' });
  });
}

const send = (worker: Worker, message: ToWorker) => worker.postMessage(message);

/** The threadId of a thread that has ended. */
const endedThread = -1;

/** The socket that pg is given: its writes are whole protocol messages, each of which goes to the worker unchanged. */
class WorkerStream extends Duplex {
  readonly #worker: Worker;
  readonly #receive = (message: FromWorker) => {
    if (message.kind === 'bytes')
      this.push(Buffer.from(message.bytes.buffer, message.bytes.byteOffset, message.bytes.byteLength));
  };

  readonly #lose = () => this.destroy(Object.assign(new Error('The embedded database ended.'), { code: 'ECONNRESET' }));

  constructor(worker: Worker) {
    super();
    this.#worker = worker;
    worker.on('message', this.#receive);
    worker.on('exit', this.#lose);
  }

  /** Called by pg as on a socket. */
  connect(): this {
    queueMicrotask(() => (this.#worker.threadId === endedThread ? this.#lose() : this.emit('connect')));
    return this;
  }
  setNoDelay(): this {
    return this;
  }
  setKeepAlive(): this {
    return this;
  }
  ref(): this {
    return this;
  }
  unref(): this {
    return this;
  }

  override _read(): void {}
  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    send(this.#worker, { kind: 'bytes', bytes: new Uint8Array(chunk) });
    done();
  }
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    send(this.#worker, { kind: 'bytes', bytes: new Uint8Array(Buffer.concat(chunks.map(({ chunk }) => chunk))) });
    done();
  }
  override _final(done: () => void): void {
    this.push(null);
    done();
  }
  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#worker.off('message', this.#receive);
    this.#worker.off('exit', this.#lose);
    done(error);
  }
}

// pg wants a net.Socket and uses what WorkerStream has: the writable and readable side, connect, and the five setters.
const connectTo = (worker: Worker) => new WorkerStream(worker) as unknown as import('node:net').Socket;
