import type { FastifyInstance } from 'fastify';
import { type Dependencies, buildService } from './build-service.ts';
import { healthRoutes } from '../operations/health/routes.ts';
import { operatorRoutes } from '../money/payment/operator.ts';
import { paymentRoutes, stripeEventRoutes } from '../money/payment/routes.ts';

/** The payment service, on a host of its own where the operator wants it so. */
export const paymentService = (deps: Dependencies): Promise<FastifyInstance> =>
  buildService('payment', deps, [healthRoutes, paymentRoutes, stripeEventRoutes, operatorRoutes]);
