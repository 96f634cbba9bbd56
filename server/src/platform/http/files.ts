import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';

export const octetStream = 'application/octet-stream';

/** A file to send. Pictures and sounds keep their type, so that a page can show them; all else can only be saved. */
export type FileAnswer = {
  content: Readable;
  name: string;
  mediaType: string;
  /** The size in bytes; null if it is known only at the end. */
  size: number | null;
};

/** Types that a page may show or play without any risk of running something. */
const shownOrPlayed = /^(image\/(png|jpeg|webp|gif)|audio\/(mpeg|wav|ogg|webm|flac|aac|mp4|x-m4a))$/;
/** The policy in case a browser shows it after all: nothing in it loads, runs or knows this origin. */
const closedPolicy = "default-src 'none'; sandbox; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/** Lets the routes of this plugin accept bodies of any type, unread. */
export function takeOctetStreams(app: FastifyInstance): void {
  if (app.hasContentTypeParser(octetStream)) return;
  app.addContentTypeParser(octetStream, (_request, payload, done) => done(null, payload));
}

/** Returns the stated size of the request body in bytes; null for a chunked body. Node admits no more than that. */
export function statedSize({ headers }: Pick<FastifyRequest, 'headers'>): number | null {
  const stated = headers['content-length'];
  return stated === undefined ? null : Number(stated);
}

/** Returns the body of an upload. Throws at once if it states too many bytes, and while reading if it has them. */
export function boundedBody({ headers, body }: FastifyRequest, maxBytes: number): AsyncIterable<Uint8Array> {
  if ((statedSize({ headers }) ?? 0) > maxBytes) throw tooLarge();
  return bounded(body instanceof Readable ? body : Readable.from([]), maxBytes);
}

/** Closes the connection with the response: nobody waits for the rest. */
const tooLarge = () => new ApiError('body_too_large', { headers: { connection: 'close' } });

async function* bounded(body: Readable, maxBytes: number): AsyncGenerator<Uint8Array> {
  let left = maxBytes;
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>; // chunks are buffers: no encoding is set
  for (;;) {
    const next = await chunks.next().catch((error: unknown) => {
      throw new ApiError('bad_request', { cause: error });
    });
    if (next.done === true) return;
    left -= next.value.length;
    if (left < 0) {
      // A body that nobody reads would hold its connection.
      body.resume();
      throw tooLarge();
    }
    yield next.value;
  }
}

export function sendFile(reply: FastifyReply, { content, name, mediaType, size }: FileAnswer): FastifyReply {
  if (size !== null) reply.header('content-length', size);
  return reply
    .header('content-type', shownOrPlayed.test(mediaType) ? mediaType : octetStream)
    .header('content-disposition', `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${encodedName(name)}`)
    .header('content-security-policy', closedPolicy)
    .send(content);
}

const asciiName = (name: string) => name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
/** Encodes a file name by RFC 8187, including the characters that encodeURIComponent leaves. */
const encodedName = (name: string) =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
