import type { FastifyInstance } from 'fastify';
import { type Dependencies, buildService } from '../app.ts';
import { healthRoutes } from '../modules/health/routes.ts';

/** The payment service, on a host of its own where the operator wants it so. */
export const paymentService = (deps: Dependencies): Promise<FastifyInstance> => buildService('payment', deps, [healthRoutes]);
