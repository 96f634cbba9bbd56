import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { type Route, routeTo } from '../outgoing/agents.ts';
import { namingProxy, refusalBy } from '../outgoing/proxy-failure.ts';
import { ChatEvents } from './chat-events.ts';
import { traceHeaders } from './observed-model.ts';

/** The length of a refusal that is read for its reason. */
const refusalMaxLength = 64_000;
/** The connect timeout: people do not wait as long for an unreachable host as for a model that thinks. */
const connectWithinMs = 10_000;
/** The bytes that may follow the end of an answer before its connection is given up. */
const tailMaxBytes = 65_536;
const tailMs = 1_000;

type Chat = {
  readonly baseUrl: string;
  readonly apiKey?: string | undefined;
  readonly body: object;
  readonly signal: AbortSignal;
};

/** A response that has begun. `letGo` detaches it from the signal of its request. */
export type BegunAnswer = { readonly response: IncomingMessage; letGo(): void };

type RefusingResponse = {
  readonly statusCode?: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
};

/** Thrown if a provider refused the request. */
export class ProviderRefusal extends Error {
  readonly statusCode: number;
  readonly responseHeaders: Readonly<Record<string, unknown>>;
  readonly responseBody: string;

  constructor({ statusCode = 0, headers }: RefusingResponse, responseBody: string) {
    super(`The provider answered ${statusCode}.`);
    this.name = 'ProviderRefusal';
    this.statusCode = statusCode;
    this.responseHeaders = headers;
    this.responseBody = responseBody;
  }
}

/** Sends a request of Chat Completions. Throws a ProviderRefusal. */
export function askForAnswer({ baseUrl, apiKey, body, signal }: Chat): Promise<BegunAnswer> {
  return beginAnswer(new URL(`${baseUrl.replace(/\/+$/, '')}/chat/completions`), {
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    },
    body: JSON.stringify(body),
    signal,
  });
}

type AnswerRequest = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
};

/**
 * Sends a request for an answer. It uses node:http, because fetch and its streams take several times the time per token
 * and the memory per stream. It follows no redirect. Throws a ProviderRefusal, and a ProxyFailure.
 */
export async function beginAnswer(url: URL, request: AnswerRequest): Promise<BegunAnswer> {
  const route = routeTo(url);
  const begun = await post(url, route, request);
  const { statusCode = 0 } = begun.response;
  if (statusCode >= 200 && statusCode < 300) return begun;
  if (statusCode === 407 && route.proxy !== null && url.protocol === 'http:') {
    begun.response.destroy();
    throw refusalBy(route.proxy, statusCode);
  }
  throw new ProviderRefusal(begun.response, await beginningOf(begun.response));
}

function post(url: URL, { agent, proxy }: Route, { headers, body, signal }: AnswerRequest): Promise<BegunAnswer> {
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body), ...traceHeaders(url) },
    // The time that a tunnel may take; Node has no other setting for it.
    ...(proxy === null ? {} : { timeout: connectWithinMs }),
  };
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const asked = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, { ...options, agent });
    const stop = () => {
      // A request whose response has come whole gives its socket back while it is destroyed: nobody else listens then.
      asked.socket?.once('error', () => undefined);
      const left = new Error('The answer is no longer waited for.');
      asked.destroy(left);
      // As long as a tunnel is being opened, a request has no socket that would tell of it.
      reject(left);
    };
    const letGo = () => signal.removeEventListener('abort', stop);
    signal.addEventListener('abort', stop, { once: true });
    asked.once('response', (response) => resolve({ response, letGo }));
    asked.once('socket', (socket) => giveUpConnecting(socket, (error) => asked.destroy(error)));
    asked.once('close', letGo);
    // The listener stays: a connection may break after the headers too, and the response stream reports that.
    asked.on('error', (error) => reject(proxy === null ? error : (namingProxy(error, proxy) as Error)));
    asked.end(body);
  });
}

/** Node's error code for a connect timeout. */
export const connectTimeoutCode = 'ERR_SOCKET_CONNECTION_TIMEOUT';

function giveUpConnecting(socket: Socket, giveUp: (error: Error) => void): void {
  if (!socket.connecting) return;
  const timer = setTimeout(
    () =>
      giveUp(
        Object.assign(new Error(`No connection was made within ${connectWithinMs} ms.`), { code: connectTimeoutCode }),
      ),
    connectWithinMs,
  );
  const made = () => clearTimeout(timer);
  socket.once('connect', made).once('close', made);
}

async function beginningOf(response: IncomingMessage): Promise<string> {
  const decoder = new StringDecoder();
  let text = '';
  for await (const bytes of response) {
    text += decoder.write(bytes as Buffer); // chunks are buffers, because no encoding is set
    if (text.length > refusalMaxLength) break;
  }
  return text;
}

/** Callbacks of the consumer of an answer: it hears of each sign of life, and says whether nothing more is awaited. */
type Waiting = { isAlive(): void; hasEnded(): boolean };

/**
 * Yields the events of a response as they come, each as JSON. Ends with the provider's end marker, or when nothing more
 * is awaited; throws if the connection is cut.
 */
export async function* eventsOf({ response, letGo }: BegunAnswer, waiting: Waiting): AsyncGenerator {
  const events = new ChatEvents();
  let lines = 0;
  try {
    for await (const bytes of response.iterator({ destroyOnReturn: false })) {
      for (const event of events.take(bytes as Buffer)) yield event; // chunks are buffers, because no encoding is set
      // A line has come, also one that says nothing.
      if (events.lines > lines) waiting.isAlive();
      lines = events.lines;
      if (events.isDone) return;
    }
    if (!response.complete) throw new Error('The connection was closed within the answer.');
    for (const event of events.end()) yield event;
  } catch (error) {
    if (!waiting.hasEnded()) throw error;
  } finally {
    if (events.isDone && !response.readableEnded) {
      letGo();
      readTail(response);
    } else if (!response.readableEnded) response.destroy();
  }
}

/**
 * Reads the tail of a response: its end usually follows right behind the answer, and then the connection serves the
 * next question.
 */
function readTail(response: IncomingMessage): void {
  let bytes = 0;
  const timer = setTimeout(() => response.destroy(), tailMs).unref();
  // The answer is complete: later errors do not matter.
  response.on('error', () => undefined).once('close', () => clearTimeout(timer));
  response.on('data', ({ length }: Buffer) => {
    bytes += length;
    if (bytes > tailMaxBytes) response.destroy();
  });
}
