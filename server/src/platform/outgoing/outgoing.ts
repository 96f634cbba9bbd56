import { isIP } from 'node:net';
import type { Response } from 'undici';
import { acting } from '../principal/acting.ts';
import type { CheckedClient } from './checked-client.ts';
import type { AddressCheck, Lookup } from './checked-connector.ts';
import { LedToAnotherHost, OutgoingFailure } from './outgoing-failure.ts';
import { bareHost, isPublicAddress } from './public-address.ts';
import { HostShares } from './shares.ts';

/** Addresses that one request may be led on to. */
const redirectsAtMost = 5;
const defaultTimeoutMs = 20_000;
const defaultMaxBytes = 5_000_000;
const addressMaxLength = 4_000;

export type OutgoingRequest = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent to the host of the address alone, never to one that it leads on to. */
  readonly secretHeaders?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
  /** Follows nothing that leads to another host: throws a LedToAnotherHost. */
  readonly staysOnHost?: boolean;
  /** For all of it, redirects and the last byte included. */
  readonly timeoutMs?: number;
  /** Of the content as it is read, after decompression. */
  readonly maxBytes?: number;
  /** For whom: it has half of the connections to a host. Without it, for whom one acts here. */
  readonly organizationId?: string;
};

export type OutgoingAnswer = {
  readonly status: number;
  /** Where it came from in the end. */
  readonly url: string;
  readonly contentType: string;
  readonly bytes: Buffer;
};

/**
 * The one way to every address that people can name: tools, web pages, documents. It reaches the public internet and
 * the hosts that the operator lists, nothing else, and gives up on what is too large or too slow. Throws an
 * OutgoingFailure, or the signal’s reason where the caller gave up.
 */
export type Outgoing = {
  /** Whether it would set out for an address: what the address itself says, before a name is looked up. */
  mayGo(address: string): boolean;
  get(address: string, request?: OutgoingRequest): Promise<OutgoingAnswer>;
  /**
   * The same for a client that brings its own protocol: the body is a stream, bounded likewise. `init.signal` ends it.
   */
  fetchFor(limits: {
    maxBytes: number;
    organizationId?: string;
    secretHeaders?: Readonly<Record<string, string>>;
  }): (address: string | URL, init?: RequestInit) => Promise<globalThis.Response>;
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
    fetchFor({ maxBytes, organizationId, secretHeaders = {} }) {
      return async (address, init = {}) => {
        const url = urlOf(String(address));
        const request = {
          method: init.method ?? 'GET',
          headers: Object.fromEntries(new Headers(init.headers)),
          secretHeaders,
          ...(typeof init.body === 'string' ? { body: init.body } : {}),
        };
        const leave = await enter(url, organizationId, init.signal ?? null);
        try {
          const { response } = await follow(await opened(), url, request, init.signal ?? null);
          // Whoever reads no body to its end gives up by the signal.
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

type Request = Pick<OutgoingRequest, 'method' | 'headers' | 'secretHeaders' | 'body' | 'staysOnHost'>;

/** Follows what an address leads on to; each step is checked as the first one was. */
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
    const response = await client.fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body }),
    });
    const location = response.headers.get('location');
    if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return { response, url };
    await response.body?.cancel();
    if (redirects >= redirectsAtMost)
      throw new OutgoingFailure('address_unreachable', `“${first.href}” leads on more than ${redirectsAtMost} times.`);
    const next = urlOf(location, url);
    if (request.staysOnHost === true && next.host !== first.host) throw new LedToAnotherHost(url.href, next.href);
    if (response.status === 303 || (response.status < 303 && method === 'POST')) {
      method = 'GET';
      body = undefined;
    } else if (method !== 'GET' && next.origin !== url.origin) {
      // What was to be done there was not to be done elsewhere.
      throw new OutgoingFailure('address_refused', `“${url.href}” leads a ${method} on to another host.`);
    }
    url = next;
  }
}

/** Null where it is none of the web, or holds a password. */
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

/** The same; throws address_refused. */
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
 * The same bytes, or an error where there are more: never more than a piece beyond it is held. `ended` hears when
 * nothing more comes.
 */
function bounded(
  body: ReadableStream<Uint8Array>,
  maxBytes: number,
  ended: () => void = () => {},
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let total = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            ended();
            return controller.close();
          }
          total += value.byteLength;
          if (total <= maxBytes) return controller.enqueue(value);
          const error = new OutgoingFailure('answer_too_large', `More than ${maxBytes} bytes came.`);
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

/**
 * The failure stands somewhere down the chain of causes; what is none of ours is one of the other server or the way to
 * it.
 */
function failureOf(error: unknown, address: string): OutgoingFailure {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (at instanceof OutgoingFailure) return at;
  }
  return new OutgoingFailure('address_unreachable', `“${address}” could not be read.`, error);
}
