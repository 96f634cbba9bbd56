import { isIP } from 'node:net';
import type { Response } from 'undici';
import { acting } from '../principal/acting.ts';
import { certificateWords } from './certificate-failure.ts';
import type { CheckedClient } from './checked-client.ts';
import type { AddressCheck, Lookup } from './checked-connector.ts';
import { LedToAnotherHost, OutgoingFailure } from './outgoing-failure.ts';
import { bareHost, isPublicAddress } from './public-address.ts';
import { HostShares } from './shares.ts';

/** The number of redirects a request may follow. */
const redirectsAtMost = 5;
const defaultTimeoutMs = 20_000;
const defaultMaxBytes = 5_000_000;
const addressMaxLength = 4_000;

export type OutgoingRequest = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers sent to the host of the address only, never after a redirect to another. */
  readonly secretHeaders?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** True to refuse redirects to another host, with a LedToAnotherHost. */
  readonly staysOnHost?: boolean;
  /** The timeout of the whole exchange, redirects and the last byte included. */
  readonly timeoutMs?: number;
  /** The maximal size of the content after decompression. */
  readonly maxBytes?: number;
  /** The organisation, which gets half of the connections to a host; by default that of the acting principal. */
  readonly organizationId?: string;
};

export type OutgoingAnswer = {
  readonly status: number;
  /** The final URL after redirects. */
  readonly url: string;
  readonly contentType: string;
  readonly bytes: Buffer;
};

/** The bytes that may still come: whoever holds it fills it up when more is expected. */
export type ByteAllowance = { left: number };

export type FetchLimits = {
  /** The maximal size of one response; an allowance counts all that share it. */
  readonly maxBytes: number | ByteAllowance;
  /**
   * True for streams that stay open while nothing is asked. They take none of the connections of their host: how many
   * there are is bounded by the caller.
   */
  readonly standsOpen?: boolean;
  /**
   * Called with what leaves the place of the request at its host before its stream has ended: from then on it stands
   * open. Its connection is one of its own from the beginning.
   */
  readonly entered?: (leave: () => void) => void;
  readonly organizationId?: string;
  readonly secretHeaders?: Readonly<Record<string, string>>;
};

/**
 * The single way to addresses that people name: tools, web pages, documents. It reaches the public internet and the
 * hosts that the operator lists, nothing else, and gives up on what is too large or too slow. Throws an
 * OutgoingFailure, or the signal’s reason if the caller gave up.
 */
export type Outgoing = {
  /** Says whether the address itself is allowed, before a name is looked up. */
  mayGo(address: string): boolean;
  get(address: string, request?: OutgoingRequest): Promise<OutgoingAnswer>;
  /**
   * Returns a fetch for a client with a protocol of its own: the body is a stream, limited likewise. `init.signal` ends
   * it, and with `init.redirect` `manual` a redirect is returned instead of followed.
   */
  fetchFor(limits: FetchLimits): (address: string | URL, init?: RequestInit) => Promise<globalThis.Response>;
  close(): Promise<void>;
};

export function createOutgoing({
  allowedHosts,
  lookup,
}: {
  allowedHosts: readonly string[];
  lookup?: Lookup;
}): Outgoing {
  const listed = new Set(allowedHosts.map((host) => host.toLowerCase()));
  const isAllowed: AddressCheck = (bare, port) => {
    const host = bare.includes(':') ? `[${bare}]` : bare;
    return listed.has(host) || listed.has(`${host}:${port}`);
  };
  const shares = new HostShares();
  const enter = (url: URL, organizationId: string | undefined, signal: AbortSignal | null) =>
    shares.enter(url.host, organizationId ?? acting().organizationId ?? '', signal);
  let client: Promise<CheckedClient> | null = null;
  const opened = () =>
    (client ??= import('./checked-client.ts').then(({ createClient }) => createClient(isAllowed, lookup)));
  return {
    mayGo(address) {
      const url = webAddress(address);
      if (url === null) return false;
      const host = bareHost(url.hostname);
      return (
        isAllowed(host, url.port || (url.protocol === 'https:' ? '443' : '80')) ||
        (isIP(host) === 0 ? !/(^|\.)localhost\.?$/.test(host) : isPublicAddress(host))
      );
    },
    async get(
      address,
      { timeoutMs = defaultTimeoutMs, maxBytes = defaultMaxBytes, signal, organizationId, ...request } = {},
    ) {
      const late = AbortSignal.timeout(timeoutMs);
      const until = signal === undefined ? late : AbortSignal.any([signal, late]);
      let leave: (() => void) | null = null;
      try {
        const first = urlOf(address);
        leave = await enter(first, organizationId, until);
        const { response, url } = await follow(await opened(), first, request, until);
        const bytes = await readWithin(response, maxBytes);
        return {
          status: response.status,
          url: url.href,
          contentType: response.headers.get('content-type') ?? '',
          bytes,
        };
      } catch (error) {
        signal?.throwIfAborted();
        throw late.aborted
          ? new OutgoingFailure('address_timeout', `“${address}” took more than ${timeoutMs} ms.`, error)
          : failureOf(error, address);
      } finally {
        leave?.();
      }
    },
    fetchFor({ maxBytes, standsOpen = false, entered, organizationId, secretHeaders = {} }) {
      return async (address, init = {}) => {
        const url = urlOf(String(address));
        const request = {
          method: init.method ?? 'GET',
          headers: Object.fromEntries(new Headers(init.headers)),
          secretHeaders,
          standsOpen: standsOpen || entered !== undefined,
          returnsRedirects: init.redirect === 'manual',
          ...(typeof init.body === 'string' ? { body: init.body } : {}),
        };
        const leave = standsOpen ? () => {} : await enter(url, organizationId, init.signal ?? null);
        try {
          entered?.(leave);
          const { response } = await follow(await opened(), url, request, init.signal ?? null);
          // A caller that does not read the body to its end aborts by the signal.
          init.signal?.addEventListener('abort', leave, { once: true });
          const hasBody = response.body !== null && !isBodiless(response.status);
          if (!hasBody) {
            await response.body?.cancel();
            leave();
          }
          // undici's stream is Node's own
          const body = hasBody ? bounded(response.body as ReadableStream<Uint8Array>, maxBytes, leave) : null;
          return new globalThis.Response(body, {
            status: response.status,
            headers: Object.fromEntries(response.headers),
          });
        } catch (error) {
          leave();
          init.signal?.throwIfAborted();
          throw failureOf(error, url.href);
        }
      };
    },
    close: async () => (await client)?.close(),
  };
}

const isBodiless = (status: number) => status === 204 || status === 205 || status === 304;

type Request = Pick<OutgoingRequest, 'method' | 'headers' | 'secretHeaders' | 'body' | 'staysOnHost'> & {
  readonly standsOpen?: boolean;
  readonly returnsRedirects?: boolean;
};

/** Follows redirects; each step is checked like the first one. */
async function follow(
  client: CheckedClient,
  first: URL,
  request: Request,
  signal: AbortSignal | null,
): Promise<{ response: Response; url: URL }> {
  let url = first;
  let { method = 'GET', body } = request;
  for (let redirects = 0; ; redirects++) {
    const headers =
      url.origin === first.origin ? { ...request.headers, ...request.secretHeaders } : { ...request.headers };
    const response = await client.fetch(
      url,
      { method, headers, redirect: 'manual', signal, ...(body === undefined ? {} : { body }) },
      request.standsOpen === true,
    );
    const location = response.headers.get('location');
    if (request.returnsRedirects === true || ![301, 302, 303, 307, 308].includes(response.status) || location === null)
      return { response, url };
    await response.body?.cancel();
    if (redirects >= redirectsAtMost)
      throw new OutgoingFailure('address_unreachable', `“${first.href}” leads on more than ${redirectsAtMost} times.`);
    const next = urlOf(location, url);
    if (request.staysOnHost === true && next.host !== first.host) throw new LedToAnotherHost(url.href, next.href);
    if (response.status === 303 || (response.status < 303 && method === 'POST')) {
      method = 'GET';
      body = undefined;
    } else if (method !== 'GET' && next.origin !== url.origin) {
      // An action meant for one host must not be carried out on another.
      throw new OutgoingFailure('address_refused', `“${url.href}” leads a ${method} on to another host.`);
    }
    url = next;
  }
}

/** Parses a web address; null for another scheme, or one with a password. */
function webAddress(address: string, base?: URL): URL | null {
  const url = address.length <= addressMaxLength && URL.canParse(address, base?.href) ? new URL(address, base) : null;
  return url === null ||
    !['http:', 'https:'].includes(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    bareHost(url.hostname) === ''
    ? null
    : url;
}

/** Parses a web address; throws address_refused. */
function urlOf(address: string, base?: URL): URL {
  const url = webAddress(address, base);
  if (url === null)
    throw new OutgoingFailure('address_refused', `“${address.slice(0, 200)}” is no address of the web.`);
  return url;
}

async function readWithin(response: Response, maxBytes: number): Promise<Buffer> {
  if (response.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  // undici's stream is Node's own
  for await (const chunk of bounded(response.body as ReadableStream<Uint8Array>, maxBytes)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/**
 * Limits a body; fails if there are more bytes, with never more than a piece beyond it in memory. `ended` is called
 * when nothing more comes.
 */
function bounded(
  body: ReadableStream<Uint8Array>,
  maxBytes: number | ByteAllowance,
  ended: () => void = () => {},
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const allowance = typeof maxBytes === 'number' ? { left: maxBytes } : maxBytes;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            ended();
            return controller.close();
          }
          allowance.left -= value.byteLength;
          if (allowance.left >= 0) return controller.enqueue(value);
          const error = new OutgoingFailure('answer_too_large', 'More bytes came than are allowed.');
          await reader.cancel(error);
          throw error;
        } catch (error) {
          ended();
          throw error;
        }
      },
      cancel(reason) {
        ended();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** Returns our failure from the chain of causes; any other is one of the remote server or the way to it. */
function failureOf(error: unknown, address: string): OutgoingFailure {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof OutgoingFailure) return at;
  }
  const words = certificateWords(error);
  return new OutgoingFailure(
    'address_unreachable',
    `“${address}” could not be read.${words === null ? '' : ` ${words}`}`,
    error,
  );
}
