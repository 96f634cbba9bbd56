import type { FastifyInstance } from 'fastify';
import { healthRoutes } from '../operations/health/routes.ts';
import { chartRoutes } from '../oversight/charts/routes.ts';
import { usageRoutes } from '../oversight/usage/routes.ts';
import { type Dependencies, buildService } from './build-service.ts';

/** The charts service: usage and figures, on the main API's host. */
export const chartsService = (deps: Dependencies): Promise<FastifyInstance> =>
  buildService('charts', deps, [healthRoutes, usageRoutes, chartRoutes]);
