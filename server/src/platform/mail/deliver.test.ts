import { setTimeout as pause } from 'node:timers/promises';
import { until } from '../../testing/asking.ts';
import { endPauses, noJobs } from '../../testing/jobs.ts';
import { withClock } from '../../testing/other-clock.ts';
import { type SmtpServerOptions, type SmtpTestServer, startSmtpServer } from '../../testing/smtp-server.ts';
import { type TestDatabase, openTestDatabase } from '../../testing/test-database.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { type Events, createLocalEvents, createPostgresEvents } from '../db/events.ts';
import { startJobs } from '../jobs/engine.ts';
import { createLog } from '../telemetry/log.ts';
import { mailDelivery } from './deliver.ts';
import { type Mail, queueMail, queueMailOrDecoy } from './queue-mail.ts';
import { type MailServer, openMailServer } from './smtp.ts';

let database: TestDatabase;
let db: Database;
let events: Events;
const log: string[] = [];
beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
  const report = (error: unknown) => void log.push(String(error));
  events =
    database.url === null ? createLocalEvents(report, database.hear) : createPostgresEvents(database.url, report);
});
afterAll(async () => {
  await events.close();
  await database.close();
});

const closing: { close(): Promise<void> | void }[] = [];
afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close();
  await database.pool.query('delete from job_requests; delete from pgboss.job; delete from outgoing_mail');
  log.length = 0;
});

const pollSeconds = 0.5;
const configFor = (smtp: SmtpTestServer): Config =>
  readConfig({
    NODE_ENV: 'test',
    WEB_ORIGIN: 'https://chat.example.org',
    SMTP_URL: smtp.url,
    MAIL_FROM: 'Parlance <no-reply@example.org>',
    SUPPORT_EMAIL: 'help@example.org',
  });

async function smtpServer(options: SmtpServerOptions = {}): Promise<SmtpTestServer> {
  const smtp = await startSmtpServer(options);
  closing.push(smtp);
  return smtp;
}

/** Starts a worker as the program does, with a shorter polling interval. */
async function startWorker(smtp: SmtpTestServer, sendTimeoutMs?: number): Promise<{ close(): Promise<void> }> {
  const config = configFor(smtp);
  const { SMTP_URL = '', MAIL_FROM = { name: '', address: '' } } = config;
  const server: MailServer = openMailServer({ SMTP_URL, MAIL_FROM }, sendTimeoutMs);
  const deps = {
    config,
    db,
    events,
    pool: database.pool,
    isEmbedded: database.url === null,
    log: createLog({ LOG_LEVEL: 'trace' }, { write: (line) => log.push(line) }),
  };
  const jobs = await startJobs(deps, { ...noJobs, send_mail: mailDelivery({ ...deps, server }) }, pollSeconds);
  const worker = {
    async close() {
      await jobs.close();
      server.close();
    },
  };
  closing.push(worker);
  return worker;
}

const codeMail = (to: string, code = '918273'): Mail => ({
  to,
  language: 'de-DE',
  template: 'sign_in_code',
  values: { code, link: '/auth/login#token=s3cret', minutes: 10 },
});
const queue = (...mails: Mail[]) =>
  db.asSystem(async (trx) => {
    for (const mail of mails) await queueMail(trx, mail);
  });
const rows = () => db.asSystem((trx) => trx.selectFrom('outgoing_mail').selectAll().execute());
const jobStates = async () =>
  (await database.pool.query<{ state: string }>(`select state from pgboss.job where name = 'send_mail'`)).rows.map(
    ({ state }) => state,
  );
/** Resolves when this many of the jobs have reached the state. */
async function untilState(wanted: string, jobs = 1): Promise<void> {
  while ((await jobStates()).filter((state) => state === wanted).length < jobs) await pause(5);
}

test('a mail is sent once, to one recipient, and its content is gone when it is', async () => {
  const smtp = await smtpServer();
  await startWorker(smtp);
  await queue(codeMail('ada@mail.example'));
  await untilState('completed');
  const [mail, ...others] = smtp.received;
  expect(others).toEqual([]);
  expect(mail?.recipients).toEqual(['ada@mail.example']);
  expect(mail).toMatchObject({
    from: { name: 'Parlance', address: 'no-reply@example.org' },
    replyTo: [{ address: 'help@example.org' }],
    subject: 'Ihr Bestätigungscode',
    text: expect.stringContaining('918273'),
    html: expect.stringContaining('href="https://chat.example.org/auth/login#token=s3cret"'),
  });
  const [row] = await rows();
  expect(mail?.messageId).toBe(`<${row?.id}@example.org>`);
  expect(mail?.headers).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
      expect.objectContaining({ key: 'content-language', value: 'de-DE' }),
    ]),
  );
  expect(row).toMatchObject({ content: null, sent_at: expect.any(Date), failed_at: null });
});

test('the log holds neither codes nor links nor bodies', async () => {
  const smtp = await smtpServer({ fault: { kind: 'reply', at: 'data', code: 451 } });
  await startWorker(smtp);
  await queue(codeMail('ada@mail.example'));
  await untilState('retry');
  smtp.setFault(null);
  await endPauses(database.pool);
  await untilState('completed');
  expect(log.join('')).toContain('a mail was sent');
  expect(log.join('')).not.toMatch(/918273|s3cret|Bestätigungscode|Anmeldung|<html/);
  const { rows: kept } = await database.pool.query('select data, output from pgboss.job');
  expect(JSON.stringify(kept)).not.toMatch(/918273|s3cret/);
});

test('a code that has run out while the server was away is not sent any more; what can still be used is', async () => {
  const smtp = await smtpServer({ fault: { kind: 'reply', at: 'data', code: 451 } });
  await startWorker(smtp);
  await queue(codeMail('late@mail.example'), {
    to: 'ada@mail.example',
    language: 'en',
    template: 'member_deactivated',
    values: { organization: 'Pro' },
  });
  await untilState('retry', 2);
  const { rows: lives } = await database.pool.query(
    `select recipient, extract(epoch from valid_until - created_at)::integer / 60 as minutes from outgoing_mail order by recipient`,
  );
  expect(lives).toEqual([
    { recipient: 'ada@mail.example', minutes: null },
    { recipient: 'late@mail.example', minutes: 10 },
  ]);
  await database.pool.query(
    `update outgoing_mail set created_at = created_at - interval '1 hour', valid_until = valid_until - interval '1 hour'`,
  );
  smtp.setFault(null);
  await endPauses(database.pool);
  await untilState('completed', 2);
  expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['ada@mail.example']]);
  expect(await rows()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        recipient: 'late@mail.example',
        content: null,
        sent_at: null,
        failure: 'What it says could not be used any more.',
      }),
    ]),
  );
});

test('how long a code holds is reckoned by the database’s clock: a process that is two hours ahead, or behind, neither drops a mail nor lets one live on', async () => {
  const hours = 2 * 3_600_000;
  const smtp = await smtpServer();
  const worker = await startWorker(smtp);
  await queue(codeMail('ahead@mail.example'));
  await untilState('completed');
  await worker.close();
  await withClock(-hours, () => queue(codeMail('behind@mail.example')));
  await withClock(hours, async () => {
    await startWorker(smtp);
    await untilState('completed', 2);
  });
  expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['ahead@mail.example'], ['behind@mail.example']]);
  const { rows: lives } = await database.pool.query(
    `select extract(epoch from valid_until - created_at)::integer / 60 as minutes, sent_at between created_at and now() as is_sent from outgoing_mail`,
  );
  expect(lives).toEqual([
    { minutes: 10, is_sent: true },
    { minutes: 10, is_sent: true },
  ]);
});

test('a server that took the mail and broke off before it said so gets a second copy with the same Message-ID', async () => {
  const smtp = await smtpServer({
    fault: { kind: 'drop', at: 'kept' },
    kept: () => void (smtp.received.length === 2 && smtp.setFault(null)),
  });
  await startWorker(smtp);
  await queue(codeMail('ada@mail.example'));
  while (!(await jobStates()).includes('completed')) await endPauses(database.pool);
  expect(smtp.received.length).toBeGreaterThan(1);
  expect(new Set(smtp.received.map(({ messageId, date }) => `${messageId} ${date}`)).size).toBe(1);
});

test('a mail that was sent and could not be marked so is sent again with the same Message-ID', async () => {
  await database.pool.query(`
    create function fail_mark() returns trigger language plpgsql as $$ begin raise exception 'the database went'; end $$;
    create trigger fail_mark before update on outgoing_mail for each row execute function fail_mark()`);
  const smtp = await smtpServer();
  await startWorker(smtp);
  await queue(codeMail('ada@mail.example'));
  await untilState('retry');
  await database.pool.query('drop function fail_mark cascade');
  await endPauses(database.pool);
  await untilState('completed');
  expect(smtp.received).toHaveLength(2);
  expect(smtp.received[0]?.messageId).toBe(smtp.received[1]?.messageId);
});

test('a decoy is noted as if it had been sent, and is not', async () => {
  const smtp = await smtpServer();
  await db.asSystem((trx) => queueMailOrDecoy(trx, codeMail('nobody@mail.example'), true));
  await startWorker(smtp);
  await untilState('completed');
  expect(smtp.received).toEqual([]);
  expect(await rows()).toMatchObject([{ content: null, sent_at: expect.any(Date) }]);
});

test('a mail that was sent by a try of which only that is noted is not sent again', async () => {
  const smtp = await smtpServer();
  await queue(codeMail('ada@mail.example'));
  await database.pool.query('update outgoing_mail set content = null, sent_at = now()');
  await startWorker(smtp);
  await untilState('completed');
  expect(smtp.received).toEqual([]);
});

test('a server that is down and comes back gets everything', async () => {
  const smtp = await smtpServer();
  await smtp.goDown();
  await startWorker(smtp);
  await queue(codeMail('ada@mail.example'), codeMail('bob@mail.example'));
  await untilState('retry', 2);
  await smtp.goUp();
  await endPauses(database.pool);
  await until(() => smtp.received.length === 2);
  expect(smtp.received.flatMap(({ recipients }) => recipients).sort()).toEqual([
    'ada@mail.example',
    'bob@mail.example',
  ]);
});

test.each(['mail', 'rcpt', 'data'] as const)(
  'what is refused for good at %s is not tried again, and kept with the reason',
  async (at) => {
    const smtp = await smtpServer({ fault: { kind: 'reply', at, code: 550, text: 'No such person here' } });
    await startWorker(smtp);
    await queue(codeMail('nobody@mail.example'));
    await untilState('failed');
    let [row] = await rows();
    while (row?.failed_at === null) [row] = await rows();
    expect(row).toMatchObject({
      recipient: 'nobody@mail.example',
      content: null,
      sent_at: null,
      failure: expect.stringContaining('550 No such person here'),
    });
  },
);

test.each([
  ['a refusal for now', { kind: 'reply', at: 'rcpt', code: 451 }],
  ['a wrong password, which the operator will mend', { kind: 'reply', at: 'auth', code: 535 }],
  ['a greeting that is a refusal', { kind: 'reply', at: 'connect', code: 554 }],
  ['a connection that breaks in the middle', { kind: 'drop', at: 'data' }],
] as const)('%s is tried again', async (_, fault) => {
  const smtp = await smtpServer({
    fault,
    ...('at' in fault && fault.at === 'auth' ? { user: { name: 'parlance', password: 'right' } } : {}),
  });
  await startWorker(smtp);
  await queue(codeMail('ada@mail.example'));
  await untilState('retry');
  smtp.setFault(null);
  await endPauses(database.pool);
  await untilState('completed');
  expect(smtp.received).toHaveLength(1);
});

test.each(['connect', 'data'] as const)('a server that hangs at %s is left when the time is up', async (at) => {
  const smtp = await smtpServer({ fault: { kind: 'hang', at } });
  const impatient = await startWorker(smtp, 300);
  await queue(codeMail('ada@mail.example'));
  await untilState('retry');
  await until(() => smtp.openConnections() === 0);
  await impatient.close();
  smtp.setFault(null);
  // Uses the ordinary time limit: abandoning a try that is merely slow would send the mail twice.
  await startWorker(smtp);
  await endPauses(database.pool);
  await untilState('completed');
  expect(smtp.received).toHaveLength(1);
});

test('a stop does not wait for a server that hangs, and loses nothing', async () => {
  const smtp = await smtpServer({ fault: { kind: 'hang', at: 'data' } });
  const worker = await startWorker(smtp);
  await queue(codeMail('ada@mail.example'));
  await until(() => smtp.openConnections() > 0);
  await worker.close();
  // Broken off, instead of left to the silence that ends it at last.
  expect(log.join('')).toContain('Message sending aborted');
  smtp.setFault(null);
  await endPauses(database.pool);
  await startWorker(smtp);
  await until(() => smtp.received.length === 1);
});

test('fifty mails and two workers: each arrives once', async () => {
  const smtp = await smtpServer();
  await Promise.all([startWorker(smtp), startWorker(smtp)]);
  const addresses = Array.from({ length: 50 }, (_, at) => `person${at}@mail.example`);
  await Promise.all(addresses.map((to) => queue(codeMail(to))));
  await untilState('completed', addresses.length);
  expect(smtp.received.flatMap(({ recipients }) => recipients).sort()).toEqual(addresses.sort());
});

test('a name cannot add a header or a recipient', async () => {
  const smtp = await smtpServer();
  await startWorker(smtp);
  const name = 'Ada\r\nBcc: all@mail.example\r\n\r\n<script>alert(1)</script>';
  await queue({
    to: 'ada@mail.example',
    language: 'en',
    template: 'invitation',
    values: { organization: name, inviter: name, link: '/terms/register#invitation=x', days: 7 },
  });
  await until(() => smtp.received.length === 1);
  const [mail] = smtp.received;
  expect(mail?.recipients).toEqual(['ada@mail.example']);
  expect(mail?.headers.map(({ key }) => key)).not.toContain('bcc');
  expect(mail?.html).not.toContain('<script>');
});

test('without a server mails stay where they are', async () => {
  const deps = {
    config: readConfig({ NODE_ENV: 'test' }),
    db,
    events,
    pool: database.pool,
    isEmbedded: database.url === null,
    log: createLog({ LOG_LEVEL: 'silent' }),
  };
  closing.push(await startJobs(deps, { ...noJobs, send_mail: mailDelivery({ ...deps, server: null }) }, pollSeconds));
  await queue(codeMail('ada@mail.example'));
  await untilState('completed');
  expect(await rows()).toMatchObject([{ content: { code: '918273' }, sent_at: null, failed_at: null }]);
});
