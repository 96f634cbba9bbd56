import { getBot, listBots } from '@parlance/shared/contract/api/bots';
import { acceptInvitation, createInvitation } from '@parlance/shared/contract/api/invitations';
import { listOwnMemberships, switchMembership } from '@parlance/shared/contract/api/session/memberships';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { secretInLink } from '../../testing/mail.ts';
import { dataOf } from '../../testing/registering.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const botsOf = async (client: Client) => dataOf(await client.call(listBots, {})).items.map(({ id }) => id);
const organizationOf = async (client: Client) => dataOf(await client.call(getWhoami)).organization_name;

/** Joins the organisation of an admin by an invitation of theirs. */
async function join(client: Client, email: string, adminEmail: string): Promise<void> {
  const admin = await server.as(adminEmail);
  dataOf(
    await admin.call(createInvitation, {
      body: { email, role: 'member', language: 'en', idempotency_key: crypto.randomUUID() },
    }),
  );
  dataOf(
    await client.call(acceptInvitation, {
      body: { token: secretInLink((await server.mailTo(email)).at(-1), 'invitation') },
    }),
  );
}

test('whoever joins a further organisation sees the bots of the one they are in, and of the other none', async () => {
  const email = 'member@free.example';
  const client = await server.as(email);
  const atHome = await botsOf(client);
  await join(client, email, 'owner@team.example');

  expect(await organizationOf(client)).toBe('Harbour Logistics');
  const joined = await botsOf(client);
  expect(joined).toEqual(await botsOf(await server.as('owner@team.example')));
  expect(joined.length).toBeGreaterThan(0);
  expect(joined.filter((id) => atHome.includes(id))).toEqual([]);
  expect((await client.call(getBot, { params: { bot_id: atHome[0] ?? '' } })).status).toBe(404);

  const { items } = dataOf(await client.call(listOwnMemberships));
  const home = items.find(({ organization }) => organization === 'Corner Bakery');
  dataOf(await client.call(switchMembership, { params: { member_id: home?.member_id ?? '' } }));
  expect(await organizationOf(client)).toBe('Corner Bakery');
  expect(await botsOf(client)).toEqual(atHome);
  for (const bot_id of joined) expect((await client.call(getBot, { params: { bot_id } })).status).toBe(404);
  expect((await client.call(getBot, { params: { bot_id: atHome[0] ?? '' } })).status).toBe(200);
});

test('a switch moves this browser only: another one of the same person stays where it is', async () => {
  const email = 'member@pro.example';
  const [here, there] = [await server.as(email), await server.as(email)];
  await join(here, email, 'owner@free.example');
  expect(await organizationOf(there)).toBe('Northwind Research');
  const [bots, others] = [await botsOf(there), await botsOf(here)];
  const accounts = [dataOf(await here.call(getWhoami)), dataOf(await there.call(getWhoami))].map(
    ({ account_id }) => account_id,
  );
  expect(accounts[0]).toBe(accounts[1]);
  expect(dataOf(await (await server.as('owner@free.example')).call(getWhoami)).account_id).not.toBe(accounts[0]);
  const { items } = dataOf(await there.call(listOwnMemberships));
  dataOf(
    await there.call(switchMembership, {
      params: { member_id: items.find(({ is_current }) => !is_current)?.member_id ?? '' },
    }),
  );
  expect(await botsOf(there)).toEqual(others);
  dataOf(
    await here.call(switchMembership, {
      params: { member_id: items.find(({ is_current }) => is_current)?.member_id ?? '' },
    }),
  );
  expect(await botsOf(here)).toEqual(bots);
});
