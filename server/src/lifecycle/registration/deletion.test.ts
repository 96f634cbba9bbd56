import { deleteAccount } from '@parlance/shared/contract/api/account-deletion';
import {
  deleteRegistration,
  getRegistration,
  sendRegistrationCode,
  verifyRegistration,
  verifyRegistrationByLink,
} from '@parlance/shared/contract/api/registration/registration-steps';
import { getWhoami, signIn } from '@parlance/shared/contract/api/session/session';
import { demoPassword } from '../../demo/organizations.ts';
import { secretInLink } from '../../testing/mail.ts';
import { atSummaryAs, dataOf, goodPassword, registeredAs, signedUpAs, verifiedAs } from '../../testing/registering.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const codeOf = ({ body }: { body: { success: boolean; code?: string } }) => (body.success ? 'success' : body.code);
const remove = (client: Client, password = goodPassword) => client.call(deleteRegistration, { body: { password } });
const signInAs = (email: string, password = goodPassword) =>
  server.anonymous().call(signIn, { body: { email, password } });

/** Rows that name the address, or belong to whoever registered with it. */
const left = (email: string) =>
  server.db.asSystem(async (trx) => {
    const attempts = await trx.selectFrom('registration_attempts').where('email', '=', email).select('id').execute();
    const users = await trx.selectFrom('users').where('email', '=', email).select('id').execute();
    const resets = await trx.selectFrom('password_resets').where('email', '=', email).select('email').execute();
    return attempts.length + users.length + resets.length;
  });
const sessionsAndCodes = () =>
  server.db.asSystem(async (trx) => ({
    sessions: (await trx.selectFrom('sessions').select('id').execute()).length,
    codes: (await trx.selectFrom('codes').select('attempt_id').execute()).length,
  }));

test('a registration whose address is not verified goes with what was entered, and no mail is sent', async () => {
  const email = 'early@leaves.example';
  const before = await sessionsAndCodes();
  const client = await signedUpAs(server, email);
  dataOf(await client.call(sendRegistrationCode, { body: { channel: 'EMAIL' } }));
  const mails = await server.mailTo(email);
  expect(dataOf(await remove(client))).toEqual({ account_deleted: false });
  expect(client.cookies.get('sessionid') ?? '').toBe('');
  expect(await left(email)).toBe(0);
  expect(await sessionsAndCodes()).toEqual(before);
  expect(await server.mailTo(email)).toEqual(mails);
});

test('a registration with an account goes with it, in every browser, and the person is told by mail', async () => {
  const email = 'late@leaves.example';
  const before = await sessionsAndCodes();
  const { client } = await atSummaryAs(server, email);
  const other = server.anonymous();
  dataOf(await other.call(signIn, { body: { email, password: goodPassword } }));
  expect((await other.call(getRegistration)).status).toBe(200);
  expect(dataOf(await remove(client))).toEqual({ account_deleted: true });
  expect(await left(email)).toBe(0);
  expect(await sessionsAndCodes()).toEqual(before);
  expect((await other.call(getWhoami)).status).toBe(401);
  expect((await signInAs(email)).status).toBe(401);
  expect((await server.mailTo(email)).at(-1)).toMatchObject({ template: 'account_deleted' });
  // The address is free for another registration.
  await registeredAs(server, email);
});

test('nothing goes without the password, which is tried ten times in a quarter of an hour', async () => {
  for (const client of [
    await signedUpAs(server, 'unverified@leaves.example'),
    await verifiedAs(server, 'verified@leaves.example'),
  ]) {
    for (let at = 0; at < 10; at += 1)
      expect(await remove(client, `guess ${at}`)).toMatchObject({ status: 403, body: { code: 'password_wrong' } });
    expect((await remove(client)).status).toBe(429);
    expect((await client.call(getRegistration)).status).toBe(200);
  }
});

test('a registration with the address of an account takes nothing of that account, and the mailbox hears nothing', async () => {
  const email = 'member@pro.example';
  const client = await signedUpAs(server, email);
  const mails = await server.mailTo(email);
  dataOf(await remove(client));
  expect(await server.mailTo(email)).toEqual(mails);
  expect((await signInAs(email, demoPassword)).status).toBe(200);
});

test('whoever has become a member meanwhile keeps the account; the registration alone goes', async () => {
  const email = 'joined@leaves.example';
  const client = await verifiedAs(server, email);
  const admin = dataOf(await (await server.as('admin@pro.example')).call(getWhoami));
  await server.db.asSystem(async (trx) => {
    const { id } = await trx.selectFrom('users').where('email', '=', email).select('id').executeTakeFirstOrThrow();
    await trx
      .insertInto('memberships')
      .values({ user_id: id, organization_id: admin.organization_id, role_title: '', is_admin: false, is_owner: false })
      .execute();
  });
  expect(dataOf(await remove(client))).toEqual({ account_deleted: false });
  expect((await client.call(getWhoami)).status).toBe(401);
  expect(await left(email)).toBe(1);
  expect((await signInAs(email)).status).toBe(200);
});

test('who is registered deletes the account, and who registers the registration', async () => {
  expect(codeOf(await remove(await registeredAs(server, 'done@leaves.example')))).toBe('registration_complete');
  const registering = await verifiedAs(server, 'half@leaves.example');
  expect(codeOf(await registering.call(deleteAccount, { body: { password: goodPassword } }))).toBe(
    'registration_incomplete',
  );
});

test('neither the code nor the link that were sent make an account of what is deleted', async () => {
  const email = 'crossed@leaves.example';
  const client = await signedUpAs(server, email);
  dataOf(await client.call(sendRegistrationCode, { body: { channel: 'EMAIL' } }));
  const [mail] = await server.mailTo(email);
  dataOf(await remove(client));
  expect((await client.call(verifyRegistration, { body: { code: mail?.code ?? '' } })).status).toBe(401);
  expect(
    codeOf(
      await server
        .anonymous()
        .call(verifyRegistrationByLink, { body: { token: secretInLink(mail, 'token'), password: goodPassword } }),
    ),
  ).toBe('link_invalid');
  expect(await left(email)).toBe(0);
});
