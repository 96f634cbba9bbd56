import { mailTo } from '../../testing/mail.ts';
import { type TestDatabase, openTestDatabase } from '../../testing/test-database.ts';
import { readConfig } from '../config/config.ts';
import type { Database } from '../db/database.ts';
import { deleteDue } from '../upkeep/due.ts';
import { oldMail, unsentMail } from './clean.ts';
import { type Mail, queueMail } from './queue-mail.ts';

const config = readConfig({ NODE_ENV: 'test', WEB_ORIGIN: 'https://chat.example.org' });
let database: TestDatabase;
let db: Database;
let organization: string;
beforeAll(async () => {
  database = await openTestDatabase();
  ({ db } = database);
  ({ id: organization } = await db.asSystem((trx) =>
    trx.selectFrom('organizations').where('plan_name', '=', 'Pro').select('id').executeTakeFirstOrThrow(),
  ));
});
afterAll(() => database.close());

const queued = (address: string) => mailTo({ db, config }, address);

const code = (to: string): Mail => ({
  to,
  language: 'de-DE',
  template: 'registration_code',
  values: { code: '123456', link: '/terms/register/verify#token=abc', minutes: 10 },
});

test('a mail is in the outbox when the transaction is done, with its code and its link on our own origin', async () => {
  await db.asSystem((trx) => queueMail(trx, code('new@mail.example')));
  expect(await queued('new@mail.example')).toMatchObject([
    {
      template: 'registration_code',
      language: 'de-DE',
      code: '123456',
      link: new URL('https://chat.example.org/terms/register/verify#token=abc'),
    },
  ]);
});

test('a transaction that is rolled back sends nothing', async () => {
  const attempt = db.asSystem(async (trx) => {
    await queueMail(trx, code('undone@mail.example'));
    throw new Error('changed my mind');
  });
  await expect(attempt).rejects.toThrow('changed my mind');
  expect(await queued('undone@mail.example')).toEqual([]);
});

test('a tenant puts a mail in, and can neither read nor change nor delete one', async () => {
  await db.asTenant(organization, (trx) =>
    queueMail(trx, {
      to: 'guest@mail.example',
      language: 'en',
      template: 'invitation',
      values: { organization: 'Pro', inviter: 'Ada', link: '/terms/register#invitation=x', days: 7 },
    }),
  );
  expect(await queued('guest@mail.example')).toHaveLength(1);
  await expect(
    db.asTenant(organization, (trx) => trx.selectFrom('outgoing_mail').select('recipient').execute()),
  ).rejects.toThrow(/permission denied/);
  await expect(
    db.asTenant(organization, (trx) =>
      trx.updateTable('outgoing_mail').set({ recipient: 'thief@mail.example' }).execute(),
    ),
  ).rejects.toThrow(/permission denied/);
  await expect(db.asTenant(organization, (trx) => trx.deleteFrom('outgoing_mail').execute())).rejects.toThrow(
    /permission denied/,
  );
});

test('a mail that nobody sends is kept for a week, the trace of one that was sent for a month', async () => {
  const put = (to: string, days: number, sent: boolean) =>
    database.pool.query(
      `insert into outgoing_mail (recipient, language, template, content, sent_at, created_at) values ($1, 'en', 'account_exists', $2, $3, now() - make_interval(days => $4))`,
      [`${to}@old.example`, sent ? null : '{"link": "/"}', sent ? new Date() : null, days],
    );
  for (const [to, days, sent] of [
    ['a', 6, false],
    ['b', 8, false],
    ['c', 29, true],
    ['d', 31, true],
  ] as const)
    await put(to, days, sent);
  for (const due of [oldMail, unsentMail]) await db.asSystem((trx) => deleteDue(trx, due));
  const { rows } = await database.pool.query(
    `select recipient from outgoing_mail where recipient like '%@old.example' order by 1`,
  );
  expect(rows.map(({ recipient }) => recipient)).toEqual(['a@old.example', 'c@old.example']);
});

test.each([
  'nobody',
  'two@mail.example, three@mail.example',
  'two@mail.example\r\nBcc: three@mail.example',
  'Name <two@mail.example>',
  '',
  `${'a'.repeat(250)}@mail.example`,
])('an address that is not one is refused: %j', async (to) => {
  await expect(db.asSystem((trx) => queueMail(trx, code(to)))).rejects.toThrow();
});

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example',
  'javascript:alert(1)',
  '/a b',
  '/a\r\nb',
  '',
])('a link that leaves the site is refused: %j', async (link) => {
  await expect(
    db.asSystem((trx) =>
      queueMail(trx, { to: 'a@mail.example', language: 'en', template: 'account_exists', values: { link } }),
    ),
  ).rejects.toThrow();
});
