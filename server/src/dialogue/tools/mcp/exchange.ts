import { AsyncLocalStorage } from 'node:async_hooks';
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts';
import type { ByteAllowance } from '../../../platform/outgoing/outgoing.ts';
import type { Reach } from '../kinds/tool-source.ts';
import { watchedStream } from './watched-stream.ts';

/** The maximal size of everything a server sends for one call, and between two calls. */
export const exchangeMaxBytes = 4_000_000;
/** The number of times the answer to one call is fetched anew, from a server that closes its streams. */
const pollsAtMost = 200;
/** The number of times a stream between calls is opened again. */
const reopeningsAtMost = 10;
/** The time in which an answer that has arrived is handed on. */
const handOnMs = 100;

export type ExchangeEnd = {
  /** Ends all that is fetched for the exchange. */
  readonly signal: AbortSignal;
  /** Called when the server has written something, other than to keep the connection open. */
  readonly heard: () => void;
  /** Called if no answer can come any more. */
  readonly fail: (error: OutgoingFailure) => void;
};

type Exchange = ExchangeEnd & { readonly allowance: ByteAllowance; polls: number };
const exchanges = new AsyncLocalStorage<Exchange>();

/** Runs one request of a client: all that is fetched for it ends with it, and shares its budgets. */
export const withinExchange = <T>(end: ExchangeEnd, work: () => T): T =>
  exchanges.run({ ...end, allowance: { left: exchangeMaxBytes }, polls: pollsAtMost }, work);

/** The fetch of one connection. */
export type ConnectionFetch = {
  readonly fetch: (address: string | URL, init?: RequestInit) => Promise<Response>;
  /** Fills up the budgets of the stream that stands open between calls. */
  refill(): void;
  /** Resolves when the stream that stands open was answered; null while none was asked for. */
  standing(): Promise<unknown> | null;
};

type Settings = { readonly headers: Readonly<Record<string, string>>; readonly until: AbortSignal };

/**
 * Returns the fetch of a connection: addresses are checked, bytes and repetitions are bounded. The stream on which a
 * server may write at any time takes none of the connections of its host.
 */
export function connectionFetch(
  { outgoing, organizationId, secretHeaders }: Pick<Reach, 'outgoing' | 'organizationId' | 'secretHeaders'>,
  { headers, until }: Settings,
): ConnectionFetch {
  const limits = { organizationId, secretHeaders: { ...headers, ...secretHeaders } };
  const standing = { allowance: { left: exchangeMaxBytes }, openings: reopeningsAtMost };
  let opened: Promise<unknown> | null = null;
  return {
    refill() {
      standing.allowance.left = exchangeMaxBytes;
      standing.openings = reopeningsAtMost;
    },
    standing: () => opened,
    async fetch(address, init = {}) {
      const exchange = isRequestOf(init) ? exchanges.getStore() : undefined;
      const isGet = init.method === undefined || init.method === 'GET';
      const isPoll = isGet && exchange !== undefined && new Headers(init.headers).has('last-event-id');
      const within = isGet && !isPoll ? undefined : exchange;
      const signals = [until, init.signal, within?.signal].filter((it) => it instanceof AbortSignal);
      // The SDK would follow redirects itself, with what is not checked.
      const bound = { ...init, signal: AbortSignal.any(signals), redirect: 'follow' as const };
      if (within === undefined && !isGet)
        return outgoing.fetchFor({ ...limits, maxBytes: exchangeMaxBytes })(address, bound);
      try {
        return await (within === undefined ? stand(address, bound) : ask(within, address, bound, isPoll));
      } catch (error) {
        // The client would go on trying.
        if (isGet && bound.signal.aborted) return noStream();
        throw error;
      }
    },
  };

  function stand(address: string | URL, init: RequestInit): Promise<Response> {
    if (standing.openings-- <= 0 || standing.allowance.left <= 0) return Promise.resolve(noStream());
    const answered = outgoing.fetchFor({ ...limits, maxBytes: standing.allowance, standsOpen: true })(address, init);
    opened ??= answered.catch(() => undefined); // the client is told
    return answered;
  }

  async function ask(within: Exchange, address: string | URL, init: RequestInit, isPoll: boolean): Promise<Response> {
    if (isPoll && within.polls-- <= 0) {
      within.fail(new OutgoingFailure('address_unreachable', 'The server closes its streams too often.'));
      return noStream();
    }
    const response = await outgoing.fetchFor({ ...limits, maxBytes: within.allowance })(address, init);
    return watchedStream(response, { isResumable: isPoll, heard: within.heard, ended: (error) => lost(within, error) });
  }
}

/** What a server without such a stream answers: the client does not ask for it again. */
const noStream = () => new Response(null, { status: 405 });

/** The stream of an answer has ended for good; unless the answer was on it, there is none. */
function lost({ fail, signal }: Exchange, error: unknown): void {
  if (signal.aborted) return;
  const failure =
    error instanceof OutgoingFailure
      ? error
      : new OutgoingFailure('address_unreachable', 'The stream ended without an answer.', error);
  setTimeout(() => fail(failure), handOnMs).unref();
}

/** False for notifications and responses, which are sent even if the request that they are about has ended. */
function isRequestOf({ method, body }: RequestInit): boolean {
  if (method !== 'POST' || typeof body !== 'string') return true;
  const message = JSON.parse(body) as { id?: unknown; method?: unknown }; // the client's own
  return message.id !== undefined && message.method !== undefined;
}
