import { health, readiness } from '@parlance/shared/contract/api/health';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { ApiError } from '../../platform/errors/api-error.ts';
import { routePublic } from '../../platform/http/route.ts';

/** Seconds a load balancer waits before it asks a process again that is about to end. */
const retryAfterSeconds = 2;

export async function healthRoutes(app: FastifyInstance): Promise<void> {
  routePublic(app, health, async () => ({ status: 'ok' as const }));
  routePublic(app, readiness, async () => {
    if (app.leaving !== 'no') throw new ApiError('shutting_down', { retryAfterSeconds });
    await app.db.asSystem((trx) => sql`select 1`.execute(trx));
    return { status: 'ready' as const };
  });
}
