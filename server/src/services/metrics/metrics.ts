import Fastify, { type FastifyInstance } from 'fastify';
import { timeouts } from '../../platform/http/new-server.ts';
import { isFromHere } from '../../platform/http/operator-key.ts';
import { closeUnusedConnections } from '../../platform/http/unused-connections.ts';
import { areEqual, hashToken } from '../../platform/secrets/tokens.ts';
import type { ScrapeFigures } from '../../platform/telemetry/open-telemetry.ts';
import type { Dependencies } from '../build-service.ts';

/**
 * The figures of this process for Prometheus, on a port of their own that no page leads to: to this machine alone, or
 * to whoever has METRICS_TOKEN.
 */
export async function metricsService(
  { config, log }: Pick<Dependencies, 'config' | 'log'>,
  scrape: ScrapeFigures,
): Promise<FastifyInstance> {
  const app = Fastify({ logger: false, requestIdHeader: false, return503OnClosing: false, ...timeouts });
  closeUnusedConnections(app);
  app.addHook('onRequest', async (request, reply) => {
    const { METRICS_TOKEN: token } = config;
    const sent = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const isAllowed = token === undefined ? isFromHere(request) : areEqual(hashToken(sent), hashToken(token));
    if (!isAllowed)
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .type('text/plain')
        .send('The figures are for this machine, or for whoever has METRICS_TOKEN.\n');
  });
  app.get('/metrics', async (_, reply) =>
    reply
      .header('cache-control', 'no-store')
      .type('text/plain; version=0.0.4; charset=utf-8')
      .send(await scrape()),
  );
  app.setErrorHandler(async (error, _, reply) => {
    log.error({ err: error }, 'the figures could not be read');
    return reply.code(500).type('text/plain').send('The figures could not be read.\n');
  });
  app.setNotFoundHandler(async (_, reply) => reply.code(404).type('text/plain').send('Not found\n'));
  await app.ready();
  return app;
}
