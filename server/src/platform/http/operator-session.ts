import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Lookup, Trx } from '../db/database.ts';
import { ApiError } from '../errors/api-error.ts';
import { areEqual, hashToken, newToken, tokenPattern } from '../secrets/tokens.ts';
import type { Due } from '../upkeep/due.ts';
import { areCookiesSecure } from './addresses.ts';
import { checkOperator, isFromHere, operatorKeyIs } from './operator-key.ts';
import { ownPath } from './service-addresses.ts';

const cookieName = 'operator';
const maxAgeSeconds = 3600;

export type OperatorSession = { readonly by: string; readonly csrf_token: string };

const csrfTokenOf = (token: string) => createHmac('sha256', token).update('operator csrf').digest('base64url');

/** Returns the options of a cookie that is never sent cross-site, and to the operator's endpoints only. */
const cookieOptions = (config: Config, request: FastifyRequest) =>
  ({
    path: `${ownPath(request)}/operator/v1`,
    sameSite: 'strict',
    httpOnly: true,
    secure: areCookiesSecure(config, request),
  }) as const;

/**
 * Throws unauthenticated unless the operators' page may be used from there: from this machine always, from others if
 * the settings allow it, over https.
 */
export function checkPlace({ OPERATOR_FROM_ANYWHERE }: Config, request: FastifyRequest): void {
  if (!isFromHere(request) && !(OPERATOR_FROM_ANYWHERE && request.protocol === 'https'))
    throw new ApiError('unauthenticated');
}

export async function openSession(
  trx: Trx,
  { by, request, reply }: { readonly by: string; readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<OperatorSession> {
  const token = newToken();
  await trx
    .insertInto('operator_sessions')
    .values({
      token_hash: hashToken(token),
      by_name: by,
      expires_at: sql<Date>`now() + make_interval(secs => ${maxAgeSeconds})`,
    })
    .execute();
  reply.setCookie(cookieName, token, { ...cookieOptions(request.server.config, request), maxAge: maxAgeSeconds });
  return { by, csrf_token: csrfTokenOf(token) };
}

/** Returns the session of a request. Throws unauthenticated if it has no open one. */
export async function sessionOf(db: Lookup, request: FastifyRequest): Promise<OperatorSession> {
  const token = tokenOf(request);
  const found =
    token === null
      ? undefined
      : await db
          .selectFrom('operator_sessions')
          .where('token_hash', '=', hashToken(token))
          .where('expires_at', '>', sql<Date>`now()`)
          .select('by_name')
          .executeTakeFirst();
  if (token === null || found === undefined) throw new ApiError('unauthenticated');
  return { by: found.by_name, csrf_token: csrfTokenOf(token) };
}

export async function closeSession(trx: Trx, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const token = tokenOf(request);
  if (token !== null) await trx.deleteFrom('operator_sessions').where('token_hash', '=', hashToken(token)).execute();
  reply.clearCookie(cookieName, cookieOptions(request.server.config, request));
}

export const endedOperatorSessions: Due = { table: 'operator_sessions', by: 'expires_at' };

/**
 * Restricts the routes of a plugin to the key (the command line) or a session of the operators' page, which proves
 * changes by X-CSRFToken.
 */
export function operatorOrSession(app: FastifyInstance): void {
  const isKey = operatorKeyIs(app);
  app.addHook('onRequest', async (request) => {
    if (request.headers.authorization !== undefined) return checkOperator(isKey, request);
    checkPlace(app.config, request);
    const { csrf_token } = await app.db.lookUp((db) => sessionOf(db, request));
    const sent = request.headers['x-csrftoken'];
    if (request.method !== 'GET' && (typeof sent !== 'string' || !areEqual(Buffer.from(sent), Buffer.from(csrf_token))))
      throw new ApiError('csrf_failed');
  });
}

function tokenOf(request: FastifyRequest): string | null {
  const token = request.cookies[cookieName];
  return token !== undefined && tokenPattern.test(token) ? token : null;
}
