import { planClaims, planTokenAudience, planTokenIssuer } from '@parlance/shared/contract/api/plans/plan';
import { getWhoami, signIn, signOut } from '@parlance/shared/contract/api/session/session';
import { getProfile } from '@parlance/shared/contract/api/users/profile';
import { createLocalJWKSet, jwtVerify } from 'jose';
import { sql } from 'kysely';
import { demoPassword } from '../../demo/organizations.ts';
import { hashToken } from '../../platform/secrets/tokens.ts';
import { withClock } from '../../testing/other-clock.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

const web = 'http://localhost:3000';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function signedIn(email: string): Promise<Client> {
  const client = server.anonymous();
  expect((await client.call(signIn, { body: { email, password: demoPassword } })).status).toBe(200);
  return client;
}

const post = (url: string, headers: Record<string, string>, payload = '{}') =>
  server.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json', ...headers }, payload });

describe('sign_in', () => {
  test('opens a session and sets both cookies', async () => {
    const answer = await post(
      '/auth/v1/sign_in',
      { host: 'localhost:8000' },
      JSON.stringify({ email: ' Member@Pro.example ', password: demoPassword }),
    );
    expect(answer.statusCode).toBe(200);
    const [session, csrf] = ['sessionid', 'csrftoken'].map((name) =>
      answer.cookies.find((cookie) => cookie.name === name),
    );
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(session?.secure).toBeUndefined();
    expect(csrf).toMatchObject({ sameSite: 'Lax', path: '/' });
    expect(csrf?.httpOnly).toBeUndefined();
  });

  test('refuses a wrong password and an unknown e-mail with the same answer', async () => {
    const client = server.anonymous();
    const wrong = await client.call(signIn, { body: { email: 'owner@free.example', password: 'not it' } });
    const unknown = await client.call(signIn, { body: { email: 'nobody@nowhere.example', password: 'not it' } });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    expect({ ...wrong.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
    expect(wrong.body).toMatchObject({ success: false, code: 'credentials_wrong' });
    expect(client.cookies.size).toBe(0);
  });

  test('a body that is not what it must be is refused with where and why', async () => {
    const answer = await post('/auth/v1/sign_in', {}, JSON.stringify({ email: 'no address' }));
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'validation_failed',
      issues: [{ path: 'body.email' }, { path: 'body.password' }],
    });
  });

  test('tells nobody without the password that an account asks for a code', async () => {
    const answer = await server.anonymous().call(signIn, { body: { email: 'otp@pro.example', password: 'not it' } });
    expect(answer.body).toMatchObject({ code: 'credentials_wrong' });
  });

  test('gives a new session id and ends the one before', async () => {
    const client = await signedIn('member@pro.example');
    const before = client.cookies.get('sessionid');
    await client.call(signIn, { body: { email: 'member@pro.example', password: demoPassword } });
    expect(client.cookies.get('sessionid')).not.toBe(before);
    const old = await server.app.inject({ url: '/auth/v1/whoami', headers: { cookie: `sessionid=${before}` } });
    expect(old.statusCode).toBe(401);
  });

  test('does not take a session id that the browser brings', async () => {
    const planted = 'A'.repeat(43);
    const answer = await post(
      '/auth/v1/sign_in',
      { cookie: `sessionid=${planted}` },
      JSON.stringify({ email: 'member@pro.example', password: demoPassword }),
    );
    expect(answer.cookies.find(({ name }) => name === 'sessionid')?.value).not.toBe(planted);
  });

  test('evaluates at most ten passwords an account and quarter hour, whatever headers come with them', async () => {
    const attempt = (number: number, password = 'not it') =>
      post(
        '/auth/v1/sign_in',
        { 'x-forwarded-for': `10.0.0.${number}`, 'user-agent': `browser ${number}` },
        JSON.stringify({ email: 'owner@team.example', password }),
      );
    const answers = await Promise.all(Array.from({ length: 15 }, (_, number) => attempt(number)));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses).toEqual([...Array<number>(10).fill(401), ...Array<number>(5).fill(429)]);
    const right = await attempt(99, demoPassword);
    expect(right.statusCode).toBe(429);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(600);
  });

  test('counts alike for an e-mail that has no account', async () => {
    const answers = await Promise.all(
      Array.from({ length: 12 }, () =>
        post('/auth/v1/sign_in', {}, JSON.stringify({ email: 'ghost@nowhere.example', password: 'not it' })),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
  });

  test('the right password takes none of the ten', async () => {
    for (let round = 0; round < 12; round += 1) await signedIn('admin@pro.example');
  });
});

describe('a session', () => {
  test('is the person it was opened for', async () => {
    const client = await signedIn('owner@pro.example');
    const answer = await client.call(getWhoami);
    expect(answer.body).toMatchObject({
      success: true,
      data: {
        is_admin: true,
        is_owner: true,
        primary_active_plan_name: 'Pro',
        workspace_status: 'ACTIVE',
        organization_name: 'Northwind Research',
      },
    });
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('that is forged, malformed or not there is refused', async () => {
    for (const cookie of [
      '',
      `sessionid=${'A'.repeat(43)}`,
      'sessionid=short',
      "sessionid=' or 1=1 --",
      `sessionid=${'x'.repeat(5000)}`,
    ]) {
      const answer = await server.app.inject({ url: '/auth/v1/whoami', headers: { cookie } });
      expect(answer.statusCode).toBe(401);
      expect(answer.json()).toMatchObject({ success: false, code: 'unauthenticated' });
    }
  });

  test.each(['expires_at', 'last_seen_at'] as const)(
    'ends by %s: after ninety days, or thirty without use',
    async (column) => {
      const client = await server.as('member@free.example');
      expect((await client.call(getWhoami)).status).toBe(200);
      await server.db.asSystem((trx) =>
        trx
          .updateTable('sessions')
          .set({ [column]: column === 'expires_at' ? new Date() : new Date(Date.now() - 31 * 86_400_000) })
          .where(
            'member_id',
            'in',
            trx
              .selectFrom('memberships')
              .innerJoin('users', 'users.id', 'memberships.user_id')
              .where('users.email', '=', 'member@free.example')
              .select('memberships.id'),
          )
          .execute(),
      );
      expect((await client.call(getWhoami)).status).toBe(401);
    },
  );

  test.each([20, -20])(
    'is written as used by the database’s clock, whatever that of the process says: %p minutes ahead',
    async (minutes) => {
      const client = await server.as('member@pro.example');
      const ofClient = { hash: hashToken(client.cookies.get('sessionid') ?? '') };
      const seenAt = async () =>
        (
          await server.db.asSystem((trx) =>
            trx
              .selectFrom('sessions')
              .where('token_hash', '=', ofClient.hash)
              .select('last_seen_at')
              .executeTakeFirstOrThrow(),
          )
        ).last_seen_at;
      const fresh = await seenAt();
      await withClock(minutes * 60_000, () => client.call(getWhoami));
      expect(await seenAt()).toEqual(fresh);
      await server.db.asSystem((trx) =>
        trx
          .updateTable('sessions')
          .set({ last_seen_at: sql`now() - interval '11 minutes'` })
          .where('token_hash', '=', ofClient.hash)
          .execute(),
      );
      await withClock(minutes * 60_000, () => client.call(getWhoami));
      expect((await seenAt()).getTime()).toBeGreaterThanOrEqual(fresh.getTime());
    },
  );

  test('is stored as a hash only', async () => {
    const client = await signedIn('member@pro.example');
    const rows = await server.db.asSystem((trx) => trx.selectFrom('sessions').selectAll().execute());
    const token = client.cookies.get('sessionid') ?? 'missing';
    expect(
      JSON.stringify(rows.map((row) => ({ ...row, token_hash: row.token_hash.toString('latin1') }))),
    ).not.toContain(token);
  });

  test('sees a right taken away with the next request', async () => {
    const client = await server.as('admin@pro.example');
    const setAdmin = (is_admin: boolean) =>
      server.db.asSystem((trx) =>
        trx
          .updateTable('memberships')
          .set({ is_admin })
          .where('user_id', 'in', trx.selectFrom('users').where('email', '=', 'admin@pro.example').select('id'))
          .execute(),
      );
    await setAdmin(false);
    expect((await client.call(getWhoami)).body).toMatchObject({ data: { is_admin: false } });
    await setAdmin(true);
  });

  test('of a registration that is not complete tells who it is all the same', async () => {
    const client = await signedIn('pending@new.example');
    expect((await client.call(getWhoami)).body).toMatchObject({
      success: true,
      data: { is_admin: false, is_owner: false, workspace_status: 'ACTIVE' },
    });
    expect((await client.call(getProfile)).body).toMatchObject({
      success: true,
      data: { username: null, email: 'pending@new.example' },
    });
  });
});

describe('sign_out', () => {
  test('ends the session on the server and clears both cookies', async () => {
    const client = await signedIn('member@pro.example');
    const cookie = client.headers()['cookie'] ?? '';
    const answer = await client.call(signOut);
    expect(answer.status).toBe(200);
    expect([...client.cookies.keys()]).toEqual(['deviceid']);
    expect((await server.app.inject({ url: '/auth/v1/whoami', headers: { cookie } })).statusCode).toBe(401);
  });

  test('answers alike where there is no session', async () => {
    expect((await server.anonymous().call(signOut)).status).toBe(200);
  });

  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example' }],
    ['a picture on another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling subdomain', { 'sec-fetch-site': 'same-site' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a link in an answer', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'document' }],
    ['a picture on a page of ours', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'image' }],
  ])('is refused from %s', async (_, headers) => {
    const client = await signedIn('member@pro.example');
    const answer = await server.app.inject({ url: '/auth/v1/sign_out', headers: { ...client.headers(), ...headers } });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ code: 'origin_refused' });
    expect((await client.call(getWhoami)).status).toBe(200);
  });

  test('needs the header of who does not say where they come from, as browsers of some years ago do not', async () => {
    const client = await signedIn('member@pro.example');
    const { 'x-csrftoken': proof, ...cookies } = client.headers();
    const answer = await server.app.inject({ url: '/auth/v1/sign_out', headers: cookies });
    expect(answer.json()).toMatchObject({ code: 'csrf_failed' });
    expect((await client.call(getWhoami)).status).toBe(200);
    expect(
      (await server.app.inject({ url: '/auth/v1/sign_out', headers: { ...cookies, 'x-csrftoken': proof } })).statusCode,
    ).toBe(200);
    expect((await client.call(getWhoami)).status).toBe(401);
  });

  test.each([
    ['another port', '', { origin: web, 'sec-fetch-site': 'same-site' }],
    ['the same origin', '/api/main', { 'sec-fetch-site': 'same-origin', 'sec-fetch-dest': 'empty' }],
  ])('works from the web origin: %s', async (_, prefix, headers) => {
    const client = await signedIn('member@pro.example');
    const answer = await server.app.inject({
      url: `${prefix}/auth/v1/sign_out`,
      headers: { ...client.headers(), host: 'localhost:8000', ...headers },
    });
    expect(answer.statusCode).toBe(200);
  });
});

describe('the plan token', () => {
  test('is signed by a published key and says what the plan grants', async () => {
    const client = await server.as('owner@team.example');
    const answer = await client.call(getWhoami);
    const token = answer.body.success ? answer.body.data.plan_options : '';
    const keys = (await server.app.inject('/.well-known/jwks.json')).json();
    const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), {
      algorithms: ['RS256'],
      issuer: planTokenIssuer,
      audience: planTokenAudience,
    });
    expect(protectedHeader.alg).toBe('RS256');
    expect(planClaims.safeParse(payload).success).toBe(true);
    expect(payload).toMatchObject({ dashboard: true, governance: false, system_log: false });
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(900);
  });

  test('the published keys hold nothing private', async () => {
    const { keys } = (await server.app.inject('/.well-known/jwks.json')).json();
    for (const key of keys) expect(Object.keys(key).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });
});

test('no line of the log holds a password, a session or a token', async () => {
  const client = await signedIn('owner@pro.example');
  await client.call(getWhoami);
  const log = server.log.join('');
  expect(log).toContain('"request_id"');
  for (const secret of [demoPassword, 'not it', ...client.cookies.values(), 'eyJ']) expect(log).not.toContain(secret);
});
