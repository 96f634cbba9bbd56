import { deleteAccount } from '@parlance/shared/contract/api/account-deletion';
import { getLoggedDialogue, listDialogueLog } from '@parlance/shared/contract/api/dialogue-log';
import { listMembers } from '@parlance/shared/contract/api/members';
import { getMember } from '@parlance/shared/contract/api/offboarding';
import { getWhoami, signIn } from '@parlance/shared/contract/api/session/session';
import { getSharedDialogue, shareDialogue } from '@parlance/shared/contract/api/shares';
import { demoPassword } from '../../demo/organizations.ts';
import { lockAccount } from '../../money/billing/account.ts';
import type { Database } from '../../platform/db/database.ts';
import { codeOf } from '../../testing/agents.ts';
import { botNamed, start } from '../../testing/asking.ts';
import { madeAutomation, sendSigned } from '../../testing/automations.ts';
import { makeOneOfEach, readCatalogue } from '../../testing/one-of-each.ts';
import { writeReasoning } from '../../testing/reasoning.ts';
import { dataOf, goodPassword, registeredAs } from '../../testing/registering.ts';
import { removeGoing } from '../../testing/removal.ts';
import { ended, runOf } from '../../testing/start-asking.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { accountRemoval, requestRemovals } from './removal.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ TOOL_SECRETS_KEY: 'ab'.repeat(32) });
});
afterAll(() => server.close());

const leave = async (client: Client, password = goodPassword) =>
  dataOf(await client.call(deleteAccount, { body: { password, delete_organization: true } }));

/** Counts the rows of an organisation by table, leaving empty ones out. */
async function rowsOf(organizationId: string): Promise<Record<string, number>> {
  const { rows: tables } = await server.pool.query<{ name: string }>(`
    select columns.table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'organization_id' and table_type = 'BASE TABLE' order by 1`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await server.pool.query<{ count: number }>(
      `select count(*)::integer as count from ${name} where organization_id = $1`,
      [organizationId],
    );
    if ((rows[0]?.count ?? 0) > 0) counts[name] = rows[0]?.count ?? 0;
  }
  return counts;
}

type NewOrganization = {
  readonly client: Client;
  readonly organizationId: string;
  readonly memberId: string;
  readonly userId: string;
};

/** Founds an organisation of one person, with a row in every table and this many answered dialogues. */
async function founded(email: string, dialogues = 1): Promise<NewOrganization> {
  const client = await registeredAs(server, email, { organization: `Of ${email}` });
  const { organization_id: organizationId, member_id: memberId } = dataOf(await client.call(getWhoami));
  const { id: botId } = await server.db.asSystem((trx) =>
    trx.selectFrom('bots').where('organization_id', '=', organizationId).select('id').executeTakeFirstOrThrow(),
  );
  for (let index = 0; index < dialogues; index += 1)
    await ended(client, await start(client, botId, `Question ${index}`));
  await server.db.asSystem(async (trx) => {
    await makeOneOfEach(trx, await readCatalogue(trx), { organizationId, memberId });
    await trx.deleteFrom('legal_holds').where('organization_id', '=', organizationId).execute();
  });
  const { id: userId } = await server.db.asSystem((trx) =>
    trx.selectFrom('users').where('email', '=', email).select('id').executeTakeFirstOrThrow(),
  );
  return { client, organizationId, memberId, userId };
}

/** Creates a database whose process dies after this many transactions. */
function mortal(transactions: number): Database {
  let left = transactions;
  const asSystem: Database['asSystem'] = (work) => {
    left -= 1;
    if (left < 0) throw new Error('killed');
    return server.db.asSystem(work);
  };
  return { asSystem, lookUp: (read) => server.db.lookUp(read) } as Database;
}

test('an organisation that has a row in every table is removed in pages, though its process is killed again and again, and nothing is left', async () => {
  const { client, organizationId, userId } = await founded('alone@removed.example', 5);
  const others = await rowsOf((await founded('other@removed.example')).organizationId);
  const before = Object.keys(await rowsOf(organizationId));
  expect(before.length).toBeGreaterThan(90);
  expect(before).toEqual(expect.arrayContaining(['answer_reasoning', 'tool_call_extras']));
  await leave(client);
  let kills = 0;
  const killed = () =>
    accountRemoval({ db: mortal(20 * (kills + 1)) }, 2)
      .run({ user: userId }, new AbortController().signal)
      .then(
        () => false,
        (error: unknown) => error instanceof Error && error.message === 'killed',
      );
  while (await killed()) kills += 1;
  expect(kills).toBeGreaterThan(3);
  expect(await rowsOf(organizationId)).toEqual({});
  expect(
    await server.db.asSystem((trx) => trx.selectFrom('users').where('id', '=', userId).selectAll().execute()),
  ).toEqual([]);
  const { organizationId: untouched } = await server.db.asSystem((trx) =>
    trx
      .selectFrom('organizations')
      .where('name', '=', 'Of other@removed.example')
      .select('id as organizationId')
      .executeTakeFirstOrThrow(),
  );
  expect(await rowsOf(untouched)).toEqual(others);
  // Invoices are kept without their organisation.
  expect(before).toContain('invoices');
});

test('a removal that is killed as soon as the organisation is gone leaves nothing of it', async () => {
  const { client, organizationId, userId: user } = await founded('killed@removed.example', 1);
  await leave(client);
  let isGone = false;
  const asSystem: Database['asSystem'] = async (work) => {
    if (isGone) throw new Error('killed');
    const done = await server.db.asSystem(work);
    const found = await server.db.asSystem((trx) =>
      trx.selectFrom('organizations').where('id', '=', organizationId).select('id').executeTakeFirst(),
    );
    isGone = found === undefined;
    return done;
  };
  const db = { asSystem, lookUp: (read) => server.db.lookUp(read) } as Database;
  await expect(accountRemoval({ db }).run({ user }, new AbortController().signal)).rejects.toThrow('killed');
  expect(await rowsOf(organizationId)).toEqual({});
});

test('no statement of a removal takes more than a page of dialogues along', async () => {
  const { client, memberId, userId: user } = await founded('pages@removed.example', 5);
  await leave(client);
  const statements: number[] = [];
  const asSystem: Database['asSystem'] = (work) =>
    server.db.asSystem(async (trx) => {
      const count = async () =>
        (await trx.selectFrom('dialogues').where('member_id', '=', memberId).select('id').execute()).length;
      const had = await count();
      const done = await work(trx);
      statements.push(had - (await count()));
      return done;
    });
  await accountRemoval({ db: { asSystem, lookUp: (read) => server.db.lookUp(read) } as Database }, 2).run(
    { user },
    new AbortController().signal,
  );
  expect(statements.reduce((sum, it) => sum + it, 0)).toBeGreaterThan(4);
  expect(Math.max(...statements)).toBe(2);
});

test('from the moment of the request nobody finds an organisation that ends: not its person, no webhook, no bill', async () => {
  const { client, organizationId } = await founded('going@removed.example');
  const elsewhere = server.anonymous();
  dataOf(await elsewhere.call(signIn, { body: { email: 'going@removed.example', password: goodPassword } }));
  await server.db.asSystem((trx) =>
    trx
      .updateTable('bots')
      .set({ name: JSON.stringify({ en: 'House Guide' }) })
      .where('organization_id', '=', organizationId)
      .where('is_given', '=', true)
      .execute(),
  );
  await server.db.asSystem((trx) => trx.updateTable('plans').set({ schedules: null }).execute());
  await server.db.asSystem((trx) =>
    trx.deleteFrom('automation_holds').where('organization_id', '=', organizationId).execute(),
  );
  const made = await madeAutomation(client);
  expect(await sendSigned(server, made, { order: { id: 'A-1' } })).toMatchObject({ status: 200 });
  await leave(client);
  expect((await elsewhere.call(getWhoami)).status).toBe(401);
  expect(
    (await server.anonymous().call(signIn, { body: { email: 'going@removed.example', password: goodPassword } }))
      .status,
  ).toBe(401);
  expect(await sendSigned(server, made, { order: { id: 'A-2' } })).toMatchObject({ status: 404, code: 'not_found' });
  expect(await server.db.asSystem((trx) => lockAccount(trx, organizationId))).toBeNull();
  const again = await registeredAs(server, 'going@removed.example', { organization: 'Anew' });
  await removeGoing(server);
  expect(await rowsOf(organizationId)).toEqual({});
  expect(dataOf(await again.call(getWhoami))).toMatchObject({ organization_name: 'Anew' });
});

test('where an organisation stays, its people see nothing of who is going, and keep what is theirs', async () => {
  const [owner, colleague] = [await server.as('owner@pro.example'), await server.as('admin@pro.example')];
  const leaving = await server.as('member@pro.example');
  const { member_id: memberId, organization_id: organizationId } = dataOf(await leaving.call(getWhoami));
  const turn = await ended(
    leaving,
    await start(leaving, await botNamed(leaving, 'House Guide'), 'When is the building open?'),
  );
  await writeReasoning(server.pool, runOf(turn));
  const { member_id: colleagueId } = dataOf(await colleague.call(getWhoami));
  const shared = dataOf(
    await leaving.call(shareDialogue, {
      params: { dialogue_id: turn.dialogue_id },
      body: { scope: 'people', member_ids: [colleagueId], team_ids: [] },
    }),
  );
  const logged = () => colleague.call(getLoggedDialogue, { params: { dialogue_id: turn.dialogue_id } }).then(codeOf);
  const read = () => colleague.call(getSharedDialogue, { params: { share_id: shared.id } }).then(codeOf);
  dataOf(await colleague.call(listDialogueLog, {}));
  expect([await logged(), await read()]).toEqual(['200', '200']);
  const files = await server.db.asSystem((trx) =>
    trx.selectFrom('files').where('organization_id', '=', organizationId).select('id').execute(),
  );
  await leave(leaving, demoPassword);
  const emails = dataOf(await owner.call(listMembers, { query: { limit: 100 } })).items.map(({ email }) => email);
  expect(emails).not.toContain('member@pro.example');
  expect(emails.filter((email) => email.endsWith('.invalid'))).toEqual([]);
  expect([
    codeOf(await owner.call(getMember, { params: { member_id: memberId } })),
    await logged(),
    await read(),
  ]).toEqual(['404 not_found', '404 not_found', '404 not_found']);
  await removeGoing(server, 2);
  const named = await server.pool.query<{ count: number }>(
    `select (select count(*) from dialogues where member_id = $1)::integer + (select count(*) from usage_sessions where member_id = $1)::integer + (select count(*) from memberships where id = $1)::integer as count`,
    [memberId],
  );
  expect(named.rows).toEqual([{ count: 0 }]);
  const kept = Object.keys(await rowsOf(organizationId));
  expect(kept.filter((it) => ['audit_log', 'answer_reasoning', 'tool_call_extras'].includes(it))).toEqual([
    'audit_log',
  ]);
  expect(
    await server.db.asSystem((trx) =>
      trx.selectFrom('files').where('organization_id', '=', organizationId).select('id').execute(),
    ),
  ).toEqual(files);
});

test('what is held meanwhile is kept, and asked for again by the hourly look', async () => {
  const { client, organizationId, userId } = await founded('held@removed.example');
  await leave(client);
  await server.db.asSystem((trx) =>
    trx
      .insertInto('legal_holds')
      .values({
        organization_id: organizationId,
        idempotency_key: crypto.randomUUID(),
        kind: 'organization',
        name: 'All',
        reason: 'A dispute.',
      })
      .execute(),
  );
  await removeGoing(server);
  expect((await rowsOf(organizationId))['dialogues']).toBeGreaterThan(0);
  await server.db.asSystem((trx) =>
    trx.deleteFrom('legal_holds').where('organization_id', '=', organizationId).execute(),
  );
  await server.pool.query(`update users set going_at = now() - interval '2 hours' where id = $1`, [userId]);
  await server.pool.query('delete from job_requests');
  await server.db.asSystem(requestRemovals);
  const { rows } = await server.pool.query(`select data from job_requests where kind = 'remove_account'`);
  expect(rows).toEqual([{ data: { user: userId } }]);
  await removeGoing(server);
  expect(await rowsOf(organizationId)).toEqual({});
});
