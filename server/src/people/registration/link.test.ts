import {
  getRegistration,
  sendRegistrationCode,
  verifyRegistration,
  verifyRegistrationByLink,
} from '@parlance/shared/contract/api/registration/registration-steps';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { secretInLink } from '../../testing/mail.ts';
import { ageCodes, dataOf, goodPassword, newestCode, signedUpAs } from '../../testing/registering.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const codeOf = ({ body }: { body: { success: boolean; code?: string } }) => (body.success ? 'success' : body.code);

/** A registration whose mail has been sent, with the token of its link. */
async function mailed(email: string): Promise<{ client: Client; token: string }> {
  const client = await signedUpAs(server, email);
  dataOf(await client.call(sendRegistrationCode, { body: { channel: 'EMAIL' } }));
  return { client, token: secretInLink((await server.mailTo(email)).at(-1), 'token') };
}

test('the link verifies in the browser of the registration, and the code is used up with it', async () => {
  const { client, token } = await mailed('same@link.example');
  expect(dataOf(await client.call(verifyRegistrationByLink, { body: { token } }))).toMatchObject({
    stage: 3,
    is_verified: true,
  });
  expect(codeOf(await client.call(verifyRegistrationByLink, { body: { token } }))).toBe('link_invalid');
});

test('a link whose code was entered is worth nothing any more', async () => {
  const { client, token } = await mailed('coded@link.example');
  dataOf(await client.call(verifyRegistration, { body: { code: await newestCode(server, 'coded@link.example') } }));
  expect(
    codeOf(await server.anonymous().call(verifyRegistrationByLink, { body: { token, password: goodPassword } })),
  ).toBe('link_invalid');
});

test('in another browser it needs the password that was chosen, and goes on there', async () => {
  const { client, token } = await mailed('other@link.example');
  const phone = server.anonymous();
  expect(codeOf(await phone.call(verifyRegistrationByLink, { body: { token } }))).toBe('password_wrong');
  expect(codeOf(await phone.call(verifyRegistrationByLink, { body: { token, password: 'not the one' } }))).toBe(
    'password_wrong',
  );
  expect(phone.cookies.size).toBe(0);
  dataOf(await phone.call(verifyRegistrationByLink, { body: { token, password: goodPassword } }));
  expect(dataOf(await phone.call(getRegistration))).toMatchObject({ stage: 3 });
  expect(dataOf(await client.call(getRegistration))).toMatchObject({ stage: 3 });
});

test('who opens the link of a registration that a stranger began makes the stranger no account', async () => {
  const { client: stranger, token } = await mailed('victim@link.example');
  const victim = await signedUpAs(server, 'victim@link.example', { password: 'what the victim chose' });
  expect(codeOf(await victim.call(verifyRegistrationByLink, { body: { token } }))).toBe('password_wrong');
  expect(
    codeOf(await victim.call(verifyRegistrationByLink, { body: { token, password: 'what the victim chose' } })),
  ).toBe('password_wrong');
  expect(dataOf(await stranger.call(getRegistration))).toMatchObject({ is_verified: false });
});

test('a password is tried ten times with one link in a quarter of an hour', async () => {
  const { token } = await mailed('tried@link.example');
  const answers = await Promise.all(
    Array.from({ length: 14 }, (_, at) =>
      server.anonymous().call(verifyRegistrationByLink, { body: { token, password: `guess ${at}` } }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([
    ...Array<number>(10).fill(403),
    ...Array<number>(4).fill(429),
  ]);
});

test.each([
  ['unknown', 'x'.repeat(43), 'link_invalid'],
  ['misshapen', 'x', 'validation_failed'],
])('a token that is %s is refused', async (_, token, code) => {
  const answer = await server.anonymous().call(verifyRegistrationByLink, { body: { token, password: goodPassword } });
  expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 400, code });
});

test('a link is dead after ten minutes, and works once in twenty parallel requests', async () => {
  const late = await mailed('late@link.example');
  await ageCodes(server, 601);
  expect(codeOf(await late.client.call(verifyRegistrationByLink, { body: { token: late.token } }))).toBe(
    'link_invalid',
  );
  const { client, token } = await mailed('parallel@link.example');
  await client.call(getWhoami);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => client.call(verifyRegistrationByLink, { body: { token } })),
  );
  expect(answers.map(codeOf).sort()).toEqual([...Array<string>(19).fill('link_invalid'), 'success']);
});
