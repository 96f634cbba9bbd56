import type { FastifyInstance } from 'fastify';
import { readConfig } from '../platform/config/config.ts';
import { timeouts } from '../platform/http/new-server.ts';
import { hasMailbox } from '../platform/mail/mailbox.ts';
import { queueMail } from '../platform/mail/queue-mail.ts';
import { createLog } from '../platform/telemetry/log.ts';
import { type TestDatabase, openTestDatabase } from '../testing/test-database.ts';
import { mailboxService } from './mailbox.ts';

const config = readConfig({ NODE_ENV: 'test', WEB_ORIGIN: 'https://chat.example.org' });
let database: TestDatabase;
let mailbox: FastifyInstance;
beforeAll(async () => {
  database = await openTestDatabase();
  mailbox = await mailboxService({ config, db: database.db, log: createLog({ LOG_LEVEL: 'silent' }) });
});
afterAll(async () => {
  await mailbox.close();
  await database.close();
});
beforeEach(async () => {
  await database.pool.query('delete from outgoing_mail');
  await queue('ada@mail.example', '111111');
  await queue('bob@mail.example', '222222');
});

const queue = (to: string, code: string) =>
  database.db.asSystem((trx) =>
    queueMail(trx, {
      to,
      language: 'fr-FR',
      template: 'sign_in_code',
      values: { code, link: '/auth/login', minutes: 10 },
    }),
  );
const get = (url: string, headers: Record<string, string> = {}) =>
  mailbox.inject({ url, headers: { host: 'localhost:8025', ...headers } });
const messages = async (query = '') =>
  (await get(`/api/messages${query}`)).json().data.items as {
    id: string;
    to: string;
    code: string;
    link: string;
    text: string;
    html: string;
    subject: string;
  }[];

test('lists the mails, newest first, and finds those of a recipient', async () => {
  const { body, headers } = await get('/');
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(body.indexOf('bob@mail.example')).toBeLessThan(body.indexOf('ada@mail.example'));
  const found = (await get('/?to=ADA')).body;
  expect(found).toContain('ada@mail.example');
  expect(found).not.toContain('bob@mail.example');
  expect((await get('/?to=%22%3E%3Cscript%3E')).body).not.toContain('<script');
});

test('waits for a request no longer than the other servers', () => {
  const { requestTimeout, keepAliveTimeout } = mailbox.server;
  expect({ requestTimeout, keepAliveTimeout }).toEqual(timeouts);
});

test('keeps the order of mails that have the same moment', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `person${at}@mail.example`);
  await database.db.asSystem(async (trx) => {
    for (const to of names)
      await queueMail(trx, {
        to,
        language: 'en',
        template: 'sign_in_code',
        values: { code: '333333', link: '/auth/login', minutes: 10 },
      });
  });
  expect((await messages('?to=person')).map(({ to }) => to)).toEqual(names.toReversed());
});

test('gives programs the same as JSON, with what is typed and what is clicked', async () => {
  expect(await messages('?to=ada@mail.example')).toEqual([
    expect.objectContaining({
      to: 'ada@mail.example',
      code: '111111',
      link: 'https://chat.example.org/auth/login',
      subject: 'Votre code de vérification',
      text: expect.stringContaining('111111'),
      html: expect.stringContaining('<html lang="fr-FR">'),
    }),
  ]);
});

test('opens a mail as text and, in a frame that may do nothing but open its links elsewhere, as a page', async () => {
  const [mail] = await messages('?to=ada');
  const { body, headers } = await get(`/mails/${mail?.id}`);
  expect(body).toContain(
    `<iframe title="The mail as a page" src="/mails/${mail?.id}/html" sandbox="allow-popups allow-popups-to-escape-sandbox">`,
  );
  expect(body).toContain('<strong>111111</strong>');
  expect(headers['content-security-policy']).toContain("default-src 'none'; style-src 'self'");
  const framed = await get(`/mails/${mail?.id}/html`);
  expect(framed.body.replace('\n    <base target="_blank">', '')).toBe(mail?.html);
  expect(framed.headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'unsafe-inline'; .*sandbox allow-popups allow-popups-to-escape-sandbox$/,
  );
  expect((await get('/mails/7/html')).statusCode).toBe(404);
});

test('deletes all, by the button and for programs', async () => {
  const pressed = await mailbox.inject({
    method: 'POST',
    url: '/delete-all',
    headers: {
      host: 'localhost:8025',
      origin: 'http://localhost:8025',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: 'a=b',
  });
  expect([pressed.statusCode, pressed.headers.location]).toEqual([303, '/']);
  expect(await messages()).toEqual([]);
  await queue('ada@mail.example', '333333');
  expect(
    (await mailbox.inject({ method: 'DELETE', url: '/api/messages', headers: { host: 'localhost:8025' } })).json(),
  ).toEqual({ success: true, data: {} });
  expect(await messages()).toEqual([]);
});

test.each(['evil.example', 'evil.example:8025', 'localhost.evil.example', '192.168.0.7:8025'])(
  'a page under the name %j learns nothing',
  async (host) => {
    const { statusCode, body } = await get('/api/messages', { host });
    expect(statusCode).toBe(421);
    expect(body).not.toContain('111111');
  },
);

test.each(['localhost:8025', '127.0.0.1:8025', '[::1]:8025'])('under %s it answers', async (host) => {
  expect((await get('/', { host })).statusCode).toBe(200);
});

test('somebody on another machine is turned away, whatever name they use', async () => {
  const { statusCode } = await mailbox.inject({
    url: '/api/messages',
    headers: { host: 'localhost:8025' },
    remoteAddress: '192.168.0.7',
  });
  expect(statusCode).toBe(421);
});

test('another site cannot delete what is here', async () => {
  const { statusCode } = await mailbox.inject({
    method: 'POST',
    url: '/delete-all',
    headers: {
      host: 'localhost:8025',
      origin: 'https://evil.example',
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
  expect(statusCode).toBe(403);
  expect(await messages()).toHaveLength(2);
});

test('nothing is asked for from elsewhere, no script is there, and the tokens of the product are', async () => {
  const { body } = await get('/');
  expect(body).not.toMatch(/<script|style=|https?:\/\//);
  const { body: style, headers } = await get('/style.css');
  expect(headers['content-type']).toBe('text/css; charset=utf-8');
  expect(style).toContain('--accent: light-dark(');
  expect(style).toContain('caption {');
});

test('what was sent or given up has nothing left to show', async () => {
  await database.pool.query(
    `update outgoing_mail set content = null, sent_at = now() where recipient = 'ada@mail.example'`,
  );
  expect((await messages()).map(({ to }) => to)).toEqual(['bob@mail.example']);
});

test('is there without a mail server, and never in production', () => {
  expect(hasMailbox(readConfig({}))).toBe(true);
  expect(hasMailbox(readConfig({ NODE_ENV: 'production' }))).toBe(false);
  expect(hasMailbox(readConfig({ SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@b.example' }))).toBe(false);
});
