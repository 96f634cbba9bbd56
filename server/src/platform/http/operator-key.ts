import { randomUUID } from 'node:crypto';
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Config } from '../config/config.ts';
import { isLoopback } from '../config/loopback.ts';
import { ApiError } from '../errors/api-error.ts';
import { areEqual, hashToken, newToken } from '../secrets/tokens.ts';

type KeySettings = Pick<Config, 'OPERATOR_KEY' | 'DATA_DIR'>;

const keyFile = 'operator.key';
const ownerOnly = 0o600;

/**
 * Returns the key by which an operator of the installation is recognised: whoever can read its settings or its data
 * folder has it.
 */
export function operatorKeyOf({ OPERATOR_KEY, DATA_DIR }: KeySettings): string | null {
  const file = join(DATA_DIR, keyFile);
  return OPERATOR_KEY ?? (existsSync(file) ? readFileSync(file, 'utf8').trim() : null);
}

/** Returns the operator's key; creates it in the data folder if there is none. */
function loadOperatorKey(settings: KeySettings): string {
  const known = operatorKeyOf(settings);
  if (known !== null) return known;
  const file = join(settings.DATA_DIR, keyFile);
  const part = `${file}.${randomUUID()}.part`;
  writeFileSync(part, newToken(), { mode: ownerOnly, flag: 'wx' });
  try {
    // Links into place: of two processes that start at once one wins, and both read its key.
    linkSync(part, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(part, { force: true });
  }
  return readFileSync(file, 'utf8').trim();
}

/**
 * Returns a check for the operator's key. The key is created when the service listens, so that the command line finds
 * it.
 */
export function operatorKeyIs(app: FastifyInstance): (sent: string) => boolean {
  let key: string | null = null;
  const known = () => (key ??= loadOperatorKey(app.config));
  app.addHook('onListen', async () => void known());
  return (sent) => areEqual(hashToken(sent), hashToken(known()));
}

/** Restricts the routes of a plugin to the operator, before anything of a request is read. */
export function operatorOnly(app: FastifyInstance): void {
  const isKey = operatorKeyIs(app);
  app.addHook('onRequest', async (request) => checkOperator(isKey, request));
}

/**
 * Admits a request with the key, from this machine and to an address of this machine: behind a proxy everybody comes
 * from it.
 */
export function checkOperator(isKey: (sent: string) => boolean, request: FastifyRequest): void {
  const sent = /^Bearer ([\w-]+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (sent === undefined || !isFromHere(request) || !isKey(sent)) throw new ApiError('unauthenticated');
}

export const isFromHere = ({ hostname, ip }: FastifyRequest): boolean => isLoopback(hostname) && isLoopback(ip);
