import { jwksPath } from '@parlance/shared/contract/api/plan';
import type { FastifyInstance } from 'fastify';

/** Seconds for which verifiers may keep the keys; a new key is announced that long before it signs. */
const maxAgeSeconds = 300;

/** The public keys of plan tokens, for anyone, as RFC 7517 has them: no envelope. */
export async function planRoutes(app: FastifyInstance): Promise<void> {
  app.get(jwksPath, { schema: { summary: 'The public keys of plan tokens (RFC 7517).', security: [] } }, async (_request, reply) => {
    reply.header('cache-control', `public, max-age=${maxAgeSeconds}`);
    return app.planKeys.publicSet;
  });
}
