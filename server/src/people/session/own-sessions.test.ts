import { getRegistration, signUp } from '@parlance/shared/contract/api/registration/registration-steps';
import { listOwnMemberships, switchMembership } from '@parlance/shared/contract/api/session/memberships';
import { endOtherSessions, endOwnSession, listOwnSessions } from '@parlance/shared/contract/api/session/own-sessions';
import { getWhoami, signIn } from '@parlance/shared/contract/api/session/session';
import { demoPassword } from '../../demo/organizations.ts';
import { dataOf, signUpBody } from '../../testing/registering.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const agents = {
  windows:
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
};

async function signedInFrom(email: string, userAgent: string): Promise<Client> {
  const answer = await server.app.inject({
    method: 'POST',
    url: signIn.path,
    headers: { 'user-agent': userAgent },
    payload: { email, password: demoPassword },
  });
  const client = server.anonymous();
  for (const { name, value } of answer.cookies) client.cookies.set(name, value);
  return client;
}

describe('one’s own sessions', () => {
  test('are listed by browser and system, the current one first, and those of nobody else', async () => {
    const email = 'member@pro.example';
    await signedInFrom(email, agents.phone);
    const client = await signedInFrom(email, agents.windows);
    await server.as('owner@pro.example');
    const { items } = dataOf(await client.call(listOwnSessions));
    expect(items.map(({ is_current, browser, system }) => ({ is_current, browser, system }))).toEqual([
      { is_current: true, browser: 'Edge', system: 'Windows' },
      { is_current: false, browser: 'Safari', system: 'iOS' },
    ]);
    expect(JSON.stringify(items)).not.toContain('Mozilla');
  });

  test('end one at a time, and not the current one this way', async () => {
    const email = 'owner@pro.example';
    const [one, other] = [await server.as(email), await server.as(email)];
    const { items } = dataOf(await one.call(listOwnSessions));
    const current = items.find(({ is_current }) => is_current)?.id ?? '';
    for (const { id } of items.filter(({ is_current }) => !is_current))
      dataOf(await one.call(endOwnSession, { params: { session_id: id } }));
    expect((await other.call(getWhoami)).status).toBe(401);
    expect((await one.call(endOwnSession, { params: { session_id: current } })).status).toBe(404);
    expect((await one.call(getWhoami)).status).toBe(200);
  });

  test('of somebody else are as if they were not there', async () => {
    const victim = await server.as('admin@pro.example');
    const { items } = dataOf(await victim.call(listOwnSessions));
    const attacker = await server.as('member@pro.example');
    const theirs = await attacker.call(endOwnSession, { params: { session_id: items[0]?.id ?? '' } });
    const none = await attacker.call(endOwnSession, { params: { session_id: crypto.randomUUID() } });
    expect({ ...theirs.body, request_id: '' }).toEqual({ ...none.body, request_id: '' });
    expect((await victim.call(getWhoami)).status).toBe(200);
  });

  test('all end but the current one', async () => {
    const email = 'owner@free.example';
    const [one, other, third] = [await server.as(email), await server.as(email), await server.as(email)];
    expect(dataOf(await one.call(endOtherSessions))).toEqual({ ended: 2 });
    for (const client of [other, third]) expect((await client.call(getWhoami)).status).toBe(401);
    expect((await one.call(getWhoami)).status).toBe(200);
  });

  test('can be looked at and ended in an expired workspace', async () => {
    const member = await server.as('member@expired.example');
    expect((await member.call(listOwnSessions)).status).toBe(200);
    expect((await member.call(endOtherSessions)).status).toBe(200);
  });
});

describe('somebody in two organisations', () => {
  const email = 'member@free.example';
  let foreign: string;
  beforeAll(async () => {
    foreign = await server.db.asSystem(async (trx) => {
      const { id: user_id } = await trx
        .selectFrom('users')
        .where('email', '=', email)
        .select('id')
        .executeTakeFirstOrThrow();
      const { id: organization_id } = await trx
        .selectFrom('organizations')
        .where('plan_name', '=', 'Team')
        .select('id')
        .executeTakeFirstOrThrow();
      const { id } = await trx
        .insertInto('memberships')
        .values({
          organization_id,
          user_id,
          role_title: '',
          is_admin: false,
          is_owner: false,
          last_used_at: new Date(0),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return id;
    });
  });

  test('signs in to the one used last, and moves to the other with a new session id', async () => {
    const client = server.anonymous();
    dataOf(await client.call(signIn, { body: { email, password: demoPassword } }));
    expect(dataOf(await client.call(listOwnMemberships)).items).toEqual([
      expect.objectContaining({ organization: 'Corner Bakery', is_current: true }),
      expect.objectContaining({
        organization: 'Harbour Logistics',
        is_current: false,
        member_id: foreign,
        workspace_status: 'ACTIVE',
      }),
    ]);
    const before = client.cookies.get('sessionid');
    dataOf(await client.call(switchMembership, { params: { member_id: foreign } }));
    expect(client.cookies.get('sessionid')).not.toBe(before);
    expect(
      (await server.app.inject({ url: '/auth/v1/whoami', headers: { cookie: `sessionid=${before}` } })).statusCode,
    ).toBe(401);
    expect(dataOf(await client.call(getWhoami))).toMatchObject({ organization_name: 'Harbour Logistics' });
    const later = server.anonymous();
    dataOf(await later.call(signIn, { body: { email, password: demoPassword } }));
    expect(dataOf(await later.call(getWhoami))).toMatchObject({ organization_name: 'Harbour Logistics' });
  });

  test('cannot move to the membership of somebody else', async () => {
    const attacker = await server.as('owner@free.example');
    const [theirs, none] = await Promise.all(
      [foreign, crypto.randomUUID()].map((member_id) => attacker.call(switchMembership, { params: { member_id } })),
    );
    expect(theirs?.status).toBe(404);
    expect({ ...theirs?.body, request_id: '' }).toEqual({ ...none?.body, request_id: '' });
  });

  test('signs in to the one that is left when the other lets them go', async () => {
    await server.db.asSystem((trx) => trx.deleteFrom('memberships').where('id', '=', foreign).execute());
    const client = server.anonymous();
    dataOf(await client.call(signIn, { body: { email, password: demoPassword } }));
    expect(dataOf(await client.call(getWhoami))).toMatchObject({ organization_name: 'Corner Bakery' });
  });

  test('who is in none any more goes on with a registration at the names', async () => {
    await server.db.asSystem((trx) =>
      trx
        .deleteFrom('memberships')
        .where('user_id', 'in', trx.selectFrom('users').where('email', '=', 'member@pro.example').select('id'))
        .execute(),
    );
    for (let round = 0; round < 2; round += 1) {
      const client = server.anonymous();
      dataOf(await client.call(signIn, { body: { email: 'member@pro.example', password: demoPassword } }));
      expect(dataOf(await client.call(getWhoami))).toMatchObject({ organization_name: '', is_admin: false });
      expect(dataOf(await client.call(getRegistration))).toMatchObject({
        stage: 3,
        is_verified: true,
        email: 'member@pro.example',
      });
      // Whoever finds this browser open cannot put a password of theirs in the place of the account's.
      expect(
        (await client.call(signUp, { body: signUpBody('member@pro.example', { password: 'another good one' }) }))
          .status,
      ).toBe(409);
    }
  });
});
