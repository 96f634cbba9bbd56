import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { ApiError } from '../errors/api-error.ts';
import { isHostKnown, isTlsAlone, webOrigin } from './addresses.ts';

/** The seconds a browser may cache a preflight: Chromium's maximum. */
const preflightMaxAgeSeconds = 7200;
const hstsSeconds = 365 * 24 * 3600;

/** Security headers, set by hand, for requests that Fastify refuses before any hook runs. */
export const headersWithoutHooks = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/**
 * Sets the headers of every response, errors included, and CORS with credentials for the pages of the web origin only.
 */
export async function useSecurityHeaders(app: FastifyInstance, config: Config): Promise<void> {
  await app.register(helmet, {
    // An API answers no page; `/docs` brings its own policy.
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    crossOriginResourcePolicy: { policy: 'same-site' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    hsts: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    reply.header('x-request-id', request.id);
    if (isTlsAlone(config, request))
      reply.header('strict-transport-security', `max-age=${hstsSeconds}; includeSubDomains`);
    if (!isHostKnown(config, request)) throw new ApiError('host_unknown');
  });
  await app.register(cors, {
    delegator: (request, done) => {
      done(null, {
        origin: request.headers.origin === webOrigin(config, request) ? request.headers.origin : false,
        credentials: true,
        methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        allowedHeaders: ['content-type', 'x-csrftoken', 'last-event-id', 'accept-language'],
        exposedHeaders: ['x-request-id', 'retry-after', 'date'],
        maxAge: preflightMaxAgeSeconds,
        strictPreflight: false,
      });
    },
  });
}
