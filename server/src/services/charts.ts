import type { FastifyInstance } from 'fastify';
import { type Dependencies, buildService } from '../app.ts';
import { chartRoutes } from '../modules/charts/routes.ts';
import { healthRoutes } from '../modules/health/routes.ts';
import { usageRoutes } from '../modules/usage/routes.ts';

/** The charts service: usage and figures, on the main API's host. */
export const chartsService = (deps: Dependencies): Promise<FastifyInstance> =>
  buildService('charts', deps, [healthRoutes, usageRoutes, chartRoutes]);
