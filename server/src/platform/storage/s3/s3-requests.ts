import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { type Dispatcher, request as send } from 'undici';
import { dispatcherTo } from '../../outgoing/dispatchers.ts';
import { connectionLookup } from '../../outgoing/look-up.ts';
import { namingProxy } from '../../outgoing/proxy-failure.ts';

export type S3Settings = {
  /** The endpoint, without a path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** True if the path contains the bucket, instead of the host's name. */
  pathStyle: boolean;
};

/** Timeouts and tries. Tests use shorter ones. */
export type S3Patience = {
  connectMs: number;
  /** The timeout for the headers of a response, and for each further piece of it. */
  silenceMs: number;
  /** The timeout of one try that sends bytes: 8 MB on a slow line. */
  sendingMs: number;
  /** The pause before the second try; each later pause is about twice as long. */
  firstPauseMs: number;
  tries: number;
};
export const usualPatience: S3Patience = {
  connectMs: 5_000,
  silenceMs: 30_000,
  sendingMs: 120_000,
  firstPauseMs: 200,
  tries: 5,
};

export type S3Request = {
  method: 'GET' | 'HEAD' | 'PUT' | 'POST' | 'DELETE';
  /** The key; absent for the bucket itself. */
  key?: string;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer;
  /** The number of tries, if fewer than the patience allows. */
  tries?: number;
};

/** Thrown for an unsuccessful response of the storage. */
export class S3Failure extends Error {
  override name = 'S3Failure';
  readonly status: number;
  /** The error code, such as `PreconditionFailed`; empty if the response has none. */
  readonly code: string;

  constructor({ method, key }: S3Request, status: number, text: string) {
    const code = /<Code>([^<]*)<\/Code>/.exec(text)?.[1] ?? '';
    super(`The storage answered ${method} ${key ?? 'of its bucket'} with ${status} ${code}.`);
    this.status = status;
    this.code = code;
  }
}

export type S3Requests = {
  /** Returns the text of a successful response. Throws an S3Failure, or the network error. */
  text(request: S3Request): Promise<{ text: string; headers: Dispatcher.ResponseData['headers'] }>;
  /** Returns the bytes of a successful response as they arrive. */
  stream(request: S3Request): Promise<Dispatcher.ResponseData['body']>;
  close(): Promise<void>;
};

/** Retryable statuses: the storage is busy or restarting, or another request writes the same key. */
const mayBeWellLater = new Set([408, 409, 429, 500, 502, 503, 504]);
const firstFailure = 300;
const busy = 503;
/** The maximal number of connections: more than a server that fans out uses, and few enough for any storage. */
const connectionsAtMost = 32;

/**
 * Creates signed requests to an S3 storage. Each is retried if there was no response or the storage is busy: every
 * request sent here is idempotent, or tells afterwards whose it was.
 */
export function createS3Requests(settings: S3Settings, patience: S3Patience = usualPatience): S3Requests {
  const base = addressOf(settings);
  const { dispatcher, proxy } = dispatcherTo(base, {
    connect: { timeout: patience.connectMs, lookup: connectionLookup },
    headersTimeout: 0,
    bodyTimeout: patience.silenceMs,
    connections: connectionsAtMost,
  });

  async function sendOnce(request: S3Request): Promise<Dispatcher.ResponseData> {
    const { url, headers } = await sign(settings, base, request);
    const { method, body } = request;
    const limits =
      body === undefined
        ? { headersTimeout: patience.silenceMs }
        : { body, signal: AbortSignal.timeout(patience.sendingMs) };
    try {
      return await send(url, { dispatcher, method, headers, ...limits });
    } catch (error) {
      throw proxy === null ? error : namingProxy(error, proxy);
    }
  }

  async function tryOften<T>(request: S3Request, attempt: () => Promise<T>): Promise<T> {
    const tries = request.tries ?? patience.tries;
    for (let tried = 1; ; tried += 1) {
      try {
        return await attempt();
      } catch (error) {
        const isFinal = error instanceof S3Failure && !mayBeWellLater.has(error.status);
        if (isFinal || tried >= tries) throw error;
        // Jitters the pause, so that not all retry at once after an outage.
        await pause(patience.firstPauseMs * 2 ** (tried - 1) * (0.5 + Math.random()));
      }
    }
  }

  return {
    text: (request) =>
      tryOften(request, async () => {
        const { statusCode, headers, body } = await sendOnce(request);
        const text = await body.text();
        if (statusCode >= firstFailure) throw new S3Failure(request, statusCode, text);
        // A lengthy operation is answered with 200 before it is done.
        if (/<Error>/.test(text)) throw new S3Failure(request, busy, text);
        return { text, headers };
      }),
    stream: (request) =>
      tryOften(request, async () => {
        const { statusCode, body } = await sendOnce(request);
        if (statusCode >= firstFailure) throw new S3Failure(request, statusCode, await body.text());
        return body;
      }),
    close: () => dispatcher.destroy(),
  };
}

function addressOf({ endpoint, bucket, pathStyle }: S3Settings): URL {
  const base = new URL(endpoint);
  if (pathStyle) base.pathname = `/${bucket}/`;
  else base.hostname = `${bucket}.${base.hostname}`;
  return base;
}

/** Signs a request with the checksum of its body: a body altered on the way is refused by the storage. */
async function sign(
  { region, accessKeyId, secretAccessKey }: S3Settings,
  base: URL,
  { method, key = '', query = {}, headers = {}, body }: S3Request,
) {
  const url = new URL(key, base);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  const sum = createHash('sha256')
    .update(body ?? '')
    .digest('hex');
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': sum },
    service: 's3',
    region,
    accessKeyId,
    secretAccessKey,
  });
  const signed = await signer.sign();
  return { url: signed.url, headers: Object.fromEntries(signed.headers) };
}
