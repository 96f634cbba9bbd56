import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { ServiceName } from '@parlance/shared/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { ownPath } from './service-addresses.ts';

const titles: Record<ServiceName, string> = {
  main: 'Parlance: main API',
  charts: 'Parlance: charts',
  payment: 'Parlance: payment',
};

/** The page sets styles on its elements; its scripts are files of its own. */
const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Serves `/openapi.json`, made from the schemas that check the requests, and `/docs`, a page to read it. */
export async function useOpenApi(app: FastifyInstance, service: ServiceName): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: titles[service], version: '1' },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'sessionid' },
          csrf: { type: 'apiKey', in: 'header', name: 'X-CSRFToken' },
        },
      },
      security: [{ session: [] }],
    },
    transform: jsonSchemaTransform,
  });
  // Paths of a document without servers begin at the root of its origin.
  const below = (document: object, request: FastifyRequest) => ({
    ...document,
    servers: [{ url: ownPath(request) || '/' }],
  });
  app.get('/openapi.json', { schema: { hide: true } }, async (request) => below(app.swagger(), request));
  await app.register(swaggerUi, {
    routePrefix: '/docs',
    staticCSP: docsPolicy,
    transformSpecification: below,
    transformSpecificationClone: false,
    // The redirect of swagger-ui itself ignores the prefix.
    uiHooks: {
      onRequest: (request, reply, next) => {
        if (request.routeOptions.url === '/docs/static/index.html') void reply.redirect('../');
        else next();
      },
    },
  });
}
