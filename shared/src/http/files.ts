import { fillPath, type Endpoint, type Input, type Output } from '../contract/endpoint.ts';
import { baseOf } from './clients.ts';
import type { AnyInput } from './http.ts';
import { nameOf } from './parse-data.ts';
import { parseAnswer, send, withoutUndefined } from './send.ts';

/** The input of the endpoint, and the file whose bytes are the body. */
export type UploadInput<E extends Endpoint> = Input<E> & { readonly file: Blob };
export type UploadOptions = {
  /** Called with the share that has left the browser, from 0 to 1. At 1 the server still reads the file. */
  readonly onProgress?: (part: number) => void;
  /** An abort ends the upload and throws the signal's reason. */
  readonly signal?: AbortSignal;
};

/** Sends a file to an endpoint that accepts one and returns the `data` of its response. It fails as `call` does. */
export async function upload<E extends Endpoint>(
  endpoint: E,
  input: UploadInput<E>,
  { onProgress, signal }: UploadOptions = {},
): Promise<Output<E>> {
  if (endpoint.accepts !== 'file') throw new Error(`${nameOf(endpoint)} accepts json: use call().`);
  const { params, query } = input as AnyInput; // Input<E> consists of exactly these parts
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
 * Fetches the bytes of an endpoint that answers with a file, to be shown through an object URL. It fails as `call`
 * does. To save a file, link to `addressOf`.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Blob> {
  if (endpoint.answers !== 'file') throw new Error(`${nameOf(endpoint)} does not answer a file: use call().`);
  const { params, query } = input as AnyInput; // Input<E> consists of exactly these parts
  const { data, headers } = await send(endpoint, { params, query, signal, config: { responseType: 'arraybuffer' } });
  return new Blob([data as ArrayBuffer], { type: String(headers['content-type'] ?? '') }); // the requested type
}

/**
 * Returns the address of a GET of the contract for a link that the browser itself follows: the session's cookies are
 * sent, because all services are on one site. A file response is saved, and the page stays.
 */
export function addressOf<E extends Endpoint>(endpoint: E, input: Input<E>): string {
  const { params, query } = input as AnyInput; // Input<E> consists of exactly these parts
  const search = new URLSearchParams(
    Object.entries(withoutUndefined(query)).map(([key, value]) => [key, String(value)]),
  ).toString();
  return `${baseOf(endpoint.service)}${fillPath(endpoint.path, params)}${search === '' ? '' : `?${search}`}`;
}
