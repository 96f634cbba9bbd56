import { requestPasswordReset, resetPassword } from '@parlance/shared/contract/api/session/password-reset';
import { getWhoami, signIn, verifySignIn } from '@parlance/shared/contract/api/session/session';
import { demoPassword } from '../../demo/organizations.ts';
import { secretInLink } from '../../testing/mail.ts';
import { dataOf, halfSignedInAs, newestCode } from '../../testing/registering.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ WEB_ORIGIN: 'https://chat.example.org' });
});
afterAll(() => server.close());

const codeOf = ({ body }: { body: { success: boolean; code?: string } }) => (body.success ? 'success' : body.code);

/** The token of the newest mail that an address has about its password. */
async function tokenFor(email: string): Promise<string> {
  dataOf(await server.anonymous().call(requestPasswordReset, { body: { email } }));
  return secretInLink(
    (await server.mailTo(email)).filter(({ template }) => template === 'password_reset').at(-1),
    'token',
  );
}

test('the link sets a new password, ends every session, is used once, and says so by mail', async () => {
  const email = 'member@pro.example';
  const [one, other] = [await server.as(email), await server.as(email)];
  const token = await tokenFor(email);
  const client = server.anonymous();
  dataOf(await client.call(resetPassword, { body: { token, password: 'a fresh new password' } }));
  expect(client.cookies.size).toBe(0);
  for (const before of [one, other]) expect((await before.call(getWhoami)).status).toBe(401);
  expect((await client.call(signIn, { body: { email, password: demoPassword } })).status).toBe(401);
  dataOf(await client.call(signIn, { body: { email, password: 'a fresh new password' } }));
  expect((await server.mailTo(email)).at(-1)).toMatchObject({ template: 'password_changed' });
  expect(codeOf(await client.call(resetPassword, { body: { token, password: 'and yet another one' } }))).toBe(
    'link_invalid',
  );
});

test('never skips the second factor', async () => {
  const email = 'otp@pro.example';
  const half = await halfSignedInAs(server, email);
  const code = await newestCode(server, email);
  dataOf(
    await server
      .anonymous()
      .call(resetPassword, { body: { token: await tokenFor(email), password: 'a fresh new password' } }),
  );
  // The half that was open goes with the password it was opened by.
  expect((await half.call(verifySignIn, { body: { code } })).status).toBe(401);
  const client = server.anonymous();
  expect(dataOf(await client.call(signIn, { body: { email, password: 'a fresh new password' } }))).toMatchObject({
    member_id: null,
    second_factor: { method: 'EMAIL_OTP' },
  });
});

test('lets somebody in whom others have locked out', async () => {
  const email = 'owner@team.example';
  for (let number = 0; number < 11; number += 1)
    await server.anonymous().call(signIn, { body: { email, password: `guess ${number}` } });
  expect(codeOf(await server.anonymous().call(signIn, { body: { email, password: demoPassword } }))).toBe(
    'account_locked',
  );
  dataOf(
    await server
      .anonymous()
      .call(resetPassword, { body: { token: await tokenFor(email), password: 'a fresh new password' } }),
  );
  dataOf(await server.anonymous().call(signIn, { body: { email, password: 'a fresh new password' } }));
});

test('works for somebody whose registration is under way', async () => {
  const email = 'pending@new.example';
  dataOf(
    await server
      .anonymous()
      .call(resetPassword, { body: { token: await tokenFor(email), password: 'a fresh new password' } }),
  );
  dataOf(await server.anonymous().call(signIn, { body: { email, password: 'a fresh new password' } }));
});

test('of two links the newer one alone is valid, for half an hour, once in twenty parallel requests', async () => {
  const email = 'owner@free.example';
  const [older, newer] = [await tokenFor(email), await tokenFor(email)];
  expect(
    codeOf(await server.anonymous().call(resetPassword, { body: { token: older, password: 'a fresh new password' } })),
  ).toBe('link_invalid');
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, at) =>
      server.anonymous().call(resetPassword, { body: { token: newer, password: `a fresh new password ${at}` } }),
    ),
  );
  expect(answers.map(codeOf).sort()).toEqual([...Array<string>(19).fill('link_invalid'), 'success']);
  const late = await tokenFor(email);
  await server.db.asSystem((trx) =>
    trx.updateTable('password_resets').set({ expires_at: new Date() }).where('email', '=', email).execute(),
  );
  expect(
    codeOf(await server.anonymous().call(resetPassword, { body: { token: late, password: 'a fresh new password' } })),
  ).toBe('link_invalid');
});

test('a password that is easily guessed uses up no link', async () => {
  const email = 'member@free.example';
  const token = await tokenFor(email);
  for (const password of ['password1', email])
    expect(codeOf(await server.anonymous().call(resetPassword, { body: { token, password } }))).toBe(
      'password_guessable',
    );
  dataOf(await server.anonymous().call(resetPassword, { body: { token, password: 'a fresh new password' } }));
});

test('the link leads to our own site, whatever host a request names, and its secret is sent to no server', async () => {
  await server.app.inject({
    method: 'POST',
    url: requestPasswordReset.path,
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    payload: { email: 'owner@expired.example' },
  });
  const [mail] = await server.mailTo('owner@expired.example');
  expect(mail?.link).toMatchObject({
    origin: 'https://chat.example.org',
    pathname: '/auth/login',
    search: '',
    hash: expect.stringMatching(/^#token=[\w-]{43}$/),
  });
});

test('ten mails an address and hour, known or not', async () => {
  for (const email of ['admin@pro.example', 'nobody@nowhere.example']) {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => server.anonymous().call(requestPasswordReset, { body: { email } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(10).fill(200), 429, 429]);
  }
});

test('a hundred requests an hour from one network address, whatever its headers say', async () => {
  const statuses: number[] = [];
  for (let number = 0; number < 102; number += 1) {
    const answer = await server.app.inject({
      method: 'POST',
      url: requestPasswordReset.path,
      remoteAddress: '192.0.2.7',
      headers: { 'x-forwarded-for': `10.0.0.${number}` },
      payload: { email: `nobody${number}@nowhere.example` },
    });
    statuses.push(answer.statusCode);
  }
  expect(statuses).toEqual([...Array<number>(100).fill(200), 429, 429]);
});

test('the token stands in the database as a hash only, and in no line of the log', async () => {
  const token = await tokenFor('member@expired.example');
  await server.anonymous().call(resetPassword, { body: { token: 'x'.repeat(43), password: 'a fresh new password' } });
  const rows = await server.db.asSystem((trx) => trx.selectFrom('password_resets').selectAll().execute());
  expect(rows.map(({ token_hash }) => token_hash.toString('latin1')).join()).not.toContain(token);
  for (const secret of [token, 'a fresh new password']) expect(server.log.join('')).not.toContain(secret);
});
