import type { ServiceName } from '@parlance/shared/contract/endpoint';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Config } from './config.ts';
import type { PlanKeys } from './modules/plans/plan-keys.ts';
import type { Database } from './plugins/db/database.ts';
import { answerErrors, sendFrameworkError } from './plugins/errors.ts';
import type { Events } from './plugins/events.ts';
import { endStreamsOnClose } from './plugins/event-stream.ts';
import { type Log, requestId, requestIdLabel } from './plugins/log.ts';
import { useOpenApi } from './plugins/openapi.ts';
import { useSecurityHeaders } from './plugins/security.ts';
import { useSessions } from './plugins/session.ts';
import { validateWithZod } from './plugins/validation.ts';

declare module 'fastify' {
  interface FastifyInstance {
    config: Config;
    db: Database;
    events: Events;
    planKeys: PlanKeys;
  }
}

/** What every service stands on. The caller makes it and closes it. */
export type Dependencies = { config: Config; db: Database; events: Events; planKeys: PlanKeys; log: Log };

/** Bytes of a request's body; an endpoint that takes files says its own. */
const bodyLimit = 1024 * 1024;
/** Specification §9: clients give up after 60 s; the server keeps no request longer than they wait. */
const requestTimeoutMs = 60_000;
/** Longer than usual load balancers keep an idle connection (60 s), so that they close first. */
const keepAliveTimeoutMs = 65_000;

/** An API service with its modules, in order. */
export async function buildService(service: ServiceName, deps: Dependencies, modules: ((app: FastifyInstance) => Promise<void>)[]): Promise<FastifyInstance> {
  const { config } = deps;
  const loggerInstance: FastifyBaseLogger = deps.log.child({ service });
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ requestIdLogLabel: requestIdLabel }),
    requestIdHeader: false,
    bodyLimit,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    trustProxy: config.TRUST_PROXY,
    genReqId: requestId,
    exposeHeadRoutes: false,
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    frameworkErrors: sendFrameworkError,
  });
  app.decorate('config', config);
  app.decorate('db', deps.db);
  app.decorate('events', deps.events);
  app.decorate('planKeys', deps.planKeys);
  app.decorate('endpoints', []);
  validateWithZod(app);
  answerErrors(app);
  endStreamsOnClose(app);
  await useSecurityHeaders(app, config);
  await useSessions(app, config);
  await useOpenApi(app, service);
  for (const module of modules) await app.register(module);
  await app.ready();
  return app;
}
