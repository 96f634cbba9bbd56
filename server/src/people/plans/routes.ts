import { jwksPath } from '@parlance/shared/contract/api/plans/plan';
import { listPlans } from '@parlance/shared/contract/api/plans/plans';
import type { FastifyInstance } from 'fastify';
import { routePublic } from '../../platform/http/route.ts';
import { findPlans } from './repository.ts';

/** Seconds for which verifiers may keep the keys; a new key is announced that long before it signs. */
const maxAgeSeconds = 300;

export async function planRoutes(app: FastifyInstance): Promise<void> {
  routePublic(app, listPlans, async () => ({ items: await app.db.asSystem(findPlans) }));

  // The public keys of plan tokens, for anyone, as RFC 7517 has them: no envelope.
  app.get(
    jwksPath,
    { schema: { summary: 'The public keys of plan tokens (RFC 7517).', security: [] } },
    async (_request, reply) => {
      reply.header('cache-control', `public, max-age=${maxAgeSeconds}`);
      return app.planKeys.publicSet;
    },
  );
}
