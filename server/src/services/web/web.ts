import path from 'node:path';
import cookie from '@fastify/cookie';
import { languages } from '@parlance/shared/contract/values/language';
import type { FastifyInstance } from 'fastify';
import { clientMetadataDocument } from '../../dialogue/tools/sign-in/client-metadata.ts';
import { clientMetadataPath, isServerName, ownAddressesAt } from '../../dialogue/tools/sign-in/own-addresses.ts';
import { openBuildFiles, type BuildFiles } from '../../operations/releases/build-files.ts';
import { isHostKnown, isTlsAlone, webOrigin } from '../../platform/http/addresses.ts';
import { closeWhenQuiet, leaveOrderly } from '../../platform/http/leaving.ts';
import { newServer } from '../../platform/http/new-server.ts';
import { observeRequests } from '../../platform/telemetry/requests.ts';
import type { Dependencies } from '../build-service.ts';
import { askAgain, forever, sendFile } from './assets.ts';
import { type Neighbours, frontOf, namesOf } from './front.ts';
import { answerPage, servedReleases } from './pages.ts';
import { openPainter } from './painted.ts';
import { pinsOf } from './pins.ts';
import { closedPolicy, setCommonHeaders } from './policy.ts';
import { type ReleaseSource, type Remotes, openRemotes } from './remotes.ts';
import { sendMade } from './send-made.ts';

const hstsSeconds = 365 * 24 * 3600;
/** Seconds a load balancer waits before it asks a process again that is about to end. */
const retryAfterSeconds = 2;

/**
 * The web service: the pages of the host and the files of the host and the remotes, and before them the services of
 * this process (`neighbours`), which must be closed at the same time. It needs no database; without one it serves what
 * was built, and no release that was shipped.
 */
export async function webService(
  { config, log }: Pick<Dependencies, 'config' | 'log'>,
  source: ReleaseSource | null = null,
  neighbours: Neighbours = {},
): Promise<FastifyInstance> {
  const app = newServer('web', log, { serverFactory: frontOf(neighbours), trustProxy: config.TRUST_PROXY });
  app.decorate('config', config);
  const complain = (sentence: string, error?: unknown) => app.log.error({ err: error }, sentence);
  const files = openBuildFiles({ hostFolder: config.HOST_DIR, registryFile: config.REGISTRY_FILE, complain });
  const remotes = openRemotes({ files, source, dataFolder: config.DATA_DIR, complain });
  const shut = Promise.withResolvers<undefined>();
  // The first of these hooks is called last: when everybody is served.
  app.addHook('onClose', async () => shut.resolve(undefined));
  app.addHook('onClose', async () => remotes.close());
  observeRequests(app, 'web');
  leaveOrderly(app);
  await app.register(cookie);
  app.addHook('onRequest', async (request, reply) => {
    setCommonHeaders(reply);
    reply.header('content-security-policy', closedPolicy);
    if (isTlsAlone(config, request))
      reply.header('strict-transport-security', `max-age=${hstsSeconds}; includeSubDomains`);
    if (!isHostKnown(config, request))
      return reply
        .code(421)
        .header('cache-control', 'no-store')
        .type('text/plain; charset=utf-8')
        .send('Parlance answers to localhost alone. For another address set WEB_ORIGIN to it.');
  });
  serveFiles(app, files, remotes);
  // Authorization servers of tools ask for it, where they know clients by such a document.
  app.get<{ Params: { server: string } }>(`${clientMetadataPath}/:server`, async (request, reply) => {
    const { server } = request.params;
    const origin = webOrigin(config, request);
    const { clientMetadataUrl, redirectUri } = ownAddressesAt(origin, server);
    if (clientMetadataUrl === null || !isServerName(server)) return notFound(reply);
    return reply
      .header('cache-control', 'max-age=3600')
      .send(clientMetadataDocument(clientMetadataUrl, { origin, redirectUri }));
  });
  app.get('/healthz', async (_, reply) =>
    reply.header('cache-control', 'no-store').send({ success: true, data: { status: 'ok' } }),
  );
  app.get('/readyz', async (_, reply) => {
    const isReady = app.leaving === 'no';
    if (!isReady) reply.header('retry-after', retryAfterSeconds);
    return reply
      .code(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ success: isReady, data: { status: isReady ? 'ready' : 'stopping' } });
  });
  // A form sent before the login page's script has loaded: the input is dropped unread, and the page is shown anew.
  app.addContentTypeParser('*', (_, payload, done) => {
    payload.resume();
    done(null);
  });
  app.post('/auth/login', async (request, reply) =>
    reply.code(303).header('cache-control', 'no-store').header('location', request.url).send(),
  );
  const site = { config, files, remotes, paint: openPainter(files, complain), neighbours: namesOf(neighbours) };
  app.get('/*', (request, reply) => answerPage(site, request, reply));
  app.setErrorHandler(async (error, request, reply) => {
    request.log.error({ err: error }, 'a page could not be answered');
    return reply
      .code(500)
      .header('cache-control', 'no-store')
      .type('text/plain; charset=utf-8')
      .send(`This page could not be made. Request ${request.id}`);
  });
  app.setNotFoundHandler(async (_, reply) => notFound(reply));
  closeWhenQuiet(app);
  await app.ready();
  for (const { doors } of Object.values(neighbours)) doors.add(shut.promise);
  return app;
}

type Reply = Parameters<typeof sendFile>[1];
const notFound = (reply: Reply) =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found');

/** Files by closed lists: a name that no build knows is no path on the disk, whatever it is made of. */
function serveFiles(app: FastifyInstance, files: BuildFiles, remotes: Remotes): void {
  app.get<{ Params: { file: string } }>('/assets/:file', async (request, reply) => {
    const { file } = request.params;
    const isProgram = /^[\w-][\w.-]*\.(js|css|svg|png|woff2)$/.test(file);
    if (!isProgram || !(await sendFile(request, reply, path.join(files.hostFolder, file), forever)))
      return notFound(reply);
    return reply;
  });
  // Fonts of formulas: the code that renders answers is a part of the host's build.
  app.get<{ Params: { file: string } }>('/assets/fonts/:file', async (request, reply) => {
    const { file } = request.params;
    const isFont = /^[\w-][\w.-]*\.woff2$/.test(file);
    if (!isFont || !(await sendFile(request, reply, path.join(files.hostFolder, 'fonts', file), forever)))
      return notFound(reply);
    return reply;
  });
  // Texts of a part of the host that is fetched when it is needed.
  app.get<{ Params: { file: string } }>('/assets/files/:file', async (request, reply) => {
    const { file } = request.params;
    const isText = /^[\w-][\w.-]*\.json$/.test(file);
    if (!isText || !(await sendFile(request, reply, path.join(files.hostFolder, 'files', file), forever)))
      return notFound(reply);
    return reply;
  });
  app.get<{ Params: { name: string; version: string; '*': string } }>(
    '/remotes/:name/:version/*',
    async (request, reply) => {
      const { name, version, '*': file } = request.params;
      const remote = await remotes.at(`/remotes/${name}/${version}/`);
      if (remote === undefined) return notFound(reply);
      const pins = pinsOf(remote.entry);
      if (file === pins.file) {
        reply
          .type('application/json; charset=utf-8')
          .header('vary', 'accept-encoding')
          .header('cache-control', forever);
        return sendMade(request, reply, pins.content);
      }
      const isOfBuild = Object.hasOwn(remote.entry.remote.integrity, file);
      if (!isOfBuild || !(await sendFile(request, reply, path.join(remote.folder, file), forever)))
        return notFound(reply);
      return reply;
    },
  );
  app.get<{ Params: { file: string } }>('/texts/:file', async (request, reply) => {
    const language = languages.find((it) => `${it}.json` === request.params.file);
    if (
      language === undefined ||
      !(await sendFile(request, reply, path.join(files.hostFolder, 'texts', `${language}.json`), askAgain))
    )
      return notFound(reply);
    return reply;
  });
  // Open pages ask for it now and then, to hear of a release.
  app.get('/registry.json', async (request, reply) =>
    reply.header('cache-control', 'no-store').send(await servedReleases({ files, remotes }, request)),
  );
  app.get('/favicon.svg', async (request, reply) =>
    (await sendFile(request, reply, path.join(files.hostFolder, 'favicon.svg'), askAgain)) ? reply : notFound(reply),
  );
  for (const prefix of ['/assets/*', '/remotes/*', '/texts/*', '/favicon.ico', '/robots.txt'])
    app.get(prefix, async (_, reply) => notFound(reply));
}
