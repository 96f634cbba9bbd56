import type { FastifyInstance } from 'fastify';
import { completionRoute } from './completion.ts';
import { registrationDeletionRoute } from './deletion.ts';

/** How a registration ends: as a membership, or not at all. */
export async function registrationEndRoutes(app: FastifyInstance): Promise<void> {
  completionRoute(app);
  registrationDeletionRoute(app);
}
