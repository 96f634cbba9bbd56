import type { FastifyInstance } from 'fastify';
import { type Dependencies, buildService } from '../app.ts';
import { healthRoutes } from '../modules/health/routes.ts';
import { operatorRoutes } from '../modules/payment/operator.ts';
import { paymentRoutes, stripeEventRoutes } from '../modules/payment/routes.ts';

/** The payment service, on a host of its own where the operator wants it so. */
export const paymentService = (deps: Dependencies): Promise<FastifyInstance> =>
  buildService('payment', deps, [healthRoutes, paymentRoutes, stripeEventRoutes, operatorRoutes]);
