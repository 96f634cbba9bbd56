import { AsyncLocalStorage } from 'node:async_hooks';
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts';
import type { ByteAllowance, FetchLimits } from '../../../platform/outgoing/outgoing.ts';
import type { Reach } from '../kinds/tool-source.ts';
import { SignInNeeded } from '../sign-in/access-tokens.ts';
import type { AskingCall } from './server-questions.ts';
import { watchedStream } from './watched-stream.ts';
import { withAccessToken, withoutAuthorization } from './with-access-token.ts';

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
  /** The call for which it is made, if its server may ask people. */
  readonly asking?: AskingCall;
  /** Called if no answer can come any more. */
  readonly fail: (error: OutgoingFailure | SignInNeeded) => void;
};

type Exchange = ExchangeEnd & {
  readonly allowance: ByteAllowance;
  polls: number;
  /** Leaves the places among the requests of its organisation that it has taken at the host. */
  readonly leave: (() => void)[];
};
const exchanges = new AsyncLocalStorage<Exchange>();

/** Runs one request of a client: all that is fetched for it ends with it, and shares its budgets. */
export const withinExchange = <T>(end: ExchangeEnd, work: () => T): T =>
  exchanges.run({ ...end, allowance: { left: exchangeMaxBytes }, polls: pollsAtMost, leave: [] }, work);

/**
 * Returns the call on whose stream the server has just written. While a person is asked, it takes none of the places of
 * its organisation at the host: the answer could not be sent.
 */
export function askingNow(): AskingCall | undefined {
  const { asking, leave } = exchanges.getStore() ?? {};
  return (
    asking && {
      ...asking,
      ask(question, signal) {
        for (const leavePlace of leave?.splice(0) ?? []) leavePlace();
        return asking.ask(question, signal);
      },
    }
  );
}

/** The fetch of one connection. */
export type ConnectionFetch = {
  readonly fetch: (address: string | URL, init?: RequestInit) => Promise<Response>;
  /** Fills up the budgets of the stream that stands open between calls. */
  refill(): void;
  /** Resolves when the stream that stands open was answered; null while none was asked for. */
  standing(): Promise<unknown> | null;
  /** Returns what the stream that stands open was refused for; null if it was not. */
  signInNeeded(): SignInNeeded | null;
};

type Settings = {
  /** The address of the server: an access token is sent to its origin alone. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly until: AbortSignal;
  /** Called with each access token before it is sent. */
  readonly sending?: (token: string) => void;
};
type BoundInit = RequestInit & { readonly signal: AbortSignal };
type ConnectionReach = Pick<Reach, 'outgoing' | 'organizationId' | 'secretHeaders' | 'accessTokens'>;

/**
 * Returns the fetch of a connection: addresses are checked, bytes and repetitions are bounded. The stream on which a
 * server may write at any time takes none of the connections of its host.
 */
export function connectionFetch(
  { outgoing, organizationId, secretHeaders, accessTokens }: ConnectionReach,
  { url, headers, until, sending = () => {} }: Settings,
): ConnectionFetch {
  const configured = { ...headers, ...secretHeaders };
  const standing = { allowance: { left: exchangeMaxBytes }, openings: reopeningsAtMost };
  let opened: Promise<unknown> | null = null;
  let needed: SignInNeeded | null = null;
  return {
    refill() {
      standing.allowance.left = exchangeMaxBytes;
      standing.openings = reopeningsAtMost;
    },
    standing: () => opened,
    signInNeeded: () => needed,
    async fetch(address, init = {}) {
      const exchange = isRequestOf(init) ? exchanges.getStore() : undefined;
      const isGet = init.method === undefined || init.method === 'GET';
      const isPoll = isGet && exchange !== undefined && new Headers(init.headers).has('last-event-id');
      const within = isGet && !isPoll ? undefined : exchange;
      const signals = [until, init.signal, within?.signal].filter((it) => it instanceof AbortSignal);
      // A redirect is followed where each of its steps is checked, and secrets stay with the first origin.
      const bound = { ...init, signal: AbortSignal.any(signals), redirect: 'follow' as const };
      if (within === undefined && !isGet) return send(address, bound, { maxBytes: exchangeMaxBytes });
      try {
        return await (within === undefined ? stand(address, bound) : ask(within, address, bound, isPoll));
      } catch (error) {
        if (!isGet) throw error;
        // The client would go on trying.
        if (bound.signal.aborted) return noStream();
        if (!(error instanceof SignInNeeded)) throw error;
        // It would wrap the error, or tell nobody of it.
        if (within === undefined) needed = error;
        else within.fail(error);
        return noStream();
      }
    },
  };

  /** Sends a request with the access token, if there are any, or with what is configured. */
  function send(
    address: string | URL,
    init: BoundInit,
    limits: Pick<FetchLimits, 'maxBytes' | 'standsOpen' | 'entered'>,
  ): Promise<Response> {
    const sendWith = (sent: Readonly<Record<string, string>>) =>
      outgoing.fetchFor({ ...limits, organizationId, secretHeaders: sent })(address, init);
    if (accessTokens === undefined || new URL(address).origin !== new URL(url).origin) return sendWith(configured);
    return withAccessToken(accessTokens, init.signal, (token) => {
      sending(token);
      return sendWith({ ...withoutAuthorization(configured), authorization: `Bearer ${token}` });
    });
  }

  function stand(address: string | URL, init: BoundInit): Promise<Response> {
    if (standing.openings-- <= 0 || standing.allowance.left <= 0) return Promise.resolve(noStream());
    const answered = send(address, init, { maxBytes: standing.allowance, standsOpen: true });
    opened ??= answered.catch(() => undefined); // the client is told
    return answered;
  }

  async function ask(within: Exchange, address: string | URL, init: BoundInit, isPoll: boolean): Promise<Response> {
    if (isPoll && within.polls-- <= 0) {
      within.fail(new OutgoingFailure('address_unreachable', 'The server closes its streams too often.'));
      return noStream();
    }
    const entered = (leave: () => void) => void within.leave.push(leave);
    const response = await send(address, init, {
      maxBytes: within.allowance,
      ...(within.asking === undefined ? {} : { entered }),
    });
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
