import { listOwners, ownersAtMost } from '@parlance/shared/contract/api/billing/owners';
import { deactivateMember } from '../../lifecycle/offboarding/deactivation.ts';
import { dataOf } from '../../testing/registering.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeEach(async () => {
  server = await startTestServer();
});
afterEach(() => server.close());

const edith = { username: 'Edith Moreau', email: 'owner@expired.example' };

const ownersFor = async (email: string) => dataOf(await (await server.as(email)).call(listOwners)).items;

const organizationOf = (email: string): Promise<string> =>
  server.db.asSystem(async (trx) => {
    const row = await trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('users.email', '=', email)
      .select('organization_id')
      .executeTakeFirstOrThrow();
    return row.organization_id;
  });

const setStatus = async (email: string, status: 'ACTIVE' | 'DISABLED') => {
  const id = await organizationOf(email);
  await server.db.asSystem((trx) =>
    trx.updateTable('organizations').set({ workspace_status: status }).where('id', '=', id).execute(),
  );
};

/** Makes somebody of another organisation a further owner of the expired one. */
async function addOwner(email: string): Promise<void> {
  const organizationId = await organizationOf(edith.email);
  await server.db.asSystem(async (trx) => {
    const { id } = await trx.selectFrom('users').where('email', '=', email).select('id').executeTakeFirstOrThrow();
    await trx
      .insertInto('memberships')
      .values({
        organization_id: organizationId,
        user_id: id,
        role_title: '',
        is_admin: true,
        is_owner: true,
        last_used_at: new Date(0),
      })
      .execute();
  });
}

test('a member of an expired workspace reads whom to ask: the owners of this organisation and nobody else', async () => {
  expect(await ownersFor('member@expired.example')).toEqual([edith]);
  await addOwner('member@free.example');
  const both = await ownersFor('member@expired.example');
  expect(both.map(({ email }) => email)).toEqual([edith.email, 'member@free.example']);
});

test('an owner who is deactivated is not named, and where there is no other one nobody is', async () => {
  const dismiss = async (email: string) => {
    const organizationId = await organizationOf(edith.email);
    await server.db.asSystem(async (trx) => {
      const { id } = await trx
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .where('users.email', '=', email)
        .where('organization_id', '=', organizationId)
        .select('memberships.id')
        .executeTakeFirstOrThrow();
      await deactivateMember(trx, id);
    });
  };
  await addOwner('member@free.example');
  expect(await ownersFor('member@expired.example')).toHaveLength(2);
  await dismiss('member@free.example');
  expect(await ownersFor('member@expired.example')).toEqual([edith]);
  await dismiss(edith.email);
  expect(await ownersFor('member@expired.example')).toEqual([]);
});

test('of many owners the first ones are named, and of one without a name the address', async () => {
  const others = [
    'member@free.example',
    'owner@free.example',
    'member@pro.example',
    'admin@pro.example',
    'owner@pro.example',
  ];
  for (const email of others) await addOwner(email);
  await server.db.asSystem((trx) =>
    trx.updateTable('users').set({ username: null }).where('email', '=', edith.email).execute(),
  );
  const named = await ownersFor('member@expired.example');
  expect(named).toHaveLength(ownersAtMost);
  expect(named[0]).toEqual({ username: null, email: edith.email });
});

test('in a workspace that works no member learns an address', async () => {
  expect(await ownersFor('member@pro.example')).toEqual([]);
  await setStatus('member@expired.example', 'ACTIVE');
  expect(await ownersFor('member@expired.example')).toEqual([]);
});

test('a disabled workspace is refused, and so is who is not signed in', async () => {
  await setStatus('member@expired.example', 'DISABLED');
  const answer = await (await server.as('member@expired.example')).call(listOwners);
  expect([answer.status, answer.body]).toEqual([403, expect.objectContaining({ code: 'workspace_disabled' })]);
  expect((await server.anonymous().call(listOwners)).status).toBe(401);
});
