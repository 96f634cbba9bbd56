import { randomUUID } from 'node:crypto';
import * as sets from '@parlance/shared/contract/api/agents/agent-test-sets';
import * as api from '@parlance/shared/contract/api/agents/agents';
import type { Endpoint } from '@parlance/shared/contract/endpoint';
import { fillPath } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { blankAgent, dataOf, memberId, publishedAgent } from '../../testing/agents.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
/** Has an agent of the organisation’s own, and asks for what is not hers. */
let mei: Client;
let own: Ids;
/** Private things of a colleague, and things of another organisation. */
let foreign: Record<string, Ids>;
type Ids = { agent: string; dialogue: string; testRun: string; member: string; team: string };
beforeAll(async () => {
  server = await startTestServer();
  mei = await server.as('member@pro.example');
  own = await idsOf(mei, 'member@pro.example');
  foreign = {
    colleague: await idsOf(await server.as('otp@pro.example'), 'otp@pro.example'),
    stranger: await idsOf(await server.as('owner@free.example'), 'owner@free.example'),
  };
});
afterAll(() => server.close());

async function idsOf(client: Client, email: string): Promise<Ids> {
  const agent = await publishedAgent(client, { name: { en: 'A secret agent' }, instructions: 'A secret instruction.' });
  const turn = dataOf(
    await client.call(api.startAgentTest, {
      params: { agent_id: agent.id },
      body: { prompt: 'A secret question', definition: agent.definition, ...key() },
    }),
  );
  const question = { id: randomUUID(), question: 'A secret test', language: 'en' as const, points: [] };
  dataOf(
    await client.call(sets.saveTestSet, {
      params: { agent_id: agent.id },
      body: { revision: 0, questions: [question] },
    }),
  );
  const run = dataOf(await client.call(sets.runTestSet, { params: { agent_id: agent.id }, body: {} }));
  await server.app.runs.ended(turn.answer.run?.id ?? '');
  const member = await memberId(server, email);
  const { id: team } = await server.db.asSystem((trx) =>
    trx
      .insertInto('teams')
      .values((of) => ({
        organization_id: of.selectFrom('memberships').where('id', '=', member).select('organization_id'),
        name: `Team of ${email}`,
      }))
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  return { agent: agent.id, dialogue: turn.dialogue_id, testRun: run.id, member, team };
}

const key = () => ({ idempotency_key: randomUUID() });
const definition = { name: { en: 'Mine now' }, avatar: '🤖' };
type Request = { endpoint: Endpoint; params?: Record<string, string>; query?: Record<string, string>; body?: object };

/** Every place in which an endpoint of the studio takes an id, with the kind of id that goes there. */
const places: readonly (readonly [string, keyof Ids, (id: string) => Request])[] = [
  ['read', 'agent', (id) => ({ endpoint: api.getAgent, params: { agent_id: id } })],
  ['copy', 'agent', (id) => ({ endpoint: api.createAgent, body: { ...key(), from: { kind: 'copy', agent_id: id } } })],
  ['export', 'agent', (id) => ({ endpoint: api.exportAgent, params: { agent_id: id } })],
  [
    'have open',
    'agent',
    (id) => ({ endpoint: api.announceEditing, params: { agent_id: id }, body: { is_open: true } }),
  ],
  [
    'save',
    'agent',
    (id) => ({ endpoint: api.saveAgentDraft, params: { agent_id: id }, body: { revision: 2, definition } }),
  ],
  ['publish', 'agent', (id) => ({ endpoint: api.publishAgent, params: { agent_id: id }, body: { revision: 2 } })],
  ['list versions', 'agent', (id) => ({ endpoint: api.listAgentVersions, params: { agent_id: id } })],
  ['read a version', 'agent', (id) => ({ endpoint: api.getAgentVersion, params: { agent_id: id, number: '1' } })],
  [
    'restore',
    'agent',
    (id) => ({ endpoint: api.restoreAgentVersion, params: { agent_id: id, number: '1' }, body: { revision: 2 } }),
  ],
  ['share', 'agent', (id) => ({ endpoint: api.setAgentAccess, params: { agent_id: id }, body: { scope: 'private' } })],
  [
    'share with a team',
    'agent',
    (id) => ({
      endpoint: api.setAgentAccess,
      params: { agent_id: id },
      body: { scope: 'people', team_ids: [own.team] },
    }),
  ],
  [
    'share with a team of somebody',
    'team',
    (id) => ({
      endpoint: api.setAgentAccess,
      params: { agent_id: own.agent },
      body: { scope: 'people', team_ids: [own.team, id] },
    }),
  ],
  [
    'transfer',
    'agent',
    (id) => ({ endpoint: api.transferAgent, params: { agent_id: id }, body: { member_id: own.member } }),
  ],
  [
    'try',
    'agent',
    (id) => ({ endpoint: api.startAgentTest, params: { agent_id: id }, body: { prompt: 'x', definition, ...key() } }),
  ],
  [
    'go on trying',
    'dialogue',
    (id) => ({
      endpoint: api.continueAgentTest,
      params: { dialogue_id: id },
      body: { prompt: 'x', definition, ...key() },
    }),
  ],
  ['read the test set', 'agent', (id) => ({ endpoint: sets.getTestSet, params: { agent_id: id } })],
  [
    'save the test set',
    'agent',
    (id) => ({ endpoint: sets.saveTestSet, params: { agent_id: id }, body: { revision: 1, questions: [] } }),
  ],
  ['run the test set', 'agent', (id) => ({ endpoint: sets.runTestSet, params: { agent_id: id }, body: {} })],
  ['list test runs', 'agent', (id) => ({ endpoint: sets.listTestRuns, params: { agent_id: id } })],
  ['read a test run', 'testRun', (id) => ({ endpoint: sets.getTestRun, params: { test_run_id: id } })],
  ['stop a test run', 'testRun', (id) => ({ endpoint: sets.stopTestRun, params: { test_run_id: id } })],
];

async function send(client: Client, { endpoint, params = {}, query, body }: Request): Promise<string> {
  await client.call(api.listAgentTemplates);
  const answer = await server.app.inject({
    method: endpoint.method,
    url: fillPath(endpoint.path, params),
    headers: client.headers(),
    ...(query === undefined ? {} : { query }),
    ...(body === undefined ? {} : { payload: body }),
  });
  return `${answer.statusCode} ${JSON.stringify({ ...answer.json(), request_id: '' })}`;
}

/** Everything of others that a request could change. */
const state = () =>
  server.db.asSystem(async (trx) => {
    const tables = [
      'bots',
      'agent_drafts',
      'agent_versions',
      'agent_people',
      'agent_teams',
      'agent_presence',
      'agent_test_sets',
      'agent_test_runs',
      'agent_test_results',
    ];
    const rows: unknown[] = [];
    for (const table of tables)
      rows.push((await sql`select * from ${sql.table(table)} as it order by it::text`.execute(trx)).rows);
    return JSON.stringify(rows);
  });

test('what is a colleague’s alone or another organisation’s is answered, in every place, exactly as what does not exist (TEN-01)', async () => {
  const before = await state();
  const differing: string[] = [];
  let asked = 0;
  for (const [what, kind, request] of places) {
    const nothing = await send(mei, request(randomUUID()));
    if (!nothing.startsWith('404')) differing.push(`${what} of nothing: ${nothing}`);
    for (const [whose, ids] of Object.entries(foreign)) {
      // Every team of the organisation can be named.
      if (kind === 'team' && whose === 'colleague') continue;
      asked += 1;
      const answer = await send(mei, request(ids[kind]));
      if (answer !== nothing) differing.push(`${what} of a ${whose}: ${answer} instead of ${nothing}`);
    }
  }
  expect(differing).toEqual([]);
  expect(await state()).toBe(before);
  console.info(`TEN-01: ${differing.length} of ${asked} requests for agents of others differ from “not found”`);
});

test('nobody is given or named who is not in the organisation, and nothing is done with many of others', async () => {
  const agent = await blankAgent(mei, { name: { en: 'Given' } });
  const stranger = foreign['stranger']?.member ?? '';
  expect(
    await send(mei, { endpoint: api.transferAgent, params: { agent_id: agent.id }, body: { member_id: stranger } }),
  ).toMatch(/^404/);
  expect(
    await send(mei, {
      endpoint: api.setAgentAccess,
      params: { agent_id: agent.id },
      body: { scope: 'people', member_ids: [stranger] },
    }),
  ).toMatch(/^404/);
  const ids = Object.values(foreign).map((of) => of.agent);
  for (const action of ['enable', 'disable', 'archive', 'unarchive', 'delete', 'undelete'] as const) {
    expect(dataOf(await mei.call(api.changeAgents, { body: { agent_ids: ids, action } }))).toMatchObject({
      changed: [],
      refused: ids,
    });
  }
  expect(dataOf(await mei.call(api.listAgents, { query: { q: 'a secret agent' } })).items.map(({ id }) => id)).toEqual([
    own.agent,
  ]);
});

test('no column of an agent can be set by putting it into a body (TEN-04)', async () => {
  const agent = await publishedAgent(mei, { name: { en: 'Protected' } });
  const columns = {
    id: randomUUID(),
    organization_id: randomUUID(),
    owner_id: own.member,
    access: 'organization',
    version: 9,
    number: 9,
    state: 'published',
    is_disabled: true,
    archived_at: '2020-01-01T00:00:00Z',
    deleted_at: '2020-01-01T00:00:00Z',
    created_at: '2020-01-01T00:00:00Z',
    published_by: own.member,
    answers: 9,
    status: 'complete',
    passed: true,
  };
  const of = () =>
    server.db.asSystem((trx) =>
      trx.selectFrom('bots').where('id', '=', agent.id).selectAll().executeTakeFirstOrThrow(),
    );
  const before = await of();
  const bodies: Request[] = [
    {
      endpoint: api.saveAgentDraft,
      params: { agent_id: agent.id },
      body: { revision: agent.revision, definition: agent.definition },
    },
    {
      endpoint: api.saveAgentDraft,
      params: { agent_id: agent.id },
      body: { revision: agent.revision, definition: { ...agent.definition, ...columns } },
    },
    { endpoint: api.announceEditing, params: { agent_id: agent.id }, body: { is_open: false } },
    { endpoint: api.setAgentAccess, params: { agent_id: agent.id }, body: { scope: 'private' } },
    { endpoint: sets.saveTestSet, params: { agent_id: agent.id }, body: { revision: 0, questions: [] } },
    {
      endpoint: api.startAgentTest,
      params: { agent_id: agent.id },
      body: { prompt: 'x', definition: agent.definition, ...key() },
    },
  ];
  for (const request of bodies) await send(mei, { ...request, body: { ...columns, ...request.body } });
  expect(await of()).toEqual(before);
  console.info(
    `TEN-04: ${bodies.length} bodies × ${Object.keys(columns).length} columns changed nothing that is protected`,
  );
});

test('no row of an agent is seen from another organisation, whatever is asked of the database', async () => {
  const { organization_id } = await server.db.asSystem((trx) =>
    trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('users.email', '=', 'owner@team.example')
      .select('organization_id')
      .executeTakeFirstOrThrow(),
  );
  for (const table of [
    'agent_people',
    'agent_teams',
    'agent_presence',
    'agent_creations',
    'agent_test_sets',
    'agent_test_runs',
    'agent_test_results',
  ]) {
    const { rows } = await server.db.asTenant(organization_id, (trx) =>
      sql<{ all: number }>`select count(*)::integer as "all" from ${sql.table(table)}`.execute(trx),
    );
    expect({ table, rows }).toEqual({ table, rows: [{ all: 0 }] });
  }
});

test('two who have an agent open see each other, and who leaves or says nothing for long is gone', async () => {
  const agent = await blankAgent(mei, { name: { en: 'Both' } });
  const olivia = await server.as('owner@pro.example');
  const announce = async (client: Client, is_open = true) =>
    dataOf(await client.call(api.announceEditing, { params: { agent_id: agent.id }, body: { is_open } }));
  expect(await announce(mei)).toEqual({ also_open: [], revision: agent.revision });
  expect((await announce(olivia)).also_open).toMatchObject([{ name: 'Mei Tanaka' }]);
  expect((await announce(mei)).also_open).toMatchObject([{ name: 'Olivia Bennett' }]);
  expect(dataOf(await mei.call(api.getAgent, { params: { agent_id: agent.id } })).also_open).toMatchObject([
    { name: 'Olivia Bennett' },
  ]);
  await announce(olivia, false);
  expect((await announce(mei)).also_open).toEqual([]);
  await announce(olivia);
  await server.db.asSystem((trx) =>
    trx
      .updateTable('agent_presence')
      .set({ seen_at: new Date(Date.now() - 60_000) })
      .execute(),
  );
  expect((await announce(mei)).also_open).toEqual([]);
});
