import { deleteAccount } from '@parlance/shared/contract/api/account-deletion';
import { createInvitation, listInvitations } from '@parlance/shared/contract/api/invitations';
import { getOwnData } from '@parlance/shared/contract/api/own-data';
import { getWhoami, signIn } from '@parlance/shared/contract/api/session/session';
import * as z from '@parlance/shared/contract/schema';
import { sql } from 'kysely';
import { demoPassword } from '../../demo/organizations.ts';
import { botNamed, messages, start } from '../../testing/asking.ts';
import { dataOf, goodPassword, registeredAs } from '../../testing/registering.ts';
import { removeGoing } from '../../testing/removal.ts';
import { statementsOf } from '../../testing/statements.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const codeOf = ({ body }: { body: { success: boolean; code?: string } }) => (body.success ? 'success' : body.code);
const remove = (client: Client, body: { password?: string; delete_organization?: boolean } = {}) =>
  client.call(deleteAccount, { body: { password: demoPassword, ...body } });

/** A dialogue whose answer is written. */
async function talk(client: Client, prompt: string): Promise<void> {
  const { dialogue_id } = await start(client, await botNamed(client, 'House Guide'), prompt);
  while ((await messages(client, dialogue_id)).some(({ run }) => run?.status === 'queued' || run?.status === 'running'))
    await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('the download of one’s own data', () => {
  test('has everything of the person, and nothing of anybody else', async () => {
    const [client, other] = [await server.as('member@pro.example'), await server.as('admin@pro.example')];
    await talk(client, 'When is the building open?');
    await talk(other, 'A question of somebody else');
    const answer = await client.call(getOwnData);
    expect(answer.headers['content-disposition']).toBe('attachment; filename="parlance-data.json"');
    const data = dataOf(answer);
    expect(data.account).toMatchObject({ email: 'member@pro.example', username: 'Mei Tanaka', mfa_preference: 'NONE' });
    expect(data.terms_accepted.map(({ document }) => document)).toEqual(['privacy-policy', 'terms-of-service']);
    expect(data.sessions).toHaveLength(1);
    expect(data.memberships).toMatchObject([
      { organization: 'Northwind Research', role: 'Researcher', is_admin: false, teams: ['Support'] },
    ]);
    expect(data.memberships[0]?.dialogues).toMatchObject([
      {
        bot: 'House Guide',
        messages: [
          { author: 'member', content: 'When is the building open?' },
          { author: 'bot', content: expect.stringContaining('7:00') },
        ],
      },
    ]);
    expect(answer.text).not.toMatch(/somebody else|argon2|token_hash/);
  });

  test('is read in pages as it is sent, and nothing is left out or given twice', async () => {
    const client = await registeredAs(server, 'much@walk.example', { organization: 'Much Ltd' });
    const { organization_id: organizationId, member_id: memberId } = dataOf(await client.call(getWhoami));
    const { dialogue_id: dialogueId } = await start(client, await botNamed(client, 'Getting started'), 'Hello');
    // Five hundred of each, with moments that several share.
    await server.db.asSystem(async (trx) => {
      await sql`insert into messages (organization_id, dialogue_id, author, content, position) select ${organizationId}, ${dialogueId}, 'member', 'message ' || at, 100 + at from generate_series(1, 500) at`.execute(
        trx,
      );
      await sql`insert into dialogues (organization_id, member_id, bot_id, title, created_at) select ${organizationId}, ${memberId}, bot_id, 'dialogue ' || at, '2026-01-01T00:00:00Z'::timestamptz + at / 10 * interval '1 s' from dialogues, generate_series(1, 500) at where dialogues.id = ${dialogueId}`.execute(
        trx,
      );
      await sql`insert into analytics_events (organization_id, member_id, event_id, name, route, detail, occurred_at) select ${organizationId}, ${memberId}, gen_random_uuid(), 'event ' || at, '/', '{}', '2026-01-01T00:00:00Z'::timestamptz + at / 10 * interval '1 s' from generate_series(1, 500) at`.execute(
        trx,
      );
    });
    const { result: answer, statements } = await statementsOf(() => client.call(getOwnData));
    const [membership] = dataOf(answer).memberships;
    const named = (kind: string) => Array.from({ length: 500 }, (_, at) => `${kind} ${at + 1}`).sort();
    expect(
      membership?.dialogues
        .map(({ title }) => title)
        .filter((title) => title.startsWith('dialogue '))
        .sort(),
    ).toEqual(named('dialogue'));
    expect(
      membership?.dialogues
        .flatMap(({ messages: all }) => all.map(({ content }) => content))
        .filter((content) => content.startsWith('message '))
        .sort(),
    ).toEqual(named('message'));
    expect(membership?.analytics_events.map(({ name }) => name).sort()).toEqual(named('event'));
    expect(z.parse(getOwnData.response, dataOf(answer))).toEqual(dataOf(answer));
    // Where a page is full there may be another one.
    expect(statements.filter((statement) => statement.includes('from "analytics_events"'))).toHaveLength(3);
    expect(statements.filter((statement) => statement.includes('from "messages"'))).toHaveLength(501 + 2);
  }, 120_000);

  test('is there in an expired workspace, and ten times a day', async () => {
    const client = await server.as('member@expired.example');
    const statuses: number[] = [];
    for (let round = 0; round < 11; round += 1) statuses.push((await client.call(getOwnData)).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429]);
  });
});

describe('the deletion of an account', () => {
  test('needs the password', async () => {
    const client = await server.as('member@free.example');
    expect(await remove(client, { password: 'wrong' })).toMatchObject({
      status: 403,
      body: { code: 'password_wrong' },
    });
    expect((await client.call(getWhoami)).status).toBe(200);
  });

  test('takes the dialogues and sessions with it, leaves what is the organisation’s, and is told by mail', async () => {
    const email = 'admin@pro.example';
    const [client, elsewhere] = [await server.as(email), await server.as(email)];
    const owner = await server.as('owner@pro.example');
    dataOf(
      await client.call(createInvitation, {
        body: { email: 'guest@stays.example', role: 'member', language: 'en', idempotency_key: crypto.randomUUID() },
      }),
    );
    const { member_id } = dataOf(await client.call(getWhoami));
    const bots = await countOf('bots');
    dataOf(await remove(client));
    expect([...client.cookies.keys()]).toEqual([]);
    expect((await elsewhere.call(getWhoami)).status).toBe(401);
    expect((await server.anonymous().call(signIn, { body: { email, password: demoPassword } })).status).toBe(401);
    expect((await server.mailTo(email)).at(-1)).toMatchObject({ template: 'account_deleted' });
    const invited = () => owner.call(listInvitations, {}).then(dataOf);
    expect((await invited()).items).toMatchObject([{ email: 'guest@stays.example', inviter: null, status: 'open' }]);
    await removeGoing(server);
    expect(
      await server.db.asSystem((trx) =>
        trx.selectFrom('dialogues').where('member_id', '=', member_id).selectAll().execute(),
      ),
    ).toEqual([]);
    expect(await countOf('bots')).toBe(bots);
    expect((await invited()).items).toMatchObject([{ email: 'guest@stays.example', inviter: null, status: 'open' }]);
  });

  test('leaves no row that names the person', async () => {
    const email = 'leaves@walk.example';
    const client = await registeredAs(server, email);
    const user = await server.db.asSystem((trx) =>
      trx.selectFrom('users').where('email', '=', email).select('id').executeTakeFirstOrThrow(),
    );
    dataOf(await remove(client, { password: goodPassword, delete_organization: true }));
    await removeGoing(server);
    const names = await server.db.asSystem(async (trx) => {
      const tables = [
        'users',
        'memberships',
        'sessions',
        'registrations',
        'registration_attempts',
        'terms_acceptances',
        'known_devices',
        'password_resets',
        'codes',
        'enterprise_enquiries',
        'invitations',
      ] as const;
      const found: string[] = [];
      for (const table of tables)
        if (JSON.stringify(await trx.selectFrom(table).selectAll().execute()).includes(user.id)) found.push(table);
      return found;
    });
    expect(names).toEqual([]);
  });

  test('is refused to the last owner while others are there, and nothing of it is done (TEN-07)', async () => {
    const client = await server.as('owner@pro.example');
    expect(codeOf(await remove(client, { delete_organization: true }))).toBe('last_owner');
    expect((await client.call(getWhoami)).status).toBe(200);
  });

  test('of one of two owners is possible, and of both at once only for the first', async () => {
    await server.db.asSystem((trx) =>
      trx
        .updateTable('memberships')
        .set({ is_admin: true, is_owner: true })
        .where('user_id', 'in', trx.selectFrom('users').where('email', '=', 'member@free.example').select('id'))
        .execute(),
    );
    const owners = [await server.as('owner@free.example'), await server.as('member@free.example')];
    for (const client of owners) await client.call(getWhoami);
    const answers = await Promise.all(owners.map((client) => remove(client)));
    expect(answers.map(codeOf).sort()).toEqual(['organization_would_end', 'success']);
  });

  test('of the only member needs to be told that the organisation goes as well', async () => {
    const client = await registeredAs(server, 'alone@walk.example', { organization: 'Alone Ltd' });
    expect(codeOf(await remove(client, { password: goodPassword }))).toBe('organization_would_end');
    expect((await client.call(getWhoami)).status).toBe(200);
    dataOf(await remove(client, { password: goodPassword, delete_organization: true }));
    await removeGoing(server);
    expect(
      await server.db.asSystem((trx) =>
        trx.selectFrom('organizations').where('name', '=', 'Alone Ltd').selectAll().execute(),
      ),
    ).toEqual([]);
  });

  test('leaves the address free to register anew, at once', async () => {
    const before = await registeredAs(server, 'alone@walk.example', { organization: 'Alone Again' });
    dataOf(await remove(before, { password: goodPassword, delete_organization: true }));
    const client = await registeredAs(server, 'alone@walk.example', { organization: 'Alone at last' });
    expect(dataOf(await client.call(getWhoami))).toMatchObject({ organization_name: 'Alone at last' });
    await removeGoing(server);
    expect((await client.call(getWhoami)).status).toBe(200);
  });

  const countOf = async (table: 'bots') =>
    (await server.db.asSystem((trx) => trx.selectFrom(table).selectAll().execute())).length;
});
