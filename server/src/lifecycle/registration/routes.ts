import type { FastifyInstance } from 'fastify';
import { completionRoute } from './completion.ts';
import { registrationDeletionRoute } from './deletion.ts';

/** Registers the two ends of a registration: membership, or deletion. */
export async function registrationEndRoutes(app: FastifyInstance): Promise<void> {
  completionRoute(app);
  registrationDeletionRoute(app);
}
