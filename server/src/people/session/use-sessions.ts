import DataLoader from 'dataloader';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config.ts';
import type { Database } from '../../platform/db/database.ts';
import { completeCookies, sessionTokenOf } from '../../platform/http/session-cookies.ts';
import { hashToken } from '../../platform/secrets/tokens.ts';
import { type FoundCaller, findCallers, findHalfSession, touchSession } from './repository.ts';

/** Sessions that are looked up with one statement. */
const sessionsAtOnce = 200;

/**
 * Looks sessions up as they are from the moment they are asked for. Those that come while others are looked up are
 * looked up together: a hundred requests of one moment are two statements instead of a hundred, and one alone waits for
 * nobody.
 */
function sessionsOf(db: Database): DataLoader<Buffer, FoundCaller | null> {
  let underWay: Promise<unknown> = Promise.resolve();
  return new DataLoader(
    (hashes) => {
      const found = db.lookUp((trx) => findCallers(trx, hashes));
      underWay = found.catch(() => undefined); // each of those who asked hears of it
      return found;
    },
    { cache: false, maxBatchSize: sessionsAtOnce, batchScheduleFn: (look) => void underWay.then(look) },
  );
}

/** Finds the sessions whose cookies come with requests. Use `useSessionCookies` before. */
export function useSessions(app: FastifyInstance, config: Config): void {
  app.decorateRequest('caller', null);
  app.decorateRequest('half', null);
  const sessions = sessionsOf(app.db);
  app.decorate('identify', async (request: FastifyRequest, reply: FastifyReply) => {
    const token = sessionTokenOf(request);
    if (token === null) return null;
    const found = await sessions.load(hashToken(token));
    if (found === null) return null;
    if (found.isStale) await app.db.asSystem((trx) => touchSession(trx, found.caller.sessionId));
    completeCookies(config, request, reply, token);
    return found.caller;
  });
  app.decorate('identifyHalf', async (request: FastifyRequest, reply: FastifyReply) => {
    const token = sessionTokenOf(request);
    if (token === null) return null;
    const half = await app.db.asSystem((trx) => findHalfSession(trx, hashToken(token)));
    if (half !== null) completeCookies(config, request, reply, token);
    return half;
  });
}
