import argon2 from '@node-rs/argon2';
import { createInvitation, revokeInvitation } from '@parlance/shared/contract/api/invitations';
import { getRegistrationStatus } from '@parlance/shared/contract/api/registration/registration';
import {
  deleteRegistration,
  getRegistration,
  searchRegistrationAttempt,
  sendRegistrationCode,
  signUp,
  verifyRegistration,
} from '@parlance/shared/contract/api/registration/registration-steps';
import { requestPasswordReset, resetPassword } from '@parlance/shared/contract/api/session/password-reset';
import { getWhoami, signIn } from '@parlance/shared/contract/api/session/session';
import { changeEmail, confirmEmail } from '@parlance/shared/contract/api/users/account';
import { demoPassword } from '../../demo/organizations.ts';
import { ageCodes, dataOf, signUpBody, signedUpAs } from '../../testing/registering.ts';
import { statementsOf } from '../../testing/statements.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

/**
 * Whether an address has an account cannot be told from outside (AUT-01): for both the same answers, and the same work.
 * Work is what a clock would measure: passwords hashed, statements sent, in their order. A clock itself would measure
 * the machine.
 */

let hashes = 0;
const { hash, verify } = argon2;
// A module that is not ours may be watched.
jest.spyOn(argon2, 'hash').mockImplementation((...given) => {
  hashes += 1;
  return hash(...given);
});
jest.spyOn(argon2, 'verify').mockImplementation((...given) => {
  hashes += 1;
  return verify(...given);
});

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Which addresses, ids and moments an answer has is what was asked about, or differs between any two. */
const differing: readonly (readonly [RegExp, string])[] = [
  [/[\w.]+@\w+\.example/g, 'address'],
  [/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'moment'],
  [/"(resend_in|expires_in)":[1-9]\d*/g, '"$1":"seconds"'],
  [/"plan_options":"[^"]+"/g, '"plan_options":"signed anew each time"'],
];

type Answer = { status: number; headers: Record<string, unknown>; text: string };
type Observation = { answer: string; hashes: number; statements: string[] };

/** What somebody outside can see or measure of one request. */
async function see(ask: () => Promise<Answer>): Promise<Observation> {
  hashes = 0;
  const { result, statements } = await statementsOf(ask);
  const headers = Object.keys(result.headers)
    .filter((name) => name !== 'set-cookie')
    .sort();
  const cookies = [result.headers['set-cookie'] ?? []].flat().map((cookie) =>
    String(cookie)
      .replace(/=[\w-]{43}/, '=…')
      .replace(/Expires=[^;]+/, ''),
  );
  const text = differing.reduce((shown, [pattern, name]) => shown.replace(pattern, name), result.text);
  return { answer: JSON.stringify({ status: result.status, headers, cookies, text }), hashes, statements };
}

/** Twice each, so that what the second time changes is seen as well. */
async function compare(
  known: (round: number) => Promise<Observation>,
  unknown: (round: number) => Promise<Observation>,
  rounds = 2,
): Promise<void> {
  for (let round = 0; round < rounds; round += 1) expect(await known(round)).toEqual(await unknown(round));
  compared += 2 * rounds;
}
let compared = 0;
afterAll(() => console.info(`AUT-01: 0 of ${compared} requests told an address with an account from one without`));

const known = [
  'owner@pro.example',
  'member@pro.example',
  'owner@free.example',
  'otp@pro.example',
  'pending@new.example',
  'member@expired.example',
];
const unknown = known.map((_, at) => `stranger.${at}@nowhere.example`);
const pairs = known.map((email, at) => [email, unknown[at] ?? ''] as const);
const codeBody = { body: { channel: 'EMAIL' } } as const;

test.each(pairs)('a sign-in with a wrong password: %s', async (one, other) => {
  const attempt = (email: string) =>
    see(() => server.anonymous().call(signIn, { body: { email, password: 'not the password' } }));
  await compare(
    () => attempt(one),
    () => attempt(other),
    3,
  );
  expect((await attempt(one)).hashes).toBe(1);
});

test('a sign-in that is locked after ten wrong passwords', async () => {
  const attempt = (email: string) =>
    see(() => server.anonymous().call(signIn, { body: { email, password: 'not the password' } }));
  const [one, other] = ['admin@pro.example', 'locked@nowhere.example'];
  for (let round = 0; round < 10; round += 1) await Promise.all([attempt(one), attempt(other)]);
  await compare(
    () => attempt(one),
    () => attempt(other),
  );
  expect(await attempt(one)).toMatchObject({ hashes: 0, answer: expect.stringContaining('account_locked') });
});

test('a sign-in from a browser that somebody else is known in', async () => {
  const browser = server.anonymous();
  dataOf(await browser.call(signIn, { body: { email: 'owner@team.example', password: demoPassword } }));
  const deviceid = browser.cookies.get('deviceid') ?? '';
  const attempt = (email: string) => {
    const client = server.anonymous();
    client.cookies.set('deviceid', deviceid);
    return see(() => client.call(signIn, { body: { email, password: 'not the password' } }));
  };
  await compare(
    () => attempt('owner@free.example'),
    () => attempt('stranger.2@nowhere.example'),
  );
});

describe.each(pairs)('a registration with %s', (one, other) => {
  const browsers = new Map<string, Client>();
  const of = (email: string) => browsers.get(email) ?? server.anonymous();

  test('begins alike', async () => {
    const begin = (email: string) =>
      see(async () => {
        const client = server.anonymous();
        browsers.set(email, client);
        return client.call(signUp, { body: signUpBody(email) });
      });
    await compare(
      () => begin(one),
      () => begin(other),
    );
  });

  test('sends its mail alike, and again too early, and again', async () => {
    const send = (email: string) => see(() => of(email).call(sendRegistrationCode, codeBody));
    await compare(
      () => send(one),
      () => send(other),
    );
    await ageCodes(server, 61);
    await compare(
      () => send(one),
      () => send(other),
    );
    expect((await server.mailTo(one)).map(({ template }) => template)).toEqual(['account_exists', 'account_exists']);
    expect((await server.mailTo(other)).map(({ template }) => template)).toEqual([
      'registration_code',
      'registration_code',
    ]);
  });

  test('takes wrong codes alike, to the last try and beyond', async () => {
    const enter = (email: string) => see(() => of(email).call(verifyRegistration, { body: { code: '000000' } }));
    await compare(
      () => enter(one),
      () => enter(other),
      7,
    );
  });

  test('is shown alike wherever its person may look', async () => {
    const look = (email: string, endpoint: typeof getRegistration | typeof getWhoami) =>
      see(() => of(email).call(endpoint));
    const ask = (email: string, endpoint: typeof getRegistrationStatus | typeof searchRegistrationAttempt) =>
      see(() => of(email).call(endpoint, { query: { email } }));
    for (const endpoint of [getRegistration, getWhoami])
      await compare(
        () => look(one, endpoint),
        () => look(other, endpoint),
      );
    for (const endpoint of [getRegistrationStatus, searchRegistrationAttempt])
      await compare(
        () => ask(one, endpoint),
        () => ask(other, endpoint),
      );
  });

  test('opens nothing by its password', async () => {
    const attempt = (email: string) =>
      see(() => server.anonymous().call(signIn, { body: { email, password: signUpBody(email).password } }));
    await compare(
      () => attempt(one),
      () => attempt(other),
    );
  });

  test('is deleted alike, and not with another password', async () => {
    const remove = (email: string, password: string) =>
      see(() => of(email).call(deleteRegistration, { body: { password } }));
    for (const password of ['wrong', signUpBody(one).password])
      await compare(
        () => remove(one, password),
        () => remove(other, password),
      );
    expect((await of(one).call(getRegistration)).status).toBe(401);
    expect((await server.mailTo(one)).at(-1)).toMatchObject({ template: 'account_exists' });
  });
});

test('no code of a registration for an address with an account is the right one, whichever is tried', async () => {
  const client = await signedUpAs(server, 'owner@team.example');
  dataOf(await client.call(sendRegistrationCode, codeBody));
  const rows = await server.db.asSystem((trx) =>
    trx
      .selectFrom('codes')
      .innerJoin('registration_attempts', 'registration_attempts.id', 'codes.attempt_id')
      .where('email', '=', 'owner@team.example')
      .select('code_hash')
      .execute(),
  );
  const { createHmac } = await import('node:crypto');
  const secret = client.cookies.get('sessionid') ?? '';
  const hashOf = (code: number) =>
    createHmac('sha256', secret)
      .update(`code\0${String(code).padStart(6, '0')}`)
      .digest()
      .toString('hex');
  const stored = rows.map(({ code_hash }) => code_hash.toString('hex'));
  expect(stored).toHaveLength(1);
  for (let code = 0; code < 1_000_000; code += 1)
    if (stored.includes(hashOf(code))) throw new Error(`${code} is the code of a decoy.`);
});

test.each(pairs)('a forgotten password: %s', async (one, other) => {
  const forget = (email: string) => see(() => server.anonymous().call(requestPasswordReset, { body: { email } }));
  const before = (await server.mailTo(one)).length;
  await compare(
    () => forget(one),
    () => forget(other),
  );
  expect((await server.mailTo(one)).slice(before).map(({ template }) => template)).toEqual([
    'password_reset',
    'password_reset',
  ]);
  expect((await server.mailTo(other)).filter(({ template }) => template === 'password_reset')).toEqual([]);
  // What is left to do behind it is the same as well: whoever asks next would wait for it.
  const left = async (email: string) =>
    (
      await server.pool.query(
        `select count(*)::integer as jobs from job_requests join outgoing_mail on outgoing_mail.id = (data ->> 'mail')::uuid where recipient = $1 and template = 'password_reset'`,
        [email],
      )
    ).rows;
  expect(await left(one)).toEqual([{ jobs: 2 }]);
  expect(await left(other)).toEqual([{ jobs: 2 }]);
});

test('a link of a forgotten password that is none', async () => {
  const seen = await see(() =>
    server.anonymous().call(resetPassword, { body: { token: 'x'.repeat(43), password: 'a good new password' } }),
  );
  expect(seen).toMatchObject({ hashes: 0, answer: expect.stringContaining('link_invalid') });
});

test.each([
  ['owner@free.example', 'stranger@invited.example'],
  ['otp@expired.example', 'pending@new.example'],
])('an invitation: %s and %s', async (one, other) => {
  const admin = await server.as('owner@team.example');
  await admin.call(getWhoami);
  const invite = (email: string) =>
    see(async () => {
      const answer = await admin.call(createInvitation, {
        body: { email, role: 'member', language: 'en', idempotency_key: crypto.randomUUID() },
      });
      await admin.call(revokeInvitation, { params: { invitation_id: dataOf(answer).invitation.id } });
      return answer;
    });
  await compare(
    () => invite(one),
    () => invite(other),
  );
});

test('a change of one’s own address to one with an account', async () => {
  const [one, other] = [await server.as('member@pro.example'), await server.as('member@free.example')];
  await Promise.all([one.call(getWhoami), other.call(getWhoami)]);
  const change = (client: Client, email: string) =>
    see(() => client.call(changeEmail, { body: { email, password: demoPassword } }));
  await compare(
    () => change(one, 'owner@team.example'),
    () => change(other, 'stranger@new.example'),
  );
  const confirm = (client: Client) => see(() => client.call(confirmEmail, { body: { code: '000000' } }));
  await compare(
    () => confirm(one),
    () => confirm(other),
    6,
  );
});
