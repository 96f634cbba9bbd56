import type { ServiceName } from '@parlance/shared/contract/endpoint';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { PlanKeys } from '../people/plans/plan-keys.ts';
import { useSessions } from '../people/session/use-sessions.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/db/database.ts';
import type { Events } from '../platform/db/events.ts';
import { answerErrors, sendFrameworkError } from '../platform/http/errors.ts';
import { endStreamsOnClose } from '../platform/http/event-stream.ts';
import { shareFairly } from '../platform/http/fair-share.ts';
import { closeWhenQuiet, leaveOrderly } from '../platform/http/leaving.ts';
import { newServer } from '../platform/http/new-server.ts';
import { useOpenApi } from '../platform/http/openapi.ts';
import { useSecurityHeaders } from '../platform/http/security.ts';
import { ownTarget } from '../platform/http/service-addresses.ts';
import { useSessionCookies } from '../platform/http/session-cookies.ts';
import { validateWithZod } from '../platform/http/validation.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { Log } from '../platform/telemetry/log.ts';
import { observeRequests } from '../platform/telemetry/requests.ts';

declare module 'fastify' {
  interface FastifyInstance {
    config: Config;
    db: Database;
    events: Events;
    planKeys: PlanKeys;
    /** The bytes of files. */
    storage: Storage;
  }
}

/** The dependencies of every service. The caller creates and closes them. */
export type Dependencies = {
  config: Config;
  db: Database;
  /** The pool of `db`: for backups and the job engine, which make their own transactions. */
  pool: pg.Pool;
  events: Events;
  planKeys: PlanKeys;
  storage: Storage;
  log: Log;
};

/** Bytes of a request's body; an endpoint that takes files says its own. */
const bodyLimit = 1024 * 1024;

/** A module of a service: the plugin of a part, or the routes of a room. */
export type ServiceModule = (app: FastifyInstance) => Promise<void>;

/** An API service with its modules, in order. */
export async function buildService(
  service: ServiceName,
  deps: Dependencies,
  modules: readonly ServiceModule[],
): Promise<FastifyInstance> {
  const { config } = deps;
  const app = newServer(service, deps.log, {
    bodyLimit,
    trustProxy: config.TRUST_PROXY,
    exposeHeadRoutes: false,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    frameworkErrors: sendFrameworkError,
    rewriteUrl: ({ url = '/' }) => ownTarget(service, url),
  });
  app.decorate('config', config);
  app.decorate('db', deps.db);
  app.decorate('events', deps.events);
  app.decorate('planKeys', deps.planKeys);
  app.decorate('storage', deps.storage);
  app.decorate('endpoints', []);
  observeRequests(app, service);
  validateWithZod(app);
  answerErrors(app);
  leaveOrderly(app);
  endStreamsOnClose(app);
  await useSecurityHeaders(app, config);
  await useSessionCookies(app, config);
  useSessions(app, config);
  shareFairly(app, config);
  await useOpenApi(app, service);
  // Names the function: without a name, Fastify looks through every required file.
  for (const module of modules)
    await app.register(Object.assign(module, { [Symbol.for('fastify.display-name')]: module.name }));
  closeWhenQuiet(app);
  await app.ready();
  return app;
}
