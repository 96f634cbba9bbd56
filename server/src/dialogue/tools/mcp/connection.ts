import { setImmediate, setTimeout as pause } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SseError } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { AnySchema, SchemaOutput } from '@modelcontextprotocol/sdk/server/zod-compat.js';
import { LoggingMessageNotificationSchema, type Progress } from '@modelcontextprotocol/sdk/types.js';
import { toolCallSeconds, toolCallSecondsAtMost } from '@parlance/shared/contract/api/tools';
import { elicitationMinutes, elicitationsAtMost } from '@parlance/shared/contract/api/tools/elicitations';
import type { CallTerms } from '../kinds/tool-source.ts';
import { type ConnectionFetch, askingNow, withinExchange } from './exchange.ts';
import { OlderTransport } from './older-transport.ts';
import { progressIn } from './progress.ts';
import { isSessionGone, serverFailureOf } from './server-failure.ts';
import { PagesRequired, ServerQuestions, askingCapabilities, pagesRequiredBy } from './server-questions.ts';
import { SessionGone } from './session-gone.ts';
import { withSignal } from './with-signal.ts';

export type ClientTransport = StreamableHTTPClientTransport | OlderTransport | StdioClientTransport;

/** A transport that is not connected yet. */
export type Way = {
  readonly transport: ClientTransport;
  /** Ends everything that the transport fetches. */
  readonly ended: AbortController;
  readonly fetch: ConnectionFetch | null;
  /** What a server may repeat in an error, and nobody is shown. */
  readonly secrets: readonly string[];
  /** True if the server may ask the person for whom a call is made. */
  readonly asksPeople: boolean;
};

type Message = { readonly method: string; readonly params: Record<string, unknown> };
type Terms = Pick<CallTerms, 'signal' | 'heard' | 'ask'>;

/** The client's own time limit of a request, people's time included: the caller's signal comes before it. */
const requestMsAtMost = (toolCallSecondsAtMost + elicitationsAtMost * elicitationMinutes * 60) * 1_000;
/** The number of times a call is made again, since a person had to visit pages before. */
const visitsAtMost = 2;
/** The time for leaving a server. A program is given that of its end: it is asked, told and killed. */
const closeWithinMs = 1_000;
const programEndsWithinMs = 5_000;
/** The time for opening the stream that stands open. Servers that open none say so at once. */
const hearWithinMs = 500;

/** An initialised connection to an MCP server, and the session that the server has begun for it. */
export class McpConnection {
  readonly #client: Client;
  readonly #way: Way;
  /** Called when the server says anything beside the answers: it is at work. */
  readonly #hearing = new Set<() => void>();
  readonly #questions = new ServerQuestions();
  #isOpen = true;
  #running = 0;
  #isRetired = false;
  #closing: Promise<void> | null = null;

  private constructor(client: Client, way: Way) {
    this.#client = client;
    this.#way = way;
    client.onclose = () => (this.#isOpen = false);
    client.setNotificationHandler(LoggingMessageNotificationSchema, () => this.#hearing.forEach((heard) => heard()));
    if (way.asksPeople) this.#questions.hear(client, askingNow);
    // The older transport would connect anew by itself, to a session that nobody has initialised.
    if (way.transport instanceof OlderTransport)
      client.onerror = (error) => void (error instanceof SseError && this.close({ isGone: true }));
  }

  /** Connects and initialises. Throws the errors of the SDK, or the signal's reason. */
  static async open(way: Way, signal: AbortSignal): Promise<McpConnection> {
    const capabilities = way.asksPeople ? askingCapabilities : {};
    const client = new Client({ name: 'parlance', version: '1.0.0' }, { capabilities });
    const connection = new McpConnection(client, way);
    try {
      // The client's own time limits start with each request; the caller's is for all of it.
      await withSignal(signal, client.connect(way.transport, { timeout: toolCallSeconds * 1_000 }));
      await hearing(way);
      return connection;
    } catch (error) {
      await connection.close();
      throw way.fetch?.signInNeeded() ?? error;
    }
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /**
   * Sends a request. The signal's end is told to the server, and `heard` is called for each sign that it is at work.
   * Throws an ApiError, a ToolSaysNo, a SessionGone, a SignInNeeded, or the signal's reason.
   */
  async request<T extends AnySchema>(message: Message, schema: T, terms: Terms): Promise<SchemaOutput<T>> {
    const { ask, signal } = terms;
    for (let visits = 0; ; visits += 1)
      try {
        return await this.#request(message, schema, terms);
      } catch (error) {
        if (!(error instanceof PagesRequired)) throw error;
        const mayAsk = ask !== undefined && visits < visitsAtMost;
        if (!mayAsk || !(await this.#questions.visit(error, { ask, signal })))
          throw serverFailureOf(error.cause, this.#way.secrets);
      }
  }

  async #request<T extends AnySchema>(
    message: Message,
    schema: T,
    { signal, heard = () => {}, ask }: Terms,
  ): Promise<SchemaOutput<T>> {
    signal.throwIfAborted();
    const onprogress = (said: Progress) => heard(progressIn(said) ?? undefined);
    const hear = () => heard();
    this.#way.fetch?.refill();
    // The SDK would tell the server of a signal that comes after the answer.
    const stop = new AbortController();
    const stopped = () => stop.abort(signal.reason);
    signal.addEventListener('abort', stopped, { once: true });
    const over = new AbortController();
    this.#hearing.add(hear);
    const asking = ask === undefined ? undefined : { ask, signal: over.signal };
    const endAsking = asking === undefined ? () => {} : this.#questions.add(asking);
    this.#running += 1;
    try {
      return await new Promise<SchemaOutput<T>>((resolve, reject) =>
        withinExchange({ signal: over.signal, heard: hear, fail: reject, ...(asking && { asking }) }, () =>
          this.#client
            .request(message, schema, { signal: stop.signal, timeout: requestMsAtMost, onprogress })
            .then(resolve, reject),
        ),
      );
    } catch (error) {
      signal.throwIfAborted();
      const required = pagesRequiredBy(error);
      if (required !== null) throw required;
      const failure = serverFailureOf(error, this.#way.secrets);
      throw isSessionGone(error, this.#way.transport) ? new SessionGone(failure) : failure;
    } finally {
      signal.removeEventListener('abort', stopped);
      this.#hearing.delete(hear);
      endAsking();
      over.abort();
      this.#running -= 1;
      if (this.#isRetired && this.#running === 0) void this.close({ isGone: true });
    }
  }

  /** Closes it when nothing runs on it any more: the server does not know its session, or has ended. */
  retire(): void {
    this.#isOpen = false;
    this.#isRetired = true;
    if (this.#running === 0) void this.close({ isGone: true });
  }

  /** Leaves the server; one that hangs is abandoned after a moment. `isGone`: it has left the session itself. */
  close({ isGone = false } = {}): Promise<void> {
    this.#isOpen = false;
    return (this.#closing ??= this.#close(isGone));
  }

  async #close(isGone: boolean): Promise<void> {
    const { transport, ended } = this.#way;
    const leaving =
      transport instanceof StreamableHTTPClientTransport && !isGone ? transport.terminateSession() : Promise.resolve();
    const within = transport instanceof StdioClientTransport ? programEndsWithinMs : closeWithinMs;
    // A failing close does not matter to those who got their result.
    await withSignal(
      AbortSignal.timeout(within),
      leaving.then(() => transport.close()),
    ).catch(() => transport.close().catch(() => undefined));
    ended.abort();
  }
}

/** Waits for the stream on which a server may write at any time: nothing it says of the first call is missed. */
async function hearing({ fetch }: Way): Promise<void> {
  // The client asks for it once it is initialised, and does not wait.
  await setImmediate();
  const opened = fetch?.standing() ?? null;
  if (opened !== null) await Promise.race([opened, pause(hearWithinMs, undefined, { ref: false })]);
}
