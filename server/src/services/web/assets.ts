import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};
const encodings = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
] as const;

export const forever = 'public, max-age=31536000, immutable';
export const askAgain = 'no-cache';

/** Returns the encodings a client accepts, best first. A weight of 0 refuses. */
export function acceptedEncodings(header: string | undefined): readonly (typeof encodings)[number][] {
  const wishes = new Map(
    (header ?? '').split(',').map((wish) => {
      const [name = '', ...parameters] = wish.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((part) => part.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return encodings.filter(({ name }) => (wishes.get(name) ?? wishes.get('*') ?? 0) > 0);
}

/** Sends a file of a build, in the best encoding that lies beside it; false where there is no such file. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: string,
  cacheControl: string,
): Promise<boolean> {
  const type = types[path.extname(file)];
  if (type === undefined) return false;
  for (const encoding of [...acceptedEncodings(request.headers['accept-encoding']), null]) {
    const candidate = `${file}${encoding?.suffix ?? ''}`;
    const facts = await stat(candidate).catch(() => null);
    if (facts === null || !facts.isFile()) continue;
    const tag = `"${facts.size.toString(36)}-${Math.trunc(facts.mtimeMs).toString(36)}${encoding === null ? '' : `-${encoding.name}`}"`;
    reply
      .header('content-type', type)
      .header('vary', 'accept-encoding')
      .header('cache-control', cacheControl)
      .header('etag', tag);
    if (request.headers['if-none-match'] === tag) {
      await reply.code(304).send();
      return true;
    }
    if (encoding !== null) reply.header('content-encoding', encoding.name);
    await reply.header('content-length', facts.size).send(request.method === 'HEAD' ? '' : createReadStream(candidate));
    return true;
  }
  return false;
}
