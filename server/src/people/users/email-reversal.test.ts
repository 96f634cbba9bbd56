import { requestPasswordReset, resetPassword } from '@parlance/shared/contract/api/session/password-reset';
import { signIn } from '@parlance/shared/contract/api/session/session';
import { changeEmail, confirmEmail } from '@parlance/shared/contract/api/users/account';
import { emailReversalDays, revertEmail } from '@parlance/shared/contract/api/users/email-reversal';
import { getProfile } from '@parlance/shared/contract/api/users/profile';
import { deleteDue } from '../../platform/upkeep/due.ts';
import { codeOf } from '../../testing/agents.ts';
import { secretInLink } from '../../testing/mail.ts';
import { ageCodes, dataOf, goodPassword, newestCode, registeredAs } from '../../testing/registering.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { deadReversals } from './email-reversal.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const fresh = 'a fresh new password';
const signInAs = (email: string, password: string) => server.anonymous().call(signIn, { body: { email, password } });
const revert = (token: string, password: string = fresh) =>
  server.anonymous().call(revertEmail, { body: { token, password } });
const noticeTo = async (email: string) =>
  (await server.mailTo(email)).findLast(({ template }) => template === 'email_change_notice');
const linkTo = async (email: string) => secretInLink(await noticeTo(email), 'address');

/** Moves the account of a client to another address, by its password and the code that the new address gets. */
async function move(client: Client, to: string): Promise<void> {
  await ageCodes(server, 61);
  dataOf(await client.call(changeEmail, { body: { email: to, password: goodPassword } }));
  dataOf(await client.call(confirmEmail, { body: { code: await newestCode(server, to) } }));
}

test('the link at the old address gives the account back, with a new password, and whoever took it is out', async () => {
  const [owner, thief] = ['robbed@walk.example', 'thief@walk.example'];
  const client = await registeredAs(server, owner);
  await move(client, thief);
  expect(await noticeTo(owner)).toMatchObject({ link: { pathname: '/auth/login', search: '' } });
  // What the thief asks for meanwhile is worth nothing afterwards.
  dataOf(await server.anonymous().call(requestPasswordReset, { body: { email: thief } }));
  const reset = secretInLink((await server.mailTo(thief)).at(-1), 'token');
  const token = await linkTo(owner);
  expect(codeOf(await revert(token))).toBe('200');
  expect((await client.call(getProfile)).status).toBe(401);
  expect(codeOf(await signInAs(thief, goodPassword))).toBe('401 credentials_wrong');
  expect(codeOf(await signInAs(owner, goodPassword))).toBe('401 credentials_wrong');
  dataOf(await signInAs(owner, fresh));
  expect(codeOf(await server.anonymous().call(resetPassword, { body: { token: reset, password: fresh } }))).toBe(
    '400 link_invalid',
  );
  expect((await server.mailTo(thief)).at(-1)).toMatchObject({ template: 'email_change_undone', link: null });
  expect((await server.mailTo(owner)).map(({ template }) => template)).toContain('password_changed');
  expect(codeOf(await revert(token))).toBe('400 link_invalid');
});

test('of several changes the first address wins: what was offered to later ones is worth nothing then', async () => {
  const client = await registeredAs(server, 'first@walk.example');
  await move(client, 'second@walk.example');
  await move(client, 'third@walk.example');
  const [first, second] = [await linkTo('first@walk.example'), await linkTo('second@walk.example')];
  expect(codeOf(await revert(second))).toBe('200');
  expect(codeOf(await revert(first, 'another new password'))).toBe('200');
  dataOf(await signInAs('first@walk.example', 'another new password'));

  const again = await registeredAs(server, 'alpha@walk.example');
  await move(again, 'beta@walk.example');
  await move(again, 'gamma@walk.example');
  const later = await linkTo('beta@walk.example');
  expect(codeOf(await revert(await linkTo('alpha@walk.example')))).toBe('200');
  expect(codeOf(await revert(later))).toBe('400 link_invalid');
  dataOf(await signInAs('alpha@walk.example', fresh));
});

test('a password that is easily guessed is refused, and the link is not used up by it', async () => {
  const client = await registeredAs(server, 'guess@walk.example');
  await move(client, 'guessed@walk.example');
  const token = await linkTo('guess@walk.example');
  expect(codeOf(await revert(token, 'password1'))).toBe('400 password_guessable');
  expect(codeOf(await revert(token, 'guess@walk.example'))).toBe('400 password_guessable');
  expect(codeOf(await revert(token))).toBe('200');
});

test('used twenty times at once it is used once', async () => {
  const client = await registeredAs(server, 'crowd@walk.example');
  await move(client, 'crowded@walk.example');
  const token = await linkTo('crowd@walk.example');
  const codes = (await Promise.all(Array.from({ length: 20 }, () => revert(token)))).map(codeOf);
  expect(codes.filter((code) => code === '200')).toHaveLength(1);
  expect(codes.filter((code) => code === '400 link_invalid')).toHaveLength(19);
});

test('an address that has become another account is not taken from it', async () => {
  const client = await registeredAs(server, 'left@walk.example');
  await move(client, 'moved-on@walk.example');
  const token = await linkTo('left@walk.example');
  await registeredAs(server, 'left@walk.example');
  expect(codeOf(await revert(token))).toBe('400 link_invalid');
  expect(dataOf(await client.call(getProfile)).email).toBe('moved-on@walk.example');
  dataOf(await signInAs('left@walk.example', goodPassword));
});

test(`it works for ${emailReversalDays} days, and goes with its account`, async () => {
  const client = await registeredAs(server, 'late@walk.example');
  await move(client, 'later@walk.example');
  const token = await linkTo('late@walk.example');
  await server.pool.query(
    `update email_reversals set expires_at = now() - interval '1 second' where email = 'late@walk.example'`,
  );
  expect(codeOf(await revert(token))).toBe('400 link_invalid');
  const kept = async () =>
    (await server.pool.query<{ email: string }>('select email from email_reversals order by email')).rows.map(
      ({ email }) => email,
    );
  const before = await kept();
  await server.db.asSystem((trx) => deleteDue(trx, deadReversals));
  expect(await kept()).toEqual(before.filter((email) => email !== 'late@walk.example'));
});
