import { listMembers, type MemberSummary } from '@parlance/shared/contract/api/members';
import type { Input } from '@parlance/shared/contract/endpoint';
import { startTestServer, type Client, type TestServer } from '../../testing/test-app.ts';
import { findMembers } from './repository.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

type Query = NonNullable<Input<typeof listMembers>['query']>;
async function list(
  client: Client,
  query: Query = {},
): Promise<{ items: MemberSummary[]; next_cursor: string | null }> {
  const { status, body } = await client.call(listMembers, { query });
  if (!body.success) throw new Error(`${status} ${body.code}`);
  return body.data;
}
const emails = (members: readonly MemberSummary[]) => members.map(({ email }) => email);

test('who is not signed in gets 401', async () => {
  const { status } = await server.anonymous().call(listMembers, {});
  expect(status).toBe(401);
});

test('a member without the admin flag gets 403', async () => {
  const member = await server.as('member@pro.example');
  expect((await member.call(listMembers, {})).status).toBe(403);
});

test('an admin whose plan lacks user_management gets 403', async () => {
  await server.db.asSystem((trx) =>
    trx.updateTable('organizations').set({ plan_name: 'personal' }).where('plan_name', '=', 'Team').execute(),
  );
  const owner = await server.as('owner@team.example');
  const { status, body } = await owner.call(listMembers, {});
  expect({ status, code: body.success || body.code }).toEqual({ status: 403, code: 'feature_missing' });
});

test('the owner of an expired workspace gets 403', async () => {
  const owner = await server.as('owner@expired.example');
  expect((await owner.call(listMembers, {})).status).toBe(403);
});

test('an admin sees everyone of the own organisation, by name, and nobody else', async () => {
  const page = await list(await server.as('admin@pro.example'));
  expect(emails(page.items)).toEqual([
    'admin@pro.example',
    'member@pro.example',
    'owner@pro.example',
    'otp@pro.example',
  ]);
  expect(page.next_cursor).toBeNull();
});

test('each member comes with role, teams, language, second step and registration', async () => {
  const { items } = await list(await server.as('admin@pro.example'));
  const [owner] = items.filter(({ email }) => email === 'owner@pro.example');
  expect(owner).toEqual({
    id: expect.any(String),
    username: 'Olivia Bennett',
    email: 'owner@pro.example',
    role: 'owner',
    state: 'active',
    teams: ['Knowledge', 'Support'],
    language: 'en',
    mfa_preference: 'NONE',
    registration: { is_completed: true, stage: 5 },
  });
  expect(items.find(({ email }) => email === 'otp@pro.example')?.mfa_preference).toBe('EMAIL_OTP');
});

test('no password hash leaves the server', async () => {
  const { text } = await (await server.as('admin@pro.example')).call(listMembers, {});
  expect(text).not.toMatch(/argon2|password/);
});

test('a search finds in name and e-mail, in any letter case, and takes % and _ as they are', async () => {
  const admin = await server.as('admin@pro.example');
  expect(emails((await list(admin, { q: 'TANAKA' })).items)).toEqual(['member@pro.example']);
  expect(emails((await list(admin, { q: ' Otp@PRO ' })).items)).toEqual(['otp@pro.example']);
  expect((await list(admin, { q: '%' })).items).toEqual([]);
  expect((await list(admin, { q: '_' })).items).toEqual([]);
});

test.each([
  ['name', ['admin@pro.example', 'member@pro.example', 'owner@pro.example', 'otp@pro.example']],
  ['-name', ['otp@pro.example', 'owner@pro.example', 'member@pro.example', 'admin@pro.example']],
  ['email', ['admin@pro.example', 'member@pro.example', 'otp@pro.example', 'owner@pro.example']],
  ['-email', ['owner@pro.example', 'otp@pro.example', 'member@pro.example', 'admin@pro.example']],
] as const)('sorts by %s', async (sort, expected) => {
  expect(emails((await list(await server.as('admin@pro.example'), { sort })).items)).toEqual(expected);
});

test.each(['name', '-name', 'email', '-email', 'role', '-role'] as const)(
  'pages of one by %s show each member once, in the order of the whole list',
  async (sort) => {
    const admin = await server.as('admin@pro.example');
    const whole = await list(admin, { sort });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await list(admin, { sort, limit: 1, cursor });
      seen.push(...emails(page.items));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined && seen.length < 10);
    expect(seen).toEqual(emails(whole.items));
  },
);

test('by role, owners come before admins and admins before members', async () => {
  const { items } = await list(await server.as('admin@pro.example'), { sort: 'role' });
  expect(items.map(({ role }) => role)).toEqual(['owner', 'admin', 'member', 'member']);
});

test.each([
  ['a sort that does not exist', { sort: 'password_hash' }],
  ['a page that is too large', { limit: '101' }],
  ['a search text that is too long', { q: 'x'.repeat(201) }],
  ['a cursor that is none', { cursor: 'bm90aGluZw' }],
  [
    'a cursor of another order',
    { sort: 'email', cursor: Buffer.from('["name","a","0198f0aa-0000-7000-8000-000000000001"]').toString('base64url') },
  ],
  [
    'a cursor with a character that the database cannot hold',
    { cursor: Buffer.from('["name","\\u0000","0198f0aa-0000-7000-8000-000000000001"]').toString('base64url') },
  ],
  ['a search text that the database cannot hold', { q: 'a\0b' }],
])('%s is refused with 400', async (_, query) => {
  const admin = await server.as('admin@pro.example');
  const { status, body } = await admin.call(listMembers, { query: query as Query }); // wrong on purpose
  expect({ status, code: body.success || body.code }).toEqual({ status: 400, code: 'validation_failed' });
});

test('a member of two organisations is shown to each with the role held there', async () => {
  const pro = await server.as('admin@pro.example');
  const free = await server.as('owner@free.example');
  await server.db.asSystem(async (trx) => {
    const { id } = await trx
      .selectFrom('users')
      .where('email', '=', 'member@pro.example')
      .select('id')
      .executeTakeFirstOrThrow();
    const { organization_id } = await trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('users.email', '=', 'owner@free.example')
      .select('memberships.organization_id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('memberships')
      .values({ organization_id, user_id: id, role_title: '', is_admin: true, is_owner: false })
      .execute();
  });
  const roleIn = async (client: Client) =>
    (await list(client)).items.find(({ email }) => email === 'member@pro.example')?.role;
  expect([await roleIn(pro), await roleIn(free)]).toEqual(['member', 'admin']);
});

describe('another organisation’s people stay unseen (TEN-01)', () => {
  const isForeign = ({ email }: MemberSummary) => !email.endsWith('@pro.example');
  async function foreigner(): Promise<{ id: string; organization_id: string }> {
    return server.db.asSystem((trx) =>
      trx
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .where('users.email', '=', 'owner@expired.example')
        .select(['memberships.id', 'memberships.organization_id'])
        .executeTakeFirstOrThrow(),
    );
  }

  test.each(['owner@expired.example', 'Edith', 'pending@new.example'])(
    'a search for %s is a search for nobody',
    async (q) => {
      const admin = await server.as('admin@pro.example');
      const [foreign, nobody] = [
        await admin.call(listMembers, { query: { q } }),
        await admin.call(listMembers, { query: { q: 'nobody at all' } }),
      ];
      expect(foreign.text).toBe(nobody.text);
    },
  );

  test.each(['name', '-name', 'email', 'role'] as const)(
    'a cursor at a member of another organisation leads to none, by %s',
    async (sort) => {
      const { id } = await foreigner();
      const admin = await server.as('admin@pro.example');
      for (const value of ['', 'edith moreau', 'owner@expired.example', '1', '~']) {
        const cursor = Buffer.from(JSON.stringify([sort, value, id])).toString('base64url');
        expect((await list(admin, { sort, cursor })).items.filter(isForeign)).toEqual([]);
      }
    },
  );

  test('an organisation named in the query changes nothing', async () => {
    const { organization_id } = await foreigner();
    const admin = await server.as('admin@pro.example');
    const query = { organization_id, organizationId: organization_id } as Query; // a parameter that an attacker sends
    expect((await list(admin, query)).items.filter(isForeign)).toEqual([]);
  });

  test('the database itself gives none, even to a query that asks for them', async () => {
    const { organization_id } = await foreigner();
    const own = await server.db.asSystem((trx) =>
      trx.selectFrom('organizations').where('name', '=', 'Northwind Research').select('id').executeTakeFirstOrThrow(),
    );
    const asked = { organizationId: organization_id, q: '', sort: 'name', after: null, limit: 10 } as const;
    expect(await server.db.asTenant(own.id, (trx) => findMembers(trx, asked))).toEqual([]);
  });

  test('the registrations of others are closed as well', async () => {
    const own = await server.db.asSystem((trx) =>
      trx.selectFrom('organizations').where('name', '=', 'Northwind Research').select('id').executeTakeFirstOrThrow(),
    );
    const [seen, all] = [
      await server.db.asTenant(own.id, (trx) => trx.selectFrom('registrations').selectAll().execute()),
      await server.db.asSystem((trx) => trx.selectFrom('registrations').selectAll().execute()),
    ];
    expect(seen).toHaveLength(4);
    expect(all.length).toBeGreaterThan(4);
  });
});
