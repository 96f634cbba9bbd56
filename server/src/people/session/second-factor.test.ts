import {
  verifyRegistration,
  sendRegistrationCode,
} from '@parlance/shared/contract/api/registration/registration-steps';
import {
  getWhoami,
  resendSignInCode,
  signIn,
  signOut,
  verifySignIn,
} from '@parlance/shared/contract/api/session/session';
import { getProfile } from '@parlance/shared/contract/api/users/profile';
import { demoPassword } from '../../demo/organizations.ts';
import { ageCodes, dataOf, halfSignedInAs, newestCode, otherThan, signedUpAs } from '../../testing/registering.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

const email = 'otp@pro.example';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const codeOf = ({ body }: { body: { success: boolean; code?: string } }) => (body.success ? 'success' : body.code);
const whoamiWith = (sessionid: string | undefined) =>
  server.app.inject({ url: '/auth/v1/whoami', headers: { cookie: `sessionid=${sessionid}` } });

test('the password alone opens nothing; the code from the mail opens the session', async () => {
  const client = server.anonymous();
  const first = dataOf(await client.call(signIn, { body: { email, password: demoPassword } }));
  expect(first).toEqual({
    member_id: null,
    second_factor: { method: 'EMAIL_OTP', code: { resend_in: 60, expires_in: 600, tries_left: 5 } },
  });
  expect((await server.mailTo(email)).at(-1)).toMatchObject({
    template: 'sign_in_code',
    language: 'en',
    code: expect.stringMatching(/^\d{6}$/),
  });
  const mail = (await server.mailTo(email)).at(-1);
  expect(mail?.link).toMatchObject({ pathname: '/auth/login', search: '', hash: `#code=${mail?.code}` });
  for (const endpoint of [getWhoami, getProfile]) expect((await client.call(endpoint)).status).toBe(401);
  const second = dataOf(await client.call(verifySignIn, { body: { code: await newestCode(server, email) } }));
  expect(dataOf(await client.call(getWhoami))).toMatchObject({
    member_id: second.member_id,
    organization_name: 'Northwind Research',
  });
});

test('every step has a session id of its own, and the one before is worth nothing (AUT-04)', async () => {
  const client = await server.as('member@pro.example');
  const ids = [client.cookies.get('sessionid')];
  dataOf(await client.call(signIn, { body: { email, password: demoPassword } }));
  ids.push(client.cookies.get('sessionid'));
  dataOf(await client.call(verifySignIn, { body: { code: await newestCode(server, email) } }));
  ids.push(client.cookies.get('sessionid'));
  expect(new Set(ids).size).toBe(3);
  expect((await whoamiWith(ids[0])).statusCode).toBe(401);
  expect((await whoamiWith(ids[1])).statusCode).toBe(401);
  expect((await whoamiWith(ids[2])).statusCode).toBe(200);
  expect(await client.call(verifySignIn, { body: { code: '000000' } })).toMatchObject({ status: 401 });
  console.info(`AUT-04: 0 of ${ids.length - 1} session ids outlived their step`);
});

test('half of a sign-in ends by signing out, and needs its csrftoken', async () => {
  const client = await halfSignedInAs(server, email);
  const headers = { ...client.headers(), 'x-csrftoken': 'wrong' };
  const forged = await server.app.inject({
    method: 'POST',
    url: verifySignIn.path,
    headers,
    payload: { code: await newestCode(server, email) },
  });
  expect({ status: forged.statusCode, code: forged.json().code }).toEqual({ status: 403, code: 'csrf_failed' });
  const foreign = await server.app.inject({
    method: 'POST',
    url: resendSignInCode.path,
    headers: { ...client.headers(), origin: 'https://evil.example' },
  });
  expect({ status: foreign.statusCode, code: foreign.json().code }).toEqual({ status: 403, code: 'origin_refused' });
  const { cookie } = client.headers();
  dataOf(await client.call(signOut));
  const after = await server.app.inject({
    method: 'POST',
    url: verifySignIn.path,
    headers: { ...headers, cookie },
    payload: { code: await newestCode(server, email) },
  });
  expect(after.statusCode).toBe(401);
});

test('half of a sign-in whose csrftoken is lost is refused, and given it anew', async () => {
  const client = await halfSignedInAs(server, email);
  const { cookie, 'x-csrftoken': token, ...headers } = client.headers();
  const only = `sessionid=${client.cookies.get('sessionid')}`;
  const payload = { code: await newestCode(server, email) };
  const refused = await server.app.inject({
    method: 'POST',
    url: verifySignIn.path,
    headers: { ...headers, cookie: only },
    payload,
  });
  expect({ status: refused.statusCode, code: refused.json().code }).toEqual({ status: 403, code: 'csrf_failed' });
  expect(refused.cookies).toContainEqual(expect.objectContaining({ name: 'csrftoken', value: token }));
  const again = await server.app.inject({
    method: 'POST',
    url: verifySignIn.path,
    headers: { ...headers, cookie, 'x-csrftoken': token },
    payload,
  });
  expect(again.statusCode).toBe(200);
});

test('a csrftoken that another tab removed is given back, and the try before it changes nothing', async () => {
  const client = await halfSignedInAs(server, email);
  const code = await newestCode(server, email);
  const csrftoken = client.cookies.get('csrftoken');
  const payload = { code };
  const lost = await server.app.inject({
    method: 'POST',
    url: verifySignIn.path,
    headers: { cookie: `sessionid=${client.cookies.get('sessionid')}` },
    payload,
  });
  expect({ status: lost.statusCode, code: lost.json().code }).toEqual({ status: 403, code: 'csrf_failed' });
  expect(lost.cookies.find(({ name }) => name === 'csrftoken')?.value).toBe(csrftoken);
  dataOf(await client.call(verifySignIn, { body: payload }));
});

test('half of a sign-in is over after half an hour', async () => {
  const client = await halfSignedInAs(server, email);
  await server.db.asSystem((trx) =>
    trx.updateTable('sessions').set({ expires_at: new Date() }).where('kind', '=', 'second-factor').execute(),
  );
  expect((await client.call(verifySignIn, { body: { code: await newestCode(server, email) } })).status).toBe(401);
});

test('a code is sent again after a minute', async () => {
  const client = await halfSignedInAs(server, email);
  expect((await client.call(resendSignInCode)).status).toBe(429);
  await ageCodes(server, 61);
  expect(dataOf(await client.call(resendSignInCode))).toEqual({ resend_in: 60, expires_in: 600, tries_left: 5 });
  dataOf(await client.call(verifySignIn, { body: { code: await newestCode(server, email) } }));
});

test('a code is that of its own sign-in, not of another one of the same person', async () => {
  const [one, other] = [await halfSignedInAs(server, email), await halfSignedInAs(server, email)];
  const [first, second] = (await server.mailTo(email)).slice(-2).map(({ code }) => code ?? '');
  if (first !== second)
    expect(codeOf(await other.call(verifySignIn, { body: { code: first ?? '' } }))).toBe('code_wrong');
  dataOf(await other.call(verifySignIn, { body: { code: second ?? '' } }));
  dataOf(await one.call(verifySignIn, { body: { code: first ?? '' } }));
});

describe('AUT-03', () => {
  let requests = 0;
  let violations = 0;
  afterAll(() =>
    console.info(`AUT-03: ${violations} of ${requests} requests with a code did what only one of them may`),
  );

  const count = (statuses: readonly number[], allowed: number) => {
    requests += statuses.length;
    violations += Math.max(0, statuses.filter((status) => status === 200).length - allowed);
  };

  test('a code works once in fifty parallel tries', async () => {
    for (let round = 0; round < 4; round += 1) {
      const client = await halfSignedInAs(server, email);
      const code = await newestCode(server, email);
      const tries = Array.from({ length: 50 }, () =>
        server.app.inject({ method: 'POST', url: verifySignIn.path, headers: client.headers(), payload: { code } }),
      );
      const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode);
      count(statuses, 1);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    }
  });

  test('of fifty parallel guesses five are looked at, and the right code is dead after them', async () => {
    const client = await signedUpAs(server, 'guessed@code.example');
    dataOf(await client.call(sendRegistrationCode, { body: { channel: 'EMAIL' } }));
    const code = await newestCode(server, 'guessed@code.example');
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => client.call(verifyRegistration, { body: { code: otherThan(code) } })),
    );
    count(
      answers.map(({ status }) => status),
      0,
    );
    expect(answers.filter((answer) => codeOf(answer) === 'code_wrong')).toHaveLength(5);
    expect(codeOf(await client.call(verifyRegistration, { body: { code } }))).not.toBe('success');
  });

  /**
   * Whether a registration of the address, begun from there, gets a code, and what comes of five wrong guesses at it.
   */
  async function guessAt(
    address: string,
    from: string,
  ): Promise<{ client: Client; isSent: boolean; outcomes: (string | undefined)[] }> {
    const client = await signedUpAs(server, address, {}, server.anonymous(from));
    if ((await client.call(sendRegistrationCode, { body: { channel: 'EMAIL' } })).status !== 200)
      return { client, isSent: false, outcomes: [] };
    return { client, isSent: true, outcomes: await guessFiveTimes(client, await newestCode(server, address)) };
  }

  async function guessFiveTimes(client: Client, code: string): Promise<(string | undefined)[]> {
    const outcomes: (string | undefined)[] = [];
    for (let guess = 0; guess < 5; guess += 1)
      outcomes.push(codeOf(await client.call(verifyRegistration, { body: { code: otherThan(code) } })));
    return outcomes;
  }

  const evaluated = (outcomes: readonly (string | undefined)[]) =>
    outcomes.filter((outcome) => outcome === 'code_wrong').length;

  test('thirty guesses an account and day, over however many codes of it', async () => {
    const client = await signedUpAs(server, 'day@code.example');
    const outcomes: (string | undefined)[] = [];
    for (let round = 0; round < 8; round += 1) {
      dataOf(await client.call(sendRegistrationCode, { body: { channel: 'EMAIL' } }));
      outcomes.push(...(await guessFiveTimes(client, await newestCode(server, 'day@code.example'))));
      await ageCodes(server, 61);
    }
    count(
      outcomes.map((outcome) => (outcome === 'code_wrong' ? 200 : 0)),
      30,
    );
    expect(outcomes).toEqual([...Array<string>(30).fill('code_wrong'), ...Array<string>(10).fill('rate_limited')]);
  });

  test('a stranger who guesses at an address all day takes neither the guesses nor the mails of its person', async () => {
    const address = 'person@code.example';
    const strangers = [];
    for (let round = 0; round < 12; round += 1) strangers.push(await guessAt(address, '192.0.2.66'));
    expect(strangers.filter(({ isSent }) => isSent)).toHaveLength(10);
    const guesses = evaluated(strangers.flatMap(({ outcomes }) => outcomes));
    expect(guesses).toBe(50);

    const person = await signedUpAs(server, address, {}, server.anonymous('198.51.100.3'));
    dataOf(await person.call(sendRegistrationCode, { body: { channel: 'EMAIL' } }));
    const code = await newestCode(server, address);
    // The code of the person is worth nothing to the stranger, in a registration that still has tries.
    const other = await signedUpAs(server, address, {}, server.anonymous('192.0.2.67'));
    dataOf(await other.call(sendRegistrationCode, { body: { channel: 'EMAIL' } }));
    if ((await newestCode(server, address)) !== code)
      expect(codeOf(await other.call(verifyRegistration, { body: { code } }))).toBe('code_wrong');
    expect(codeOf(await person.call(verifyRegistration, { body: { code: otherThan(code) } }))).toBe('code_wrong');
    expect(dataOf(await person.call(verifyRegistration, { body: { code } }))).toMatchObject({ is_verified: true });
    console.info(`AUT-03: 0 of ${guesses} guesses of a stranger were taken from those of the person`);
  });

  test('twenty mails with a code a mailbox and day, ten of them for one network address, and so at most a hundred guesses', async () => {
    const tried: { from: string; isSent: boolean; outcomes: (string | undefined)[] }[] = [];
    for (const from of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
      for (let round = 0; round < 11; round += 1) tried.push({ from, ...(await guessAt('mails@code.example', from)) });
    count(
      tried.map(({ isSent }) => (isSent ? 200 : 429)),
      20,
    );
    count(
      tried.flatMap(({ outcomes }) => outcomes).map((outcome) => (outcome === 'code_wrong' ? 200 : 0)),
      100,
    );
    expect(
      ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(
        (from) => tried.filter((one) => one.from === from && one.isSent).length,
      ),
    ).toEqual([10, 10, 0]);
    expect(evaluated(tried.flatMap(({ outcomes }) => outcomes))).toBe(100);
    expect(await server.mailTo('mails@code.example')).toHaveLength(20);
  });

  test('neither the code nor the link stands in the database', async () => {
    const client: Client = await halfSignedInAs(server, email);
    const code = await newestCode(server, email);
    const rows = await server.db.asSystem((trx) => trx.selectFrom('codes').selectAll().execute());
    const stored = rows
      .map((row) => `${row.code_hash.toString('latin1')} ${row.link_hash?.toString('latin1')} ${row.wanted}`)
      .join('\n');
    expect(stored).not.toContain(code);
    // The hash of the code is one under the session’s secret: without it a million tries find nothing.
    const { createHash } = await import('node:crypto');
    expect(rows.some(({ code_hash }) => code_hash.equals(createHash('sha256').update(code).digest()))).toBe(false);
    expect(client.cookies.get('sessionid')).toHaveLength(43);
  });
});
