import Fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { type Log, requestId } from '../telemetry/log.ts';
import { requestLog } from '../telemetry/requests.ts';
import { closeUnusedConnections } from './unused-connections.ts';

/** Timeouts, also for servers that Fastify does not create itself. */
export const timeouts = {
  /** Specification §9: clients give up after 60 s; a server keeps no request longer than they wait. */
  requestTimeout: 60_000,
  /** Longer than usual load balancers keep an idle connection (60 s), so that they close first. */
  keepAliveTimeout: 65_000,
} as const;

/** Stands in for a schema compiler: routes have no schemas unless validation.ts sets one. */
function withoutCompiler(): never {
  throw new Error('A route has a schema, and its server has no compiler for it.');
}

/** Creates a server with everything common to all services: timeouts, logging, and what a stop closes first. */
export function newServer(
  service: string,
  log: Log,
  options: Omit<FastifyServerOptions, 'loggerInstance'> = {},
): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = log.child({ service });
  const app = Fastify({
    loggerInstance,
    logController: requestLog(),
    requestIdHeader: false,
    genReqId: requestId,
    return503OnClosing: false,
    // Fastify's own would load Ajv and a compiler of serializers: a hundred modules that nobody calls.
    schemaController: { compilersFactory: { buildValidator: withoutCompiler, buildSerializer: withoutCompiler } },
    ...timeouts,
    ...options,
  });
  closeUnusedConnections(app);
  return app;
}
