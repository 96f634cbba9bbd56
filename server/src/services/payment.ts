import type { FastifyInstance } from 'fastify';
import { operatorRoutes } from '../money/payment/operator.ts';
import { paymentRoutes, stripeEventRoutes } from '../money/payment/routes.ts';
import { healthRoutes } from '../operations/health/routes.ts';
import { type Dependencies, buildService } from './build-service.ts';

/** The payment service, on a host of its own where the operator wants it so. */
export const paymentService = (deps: Dependencies): Promise<FastifyInstance> =>
  buildService('payment', deps, [healthRoutes, paymentRoutes, stripeEventRoutes, operatorRoutes]);
