import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { getSubscription, type Subscription } from '@parlance/shared/contract/api/subscription/subscription';
import { dataOf } from '../../testing/registering.ts';
import { startTestServer, type Client, type TestServer } from '../../testing/test-app.ts';
import { termsOf } from '../billing/terms.ts';
import { findSubscription } from './repository.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function read(client: Client): Promise<Subscription> {
  const { status, body } = await client.call(getSubscription, {});
  if (!body.success) throw new Error(`${status} ${body.code}`);
  return body.data;
}
const meterOf = ({ meters }: Subscription, kind: string) => meters.find((it) => it.kind === kind);

test('who is not signed in gets 401, a member 403', async () => {
  expect((await server.anonymous().call(getSubscription, {})).status).toBe(401);
  expect((await (await server.as('member@pro.example')).call(getSubscription, {})).status).toBe(403);
});

test('§5: the flag of the subscription manager is not asked for', async () => {
  const { plan_name: plan, features } = await read(await server.as('owner@free.example'));
  expect(plan).toBe('Free!');
  expect(features).not.toContain('subscription_manager');
});

test('§4, §6: in an expired workspace the owner reads it, and nobody else', async () => {
  expect(await read(await server.as('owner@expired.example'))).toMatchObject({
    plan_name: 'Growth',
    workspace_status: 'EXPIRED',
  });
  const { status, body } = await (await server.as('member@expired.example')).call(getSubscription, {});
  expect({ status, code: body.success || body.code }).toEqual({ status: 403, code: 'workspace_expired' });
});

test('the meters count what belongs to the caller’s organisation, and nothing of another', async () => {
  const pro = await read(await server.as('admin@pro.example'));
  expect(meterOf(pro, 'seats')).toEqual({
    kind: 'seats',
    used: 4,
    invited: 0,
    limit: null,
    resets_at: null,
    runs_out_on: null,
  });
  expect(meterOf(pro, 'agents')).toMatchObject({ used: 2, limit: null });
  expect(meterOf(pro, 'storage')?.used).toBeGreaterThan(1000);
  expect(meterOf(pro, 'storage')?.limit).toBe(500_000_000_000);
  const free = await read(await server.as('owner@free.example'));
  expect(meterOf(free, 'seats')).toMatchObject({ used: 2, limit: 3 });
});

test('dialogues are counted by the calendar month in UTC', async () => {
  const { organization_id: id } = dataOf(await (await server.as('owner@free.example')).call(getWhoami));
  await server.db.asTenant(id, (trx) =>
    trx
      .insertInto('dialogue_counts')
      .values([
        { organization_id: id, month: '2031-02-01', count: 3 },
        { organization_id: id, month: '2031-03-01', count: 2 },
      ])
      .execute(),
  );
  const usedAt = async (moment: string) =>
    meterOf(
      await server.db.asTenant(id, (trx) => findSubscription(trx, id, termsOf(server.config), new Date(moment))),
      'dialogues',
    );
  expect(await usedAt('2031-03-01T00:00:00Z')).toMatchObject({
    kind: 'dialogues',
    used: 2,
    limit: 100,
    resets_at: '2031-04-01T00:00:00.000Z',
  });
  expect(await usedAt('2031-02-28T23:59:59.999Z')).toMatchObject({ used: 3, resets_at: '2031-03-01T00:00:00.000Z' });
});
