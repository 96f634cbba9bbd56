import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isLoopback } from '../platform/config/loopback.ts';
import { newServer } from '../platform/http/new-server.ts';
import { listPage, mailPage, missingPage, styles } from '../platform/mail/mailbox-pages.ts';
import { deleteWaitingMails, waitingMails } from '../platform/mail/mailbox.ts';
import type { Dependencies } from './build-service.ts';

/**
 * The mailbox's host, whose addresses (127.0.0.1 and ::1) belong to this machine alone: the mails hold codes and links
 * that let anybody in.
 */
export const mailboxHost = 'localhost';

/** The policies: nothing but our own style sheet; a mail is shown in a frame that may only open its links elsewhere. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox";

const tokens = new URL('../../../shared/src/ui/tokens.css', import.meta.url);

/** The page that shows the mails where there is no server to send them, and the same as JSON for programs and tests. */
export async function mailboxService({
  config,
  db,
  log,
}: Pick<Dependencies, 'config' | 'db' | 'log'>): Promise<FastifyInstance> {
  const app = newServer('mailbox', log);
  const style = readFileSync(tokens, 'utf8') + styles;
  keepStrangersOut(app);
  // The form's two buttons say all by their address.
  app.addContentTypeParser('application/x-www-form-urlencoded', (_, payload, done) => {
    payload.resume();
    done(null);
  });

  app.get<{ Querystring: { to?: string } }>('/', async ({ query }, reply) =>
    page(reply, listPage(await waitingMails(db, config, query.to), query.to ?? '')),
  );
  app.get<{ Params: { id: string } }>('/mails/:id', async ({ params }, reply) => {
    const mail = await find(params.id);
    return mail === undefined ? page(reply.code(404), missingPage()) : page(reply, mailPage(mail));
  });
  app.get<{ Params: { id: string } }>('/mails/:id/html', async ({ params }, reply) => {
    const mail = await find(params.id);
    return mail === undefined
      ? page(reply.code(404), missingPage())
      : page(
          reply.header('content-security-policy', mailPolicy),
          mail.html.replace('<head>', '<head>\n    <base target="_blank">'),
        );
  });
  app.get('/style.css', async (_, reply) => reply.type('text/css; charset=utf-8').send(style));
  app.get<{ Querystring: { to?: string } }>('/api/messages', async ({ query }, reply) =>
    reply.send({ success: true, data: { items: await waitingMails(db, config, query.to) } }),
  );
  app.delete('/api/messages', async (_, reply) => {
    await deleteWaitingMails(db);
    return reply.send({ success: true, data: {} });
  });
  app.post('/delete-all', async (_, reply) => {
    await deleteWaitingMails(db);
    return reply.code(303).header('location', '/').send();
  });
  app.setNotFoundHandler(async (_, reply) => page(reply.code(404), missingPage()));
  const find = async (id: string) => (await waitingMails(db, config)).find((mail) => mail.id === id);
  await app.ready();
  return app;
}

const page = (reply: FastifyReply, html: string) => reply.type('text/html; charset=utf-8').send(html);

function keepStrangersOut(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'content-security-policy': pagePolicy,
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    // Another site's name that leads here (DNS rebinding) would make its pages readers of this one.
    if (!isLoopback(request.hostname) || !isLoopback(request.ip))
      return reply.code(421).type('text/plain').send('The mailbox answers to localhost alone.');
    // A form of another site would delete the mails.
    const { origin } = request.headers;
    if (origin !== undefined && origin !== `${request.protocol}://${request.host}`)
      return reply.code(403).type('text/plain').send('This is asked for by another site.');
  });
}
