import { fillPath, type Endpoint, type Input, type Output } from '../contract/endpoint.ts';
import { baseOf } from './clients.ts';
import type { AnyInput } from './http.ts';
import { nameOf } from './parse-data.ts';
import { parseAnswer, send, withoutUndefined } from './send.ts';

/** What the endpoint declares, and the file whose bytes are the body. */
export type UploadInput<E extends Endpoint> = Input<E> & { readonly file: Blob };
export type UploadOptions = {
  /** Told the part that has left the browser, from 0 to 1. The server still reads the file when it is 1. */
  readonly onProgress?: (part: number) => void;
  /** Aborted, the upload ends and throws the signal's reason. */
  readonly signal?: AbortSignal;
};

/** Sends a file to an endpoint that accepts one and gives the `data` of its answer. It fails as `call` does. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  input: UploadInput<E>,
  { onProgress, signal }: UploadOptions = {},
): Promise<Output<E>> {
  if (endpoint.accepts !== 'file') throw new Error(`${nameOf(endpoint)} accepts json: use call().`);
  const { params, query } = input as AnyInput; // Input<E> is made of exactly these parts
  const answer = await send(endpoint, {
    params,
    query,
    data: input.file,
    signal,
    config: {
      headers: { 'Content-Type': 'application/octet-stream' },
      ...(onProgress === undefined
        ? {}
        : { onUploadProgress: ({ progress }) => progress !== undefined && onProgress(progress) }),
    },
  });
  return parseAnswer(endpoint, answer.status, answer.data);
}

/**
 * The bytes of an endpoint that answers a file, to be shown as a picture through an object URL: the policy of the pages
 * takes pictures from nowhere else. It fails as `call` does. To save a file, link to `addressOf`.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Blob> {
  if (endpoint.answers !== 'file') throw new Error(`${nameOf(endpoint)} does not answer a file: use call().`);
  const { params, query } = input as AnyInput; // Input<E> is made of exactly these parts
  const { data, headers } = await send(endpoint, { params, query, signal, config: { responseType: 'arraybuffer' } });
  return new Blob([data as ArrayBuffer], { type: String(headers['content-type'] ?? '') }); // what was asked for
}

/**
 * Where the browser itself can fetch a GET of the contract, as the target of a link: the session's cookies go with it,
 * because all services are on one site. What answers a file is saved, and the page stays.
 */
export function addressOf<E extends Endpoint>(endpoint: E, input: Input<E>): string {
  const { params, query } = input as AnyInput; // Input<E> is made of exactly these parts
  const search = new URLSearchParams(
    Object.entries(withoutUndefined(query)).map(([key, value]) => [key, String(value)]),
  ).toString();
  return `${baseOf(endpoint.service)}${fillPath(endpoint.path, params)}${search === '' ? '' : `?${search}`}`;
}
