import path from 'node:path';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { languages } from '@parlance/shared/contract/language';
import type { Dependencies } from '../app.ts';
import { isLoopback } from '../plugins/addresses.ts';
import { requestId, requestIdLabel } from '../plugins/log.ts';
import { askAgain, forever, sendFile } from './web/assets.ts';
import { openBuildFiles, type BuildFiles } from './web/build-files.ts';
import { answerPage } from './web/pages.ts';
import { closedPolicy, setCommonHeaders } from './web/policy.ts';

const requestTimeoutMs = 60_000;
/** Longer than usual load balancers keep an idle connection (60 s), so that they close first. */
const keepAliveTimeoutMs = 65_000;
const hstsSeconds = 365 * 24 * 3600;

/** The web service: the pages of the host and the files of the host and the remotes. It needs no database. */
export async function webService({ config, log }: Pick<Dependencies, 'config' | 'log'>): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = log.child({ service: 'web' });
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ requestIdLogLabel: requestIdLabel }),
    requestIdHeader: false,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    trustProxy: config.TRUST_PROXY,
    genReqId: requestId,
    return503OnClosing: false,
  });
  const files = openBuildFiles({
    hostFolder: config.HOST_DIR,
    registryFile: config.REGISTRY_FILE,
    complain: (sentence, error) => app.log.error({ err: error }, sentence),
  });
  await app.register(cookie);
  app.addHook('onRequest', async (request, reply) => {
    setCommonHeaders(reply);
    reply.header('content-security-policy', closedPolicy);
    if (request.protocol === 'https' && !isLoopback(request.hostname)) reply.header('strict-transport-security', `max-age=${hstsSeconds}; includeSubDomains`);
  });
  serveFiles(app, files);
  app.get('/healthz', async (_, reply) => reply.header('cache-control', 'no-store').send({ success: true, data: { status: 'ok' } }));
  // Whoever is faster than the login page's script sends its form: what was typed is dropped unread, and the page comes anew.
  app.addContentTypeParser('*', (_, payload, done) => {
    payload.resume();
    done(null);
  });
  app.post('/auth/login', async (request, reply) => reply.code(303).header('cache-control', 'no-store').header('location', request.url).send());
  app.get('/*', (request, reply) => answerPage({ config, files }, request, reply));
  app.setErrorHandler(async (error, request, reply) => {
    request.log.error({ err: error }, 'a page could not be answered');
    return reply.code(500).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(`This page could not be made. Request ${request.id}`);
  });
  app.setNotFoundHandler(async (_, reply) => notFound(reply));
  await app.ready();
  return app;
}

type Reply = Parameters<typeof sendFile>[1];
const notFound = (reply: Reply) => reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found');

/** Files by closed lists: a name that no build knows is no path on the disk, whatever it is made of. */
function serveFiles(app: FastifyInstance, files: BuildFiles): void {
  app.get<{ Params: { file: string } }>('/assets/:file', async (request, reply) => {
    const { file } = request.params;
    const isProgram = /^[\w-][\w.-]*\.(js|css|svg|png|woff2)$/.test(file);
    if (!isProgram || !(await sendFile(request, reply, path.join(files.hostFolder, file), forever))) return notFound(reply);
    return reply;
  });
  app.get<{ Params: { name: string; version: string; '*': string } }>('/remotes/:name/:version/*', async (request, reply) => {
    const { name, version, '*': file } = request.params;
    const remote = (await files.remotes()).find(({ entry }) => entry.base === `/remotes/${name}/${version}/`);
    const isOfBuild = remote !== undefined && Object.hasOwn(remote.entry.remote.integrity, file);
    if (!isOfBuild || !(await sendFile(request, reply, path.join(remote.folder, file), forever))) return notFound(reply);
    return reply;
  });
  app.get<{ Params: { file: string } }>('/texts/:file', async (request, reply) => {
    const language = languages.find((it) => `${it}.json` === request.params.file);
    if (language === undefined || !(await sendFile(request, reply, path.join(files.hostFolder, 'texts', `${language}.json`), askAgain))) return notFound(reply);
    return reply;
  });
  app.get('/favicon.svg', async (request, reply) => ((await sendFile(request, reply, path.join(files.hostFolder, 'favicon.svg'), askAgain)) ? reply : notFound(reply)));
  for (const prefix of ['/assets/*', '/remotes/*', '/texts/*', '/favicon.ico', '/robots.txt']) app.get(prefix, async (_, reply) => notFound(reply));
}
