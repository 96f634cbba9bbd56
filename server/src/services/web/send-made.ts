import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncodings } from './assets.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** The Brotli quality for responses compressed each time: it costs a millisecond or two. */
const brotliQuality = 5;

/** Sends a text that lies in no file, in the best encoding that the client takes. */
export async function sendMade(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const [best] = acceptedEncodings(request.headers['accept-encoding']);
  if (best === undefined) return reply.send(text);
  const body =
    best.name === 'br'
      ? await compressBrotli(text, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
      : await compressGzip(text);
  return reply.header('content-encoding', best.name).send(body);
}
