import { can } from '@parlance/shared/contract/access/evaluate';
import type { Statement } from '@parlance/shared/contract/access/privileges';
import {
  changeAgents,
  listAgents,
  listAgentModels,
  createAgent,
  startAgentTest,
} from '@parlance/shared/contract/api/agents/agents';
import { switchAutomation } from '@parlance/shared/contract/api/automations/automations';
import { getBot, listBots } from '@parlance/shared/contract/api/bots';
import { startDialogue } from '@parlance/shared/contract/api/dialogues';
import { createKnowledgeFolder as addFolder } from '@parlance/shared/contract/api/knowledge/knowledge';
import { getAllowance } from '@parlance/shared/contract/api/ledger/allowance';
import { listPermissionSets } from '@parlance/shared/contract/api/privileges/permission-sets';
import * as api from '@parlance/shared/contract/api/privileges/privileges';
import { switchSchedule } from '@parlance/shared/contract/api/schedules';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import type { CheckedInput, Input } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { botsNear, reachOfBot } from '../../dialogue/privileges/things.ts';
import { mayReadOn } from '../../dialogue/runs/readable-runs.ts';
import { botInSql, mayBeUsedBy } from '../../library/bots/visibility.ts';
import { blankAgent, codeOf, dataOf, memberId, publishedAgent } from '../../testing/agents.ts';
import { botNamed, hear, listen, start } from '../../testing/asking.ts';
import { keptAutomation, keptSchedule } from '../../testing/automation-things.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { nameAnew } from '../naming/named.ts';
import { findHolder } from './holder.ts';
import { mayInSql } from './in-sql.ts';

let server: TestServer;
let owner: Client;
let admin: Client;
let member: Client;
let memberIs: string;
beforeAll(async () => {
  server = await startTestServer();
  [owner, admin, member] = [
    await server.as('owner@pro.example'),
    await server.as('admin@pro.example'),
    await server.as('member@pro.example'),
  ];
  memberIs = await memberId(server, 'member@pro.example');
});
afterAll(() => server.close());
afterEach(() => server.db.asSystem((trx) => trx.deleteFrom('permission_sets').execute()));

const said = (statement: Partial<Statement> & Pick<Statement, 'effect' | 'kind' | 'actions'>): Statement => ({
  scope: 'all',
  ids: [],
  at_most: null,
  ...statement,
});
let sets = 0;
const make = async (by: Client, statements: Statement[]) =>
  dataOf(await by.call(api.createPermissionSet, { body: { name: `Set ${(sets += 1)}`, statements } }));
const give = (
  by: Client,
  setId: string,
  id: string,
  kind: 'member' | 'team' = 'member',
  expires_at: string | null = null,
) => by.call(api.grantPermissionSet, { body: { set_id: setId, holder: { kind, id }, expires_at } });
const giveMember = async (...statements: Statement[]) =>
  dataOf(await give(owner, (await make(owner, statements)).id, memberIs));
async function holderOf() {
  const holder = await server.db.asSystem((trx) => findHolder(trx, memberIs));
  if (holder === null) throw new Error('The member is gone.');
  return holder;
}
const bots = async (client: Client) => dataOf(await client.call(listBots, {})).items.map(({ name }) => name);

test('a bot that is denied does not exist for the member from the next request on, and comes back with the denial taken back (TEN-05)', async () => {
  const id = await botNamed(member, 'House Guide');
  await start(member, id, 'When is the building open?');
  const grant = await giveMember(said({ effect: 'deny', kind: 'bot', actions: ['use'], scope: 'these', ids: [id] }));
  expect(await bots(member)).toEqual(['Blank Sheet', 'IT Security Guide', 'People Desk']);
  expect(codeOf(await member.call(getBot, { params: { bot_id: id } }))).toBe('404 not_found');
  expect(
    codeOf(
      await member.call(startDialogue, { body: { bot_id: id, prompt: 'Hello', idempotency_key: crypto.randomUUID() } }),
    ),
  ).toBe('409 bot_disabled');
  dataOf(await owner.call(api.revokePermissionGrant, { params: { grant_id: grant.id } }));
  expect(await bots(member)).toContain('House Guide');
});

test('all but a few is a denial of what is made later as well', async () => {
  const id = await botNamed(member, 'People Desk');
  await giveMember(said({ effect: 'deny', kind: 'bot', actions: ['use'], scope: 'except', ids: [id] }));
  expect(await bots(member)).toEqual(['People Desk']);
});

test('a bot whose model is denied is not there, and the model is not offered in the studio', async () => {
  const standard =
    dataOf(await member.call(listAgentModels, {})).items.find(({ is_standard }) => is_standard)?.id ?? '';
  await giveMember(said({ effect: 'deny', kind: 'model', actions: ['use'], scope: 'these', ids: [standard] }));
  expect(await bots(member)).toEqual([]);
  expect(dataOf(await member.call(listAgentModels, {})).items.map(({ id }) => id)).not.toContain(standard);
});

test('a private bot is opened by a statement that names it, and by no other', async () => {
  const { id } = await publishedAgent(owner, { name: { en: 'Private thing' }, instructions: 'Answer.' });
  await giveMember(said({ effect: 'allow', kind: 'bot', actions: ['use', 'edit'] }));
  expect(await bots(member)).not.toContain('Private thing');
  await giveMember(said({ effect: 'allow', kind: 'bot', actions: ['use', 'edit'], scope: 'these', ids: [id] }));
  expect(await bots(member)).toContain('Private thing');
  expect(dataOf(await member.call(listAgents, {})).items.find((agent) => agent.id === id)?.can).toMatchObject({
    read: true,
    edit: true,
    publish: false,
  });
});

test('what is made, taken along and how much there may be obey', async () => {
  const blank = () =>
    member.call(createAgent, { body: { idempotency_key: crypto.randomUUID(), from: { kind: 'blank' } } });
  const first = await giveMember(
    said({
      effect: 'deny',
      kind: 'limit',
      actions: ['use'],
      scope: 'these',
      ids: ['agents', 'knowledge_sources', 'tokens_a_month'],
      at_most: 0,
    }),
  );
  expect(codeOf(await blank())).toBe('409 limit_reached');
  expect(codeOf(await member.call(addFolder, { body: { name: 'A folder' } }))).toBe('409 limit_reached');
  expect(dataOf(await member.call(getAllowance, {})).member_tokens.limit).toBe(0);
  expect(
    codeOf(
      await member.call(startDialogue, {
        body: { bot_id: await botNamed(member, 'House Guide'), prompt: 'Hello', idempotency_key: crypto.randomUUID() },
      }),
    ),
  ).toBe('429 allowance_spent');
  dataOf(await owner.call(api.revokePermissionGrant, { params: { grant_id: first.id } }));
  await giveMember(
    said({ effect: 'deny', kind: 'bot', actions: ['create'] }),
    said({ effect: 'deny', kind: 'knowledge', actions: ['create'] }),
  );
  expect(codeOf(await blank())).toBe('403 privilege_missing');
  expect(codeOf(await member.call(addFolder, { body: { name: 'A folder' } }))).toBe('403 privilege_missing');
  expect(dataOf(await member.call(listAgents, {})).can_create).toBe(false);
});

test('how many somebody may own counts what is theirs, and nothing that they have deleted', async () => {
  const oscar = await server.as('otp@pro.example');
  const set = await make(owner, [
    said({ effect: 'deny', kind: 'limit', actions: ['use'], scope: 'these', ids: ['agents'], at_most: 1 }),
  ]);
  dataOf(await give(owner, set.id, await memberId(server, 'otp@pro.example')));
  const first = await blankAgent(oscar, {});
  expect(
    codeOf(await oscar.call(createAgent, { body: { idempotency_key: crypto.randomUUID(), from: { kind: 'blank' } } })),
  ).toBe('409 limit_reached');
  dataOf(await oscar.call(changeAgents, { body: { action: 'delete', agent_ids: [first.id] } }));
  const { id } = await blankAgent(oscar, {});
  dataOf(await oscar.call(changeAgents, { body: { action: 'delete', agent_ids: [id] } }));
});

test('what rests while its owner is denied more of its kind stays at rest, and nobody tries a model that they are denied', async () => {
  const { organization_id: organizationId } = dataOf(await member.call(getWhoami, {}));
  const made = {
    organizationId,
    ownerId: memberIs,
    botId: await botNamed(member, 'House Guide'),
    pausedBecause: 'person' as const,
  };
  const schedule = { schedule_id: await keptSchedule(server, made) };
  const automation = { automation_id: await keptAutomation(server, made) };
  const agent = await blankAgent(member, { name: { en: 'Mine' } });
  const resumeBoth = async () =>
    [
      await member.call(switchSchedule, { params: schedule, body: { state: 'active' } }),
      await member.call(switchAutomation, { params: automation, body: { state: 'active' } }),
    ].map(codeOf);
  const tryOut = () =>
    member.call(startAgentTest, {
      params: { agent_id: agent.id },
      body: { idempotency_key: crypto.randomUUID(), prompt: 'Hello', definition: agent.definition },
    });
  const grant = await giveMember(
    said({ effect: 'deny', kind: 'automation', actions: ['create'] }),
    said({ effect: 'deny', kind: 'model', actions: ['use'] }),
  );
  expect([...(await resumeBoth()), codeOf(await tryOut())]).toEqual(Array(3).fill('403 privilege_missing'));
  dataOf(await owner.call(api.revokePermissionGrant, { params: { grant_id: grant.id } }));
  expect([...(await resumeBoth()), codeOf(await tryOut())]).toEqual(Array(3).fill('200'));
});

test('a team’s set is its members’, until the day it ends', async () => {
  const teamId = await server.db.asSystem(async (trx) => {
    const { organization_id } = await trx
      .selectFrom('memberships')
      .where('id', '=', memberIs)
      .select('organization_id')
      .executeTakeFirstOrThrow();
    const { id } = await trx
      .insertInto('teams')
      .values({ organization_id, name: 'Night shift' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.insertInto('team_members').values({ organization_id, team_id: id, member_id: memberIs }).execute();
    return id;
  });
  const set = await make(owner, [said({ effect: 'deny', kind: 'bot', actions: ['use'] })]);
  expect(codeOf(await give(owner, set.id, teamId, 'team', new Date(Date.now() - 1_000).toISOString()))).toBe(
    '400 validation_failed',
  );
  dataOf(await give(owner, set.id, teamId, 'team', new Date(Date.now() + 60_000).toISOString()));
  expect(await bots(member)).toEqual([]);
  expect(dataOf(await member.call(getWhoami, {})).privileges).toMatchObject([
    { set_name: set.name, team: 'Night shift', effect: 'deny' },
  ]);
  await server.db.asSystem((trx) =>
    trx
      .updateTable('permission_grants')
      .set({ expires_at: sql<Date>`now()` })
      .execute(),
  );
  expect(await bots(member)).toHaveLength(4);
  // Nobody is told of what has ended.
  expect(dataOf(await member.call(getWhoami, {})).privileges).toEqual([]);
});

test('nobody gives or takes back what they may not do themselves, and nobody locks themselves or the last owner out (TEN-07)', async () => {
  const adminIs = await memberId(server, 'admin@pro.example');
  const ownerIs = await memberId(server, 'owner@pro.example');
  const denied = await make(owner, [
    said({ effect: 'deny', kind: 'feature', actions: ['use'], scope: 'these', ids: ['governance'] }),
    said({ effect: 'deny', kind: 'tool', actions: ['create'] }),
  ]);
  const grant = dataOf(await give(owner, denied.id, adminIs));
  const { revision } = denied;
  const tries = {
    'takes back a denial of their own': await admin.call(api.revokePermissionGrant, { params: { grant_id: grant.id } }),
    'shortens it': await give(admin, denied.id, adminIs, 'member', new Date(Date.now() + 1_000).toISOString()),
    'deletes the set': await admin.call(api.deletePermissionSet, { params: { set_id: denied.id } }),
    'empties the set': await admin.call(api.changePermissionSet, {
      params: { set_id: denied.id },
      body: { name: denied.name, statements: [], revision },
    }),
    'allows an area they lack': await admin.call(api.createPermissionSet, {
      body: { name: 'More', statements: [said({ effect: 'allow', kind: 'feature', actions: ['use'] })] },
    }),
    'allows others what they lack': await admin.call(api.createPermissionSet, {
      body: { name: 'More', statements: [said({ effect: 'allow', kind: 'tool', actions: ['create'] })] },
    }),
  };
  expect(Object.entries(tries).map(([what, answer]) => [what, codeOf(answer)])).toEqual(
    Object.keys(tries).map((what) => [what, '403 above_own_rights']),
  );
  const noPrivileges = await make(owner, [
    said({ effect: 'deny', kind: 'feature', actions: ['use'], scope: 'these', ids: ['privilege'] }),
  ]);
  expect(codeOf(await give(admin, noPrivileges.id, adminIs))).toBe('409 locks_out_self');
  expect(codeOf(await give(owner, noPrivileges.id, ownerIs))).toBe('409 locks_out_owner');
  const own = await make(admin, []);
  dataOf(await give(admin, own.id, adminIs));
  expect(
    codeOf(
      await admin.call(api.changePermissionSet, {
        params: { set_id: own.id },
        body: { name: own.name, statements: noPrivileges.statements, revision: own.revision },
      }),
    ),
  ).toBe('409 locks_out_self');
  await server.db.asSystem(async (trx) => {
    const { organization_id } = await trx
      .selectFrom('memberships')
      .where('id', '=', ownerIs)
      .select('organization_id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('permission_grants')
      .values({
        organization_id,
        set_id: noPrivileges.id,
        member_id: ownerIs,
        team_id: null,
        expires_at: null,
        granted_by: null,
      })
      .execute();
  });
  expect(codeOf(await owner.call(listPermissionSets, {}))).toBe('200');
  expect(codeOf(await admin.call(listPermissionSets, {}))).toBe('200');
  // What is wrong already keeps nobody from giving what has nothing to do with it.
  dataOf(await give(admin, own.id, memberIs));
  dataOf(await owner.call(api.revokePermissionGrant, { params: { grant_id: grant.id } }));
  console.info(`TEN-07: 0 of ${Object.keys(tries).length + 2} tries raised somebody or locked somebody out`);
});

test('another organisation’s sets, grants, people and things are not found, and its columns are nobody’s to set (TEN-01, TEN-04)', async () => {
  const set = await make(owner, []);
  const other = await server.as('owner@team.example');
  const grant = await giveMember();
  const answers = [
    await other.call(api.getPermissionSet, { params: { set_id: set.id } }),
    await other.call(api.changePermissionSet, {
      params: { set_id: set.id },
      body: { name: 'Mine', statements: [], revision: 1 },
    }),
    await other.call(api.deletePermissionSet, { params: { set_id: set.id } }),
    await other.call(api.revokePermissionGrant, { params: { grant_id: grant.id } }),
    await give(other, set.id, await memberId(server, 'owner@team.example')),
    await give(other, (await make(other, [])).id, memberIs),
    await other.call(api.explainPrivilege, { query: { member_id: memberIs, kind: 'bot', action: 'create' } }),
    await other.call(api.explainPrivilege, {
      query: {
        member_id: await memberId(server, 'owner@team.example'),
        kind: 'bot',
        action: 'use',
        id: await botNamed(member, 'House Guide'),
      },
    }),
    await other.call(api.previewPrivileges, {
      body: { holder: { kind: 'member', id: memberIs }, set_id: null, statements: [], is_granted: true },
    }),
  ];
  expect(answers.map(codeOf)).toEqual(answers.map(() => '404 not_found'));
  const protectedColumns = ['id', 'organization_id', 'changed_by', 'created_at', 'updated_at', 'granted_by'];
  const bodies = await Promise.all(
    protectedColumns.map((column) =>
      owner.call(api.createPermissionSet, { body: { name: column, statements: [], [column]: set.id } }),
    ),
  );
  expect(bodies.map(codeOf)).toEqual(protectedColumns.map(() => '400 validation_failed'));
  console.info(
    `TEN-01: 0 of ${answers.length} foreign ids told anything; TEN-04: 0 of ${protectedColumns.length} columns were taken`,
  );
});

test('a set is refused whose name is taken, that somebody has changed meanwhile, or that says nothing that could be', async () => {
  const [set, other] = [await make(owner, []), await make(owner, [])];
  const change = (body: Partial<CheckedInput<typeof api.changePermissionSet>['body']>) =>
    owner.call(api.changePermissionSet, {
      params: { set_id: set.id },
      body: { name: set.name, statements: [], revision: set.revision, ...body },
    });
  expect(
    codeOf(await owner.call(api.createPermissionSet, { body: { name: set.name.toUpperCase(), statements: [] } })),
  ).toBe('409 name_taken');
  expect(codeOf(await change({ name: other.name }))).toBe('409 name_taken');
  expect(codeOf(await change({ revision: set.revision + 1 }))).toBe('409 conflict');
  const statements = [said({ effect: 'allow', kind: 'bot', actions: ['use'], scope: 'these' })];
  expect(codeOf(await change({ statements }))).toBe('400 validation_failed');
  expect(codeOf(await owner.call(api.createPermissionSet, { body: { name: 'Of nothing', statements } }))).toBe(
    '400 validation_failed',
  );
  expect(
    codeOf(
      await owner.call(api.previewPrivileges, { body: { holder: null, set_id: null, statements, is_granted: true } }),
    ),
  ).toBe('400 validation_failed');
});

test('who has what is listed by set, member and team', async () => {
  const [one, two] = [await make(owner, []), await make(owner, [])];
  const adminIs = await memberId(server, 'admin@pro.example');
  for (const [set, id] of [
    [one, memberIs],
    [one, adminIs],
    [two, memberIs],
  ] as const)
    dataOf(await give(owner, set.id, id));
  const listed = async (query: object) =>
    dataOf(await admin.call(api.listPermissionGrants, { query }))
      .items.map(({ set, holder }) => `${set.id} ${holder.id}`)
      .sort();
  const told = (...grants: readonly (readonly [{ id: string }, string])[]) =>
    grants.map(([{ id }, holder]) => `${id} ${holder}`).sort();
  expect(await listed({ set_id: one.id })).toEqual(told([one, memberIs], [one, adminIs]));
  expect(await listed({ member_id: memberIs })).toEqual(told([one, memberIs], [two, memberIs]));
  expect(await listed({ set_id: one.id, member_id: memberIs })).toEqual(told([one, memberIs]));
  expect(await listed({ team_id: crypto.randomUUID() })).toEqual([]);
});

test('what a statement can name is what the organisation has (TEN-01)', async () => {
  const stranger = await server.as('owner@team.example');
  const named = async (client: Client, query: NonNullable<Input<typeof api.listNameable>['query']>) =>
    dataOf(await client.call(api.listNameable, { query })).items;
  let asked = 0;
  const foreign: string[] = [];
  for (const kind of api.nameableKinds) {
    // Models and tools that are built in are everybody's.
    const everybodys = new Set((await named(stranger, { kind })).map(({ id }) => id));
    const own = (await named(admin, { kind })).filter(({ id }) => !everybodys.has(id));
    asked += own.length;
    if (own.length > 0)
      foreign.push(
        ...(await named(stranger, { kind, ids: own.map(({ id }) => id).join(',') })).map(
          ({ name }) => `${kind} ${name}`,
        ),
      );
  }
  expect(foreign).toEqual([]);
  expect((await named(admin, { kind: 'bot', q: 'desk' })).map(({ name }) => name)).toEqual([
    'People Desk',
    'Travel Desk',
  ]);
  console.info(`TEN-01: ${foreign.length} of ${asked} things of another organisation can be named`);
});

test('nothing is previewed of a set or a team that is not there', async () => {
  const preview = (body: Partial<CheckedInput<typeof api.previewPrivileges>['body']>) =>
    owner.call(api.previewPrivileges, {
      body: { holder: null, set_id: null, statements: [], is_granted: true, ...body },
    });
  expect(codeOf(await preview({ set_id: crypto.randomUUID() }))).toBe('404 not_found');
  expect(codeOf(await preview({ holder: { kind: 'team', id: crypto.randomUUID() } }))).toBe('404 not_found');
});

test('a preview of a team passes by who was deactivated', async () => {
  const { organizationId } = await holderOf();
  const gone = await memberId(server, 'otp@pro.example');
  const team = await server.db.asSystem(async (trx) => {
    const { id } = await trx
      .insertInto('teams')
      .values({ organization_id: organizationId, name: 'Half gone' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .insertInto('team_members')
      .values([memberIs, gone].map((member_id) => ({ organization_id: organizationId, team_id: id, member_id })))
      .execute();
    await trx.updateTable('memberships').set({ deactivated_at: new Date() }).where('id', '=', gone).execute();
    return id;
  });
  const statements = [said({ effect: 'deny', kind: 'bot', actions: ['use'] })];
  const previewed = dataOf(
    await owner.call(api.previewPrivileges, {
      body: { holder: { kind: 'team', id: team }, set_id: null, statements, is_granted: true },
    }),
  );
  expect(previewed).toMatchObject({ people: [{ id: memberIs }], looked_at: 1 });
  await server.db.asSystem(async (trx) => {
    await trx.updateTable('memberships').set({ deactivated_at: null }).where('id', '=', gone).execute();
    await trx.deleteFrom('teams').where('id', '=', team).execute();
  });
});

test('the chain of reasons names the set, and a preview what would be otherwise, without changing it', async () => {
  const id = await botNamed(member, 'People Desk');
  const set = await make(owner, [said({ effect: 'deny', kind: 'bot', actions: ['use'], scope: 'these', ids: [id] })]);
  const preview = async (asked: Partial<CheckedInput<typeof api.previewPrivileges>['body']>) =>
    dataOf(
      await owner.call(api.previewPrivileges, {
        body: { holder: null, set_id: set.id, statements: null, is_granted: true, ...asked },
      }),
    );
  const lost = { kind: 'bot', action: 'use', id, name: 'People Desk', before: true, after: false };
  const previewed = await preview({ holder: { kind: 'member', id: memberIs } });
  expect(previewed).toMatchObject({
    people: [{ id: memberIs, changes: [lost], limits: [] }],
    looked_at: 1,
    is_cut: false,
  });
  expect(await preview({})).toEqual({ people: [], looked_at: 0, is_cut: false });
  expect(await bots(member)).toContain('People Desk');
  const why = async () =>
    dataOf(await owner.call(api.explainPrivilege, { query: { member_id: memberIs, kind: 'bot', action: 'use', id } }));
  expect(await why()).toMatchObject({ allowed: true, because: [{ code: 'default_grants', decides: true }] });
  dataOf(await give(owner, set.id, memberIs));
  expect(await why()).toMatchObject({
    allowed: false,
    because: [{ code: 'denied', decides: true, statement: { set_name: set.name } }],
  });
  // Whoever has it, as it is and as it could become; and a team, in which the member is not.
  expect((await preview({ is_granted: false })).people).toMatchObject([
    { id: memberIs, changes: [{ ...lost, before: false, after: true }] },
  ]);
  expect(
    (
      await preview({
        statements: [
          said({ effect: 'deny', kind: 'limit', actions: ['use'], scope: 'these', ids: ['agents'], at_most: 2 }),
        ],
      })
    ).people,
  ).toMatchObject([{ limits: [{ name: 'agents', before: 100, after: 2 }] }]);
});

test('an open answer ends for who may not use its bot any more, within 30 s (TEN-05)', async () => {
  const base = await listen(server.app);
  const { answer } = await start(member, await botNamed(member, 'House Guide'), 'When is the building open?');
  const runId = answer.run?.id ?? '';
  expect((await hear(base, member, runId)).status).toBe(200);
  // As if it were still being written.
  await server.db.asSystem((trx) =>
    trx.updateTable('runs').set({ status: 'running' }).where('id', '=', runId).execute(),
  );
  await giveMember(said({ effect: 'deny', kind: 'bot', actions: ['use'] }));
  const holder = await holderOf();
  // What the stream asks with each ping, every 15 s.
  expect(
    await server.db.asTenant(holder.organizationId, (trx) => mayReadOn(trx, holder, server.app.models, runId)),
  ).toBe(false);
  // Nor is it opened again; when it has ended, it stands in their dialogue.
  expect((await hear(base, member, runId)).status).toBe(404);
  await server.db.asSystem((trx) =>
    trx.updateTable('runs').set({ status: 'complete' }).where('id', '=', runId).execute(),
  );
  expect((await hear(base, member, runId)).status).toBe(200);
});

test('an open answer ends as well for who leaves the team that the right came with, and when a grant is over (TEN-05)', async () => {
  const base = await listen(server.app);
  const { id } = await publishedAgent(admin, { name: { en: 'Only with a right' }, instructions: 'Answer.' });
  await server.db.asSystem((trx) => trx.updateTable('bots').set({ access: 'private' }).where('id', '=', id).execute());
  const set = await make(admin, [said({ effect: 'allow', kind: 'bot', actions: ['use'], scope: 'these', ids: [id] })]);
  const { organizationId } = await holderOf();
  const { id: team } = await server.db.asSystem((trx) =>
    trx
      .insertInto('teams')
      .values({ organization_id: organizationId, name: 'For a while' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const join = () =>
    server.db.asSystem((trx) =>
      trx
        .insertInto('team_members')
        .values({ organization_id: organizationId, team_id: team, member_id: memberIs })
        .execute(),
    );
  const ways: readonly [get: () => Promise<unknown>, lose: () => Promise<unknown>][] = [
    [
      () => join().then(() => give(admin, set.id, team, 'team')),
      () => server.db.asSystem((trx) => trx.deleteFrom('team_members').where('team_id', '=', team).execute()),
    ],
    // The hour has passed.
    [
      () => give(admin, set.id, memberIs, 'member', new Date(Date.now() + 3_600_000).toISOString()),
      () =>
        server.db.asSystem((trx) =>
          trx
            .updateTable('permission_grants')
            .set({ expires_at: new Date(Date.now() - 1_000) })
            .where('member_id', '=', memberIs)
            .execute(),
        ),
    ],
  ];
  for (const [get, lose] of ways) {
    await get();
    const { answer } = await start(member, id, 'Hello');
    const runId = answer.run?.id ?? '';
    await server.app.runs.ended(runId);
    await server.db.asSystem((trx) =>
      trx.updateTable('runs').set({ status: 'running' }).where('id', '=', runId).execute(),
    );
    const mayStillRead = async () => {
      const holder = await holderOf();
      return server.db.asTenant(organizationId, (trx) => mayReadOn(trx, holder, server.app.models, runId));
    };
    expect(await mayStillRead()).toBe(true);
    await lose();
    expect(await mayStillRead()).toBe(false);
    expect((await hear(base, member, runId)).status).toBe(404);
    await server.db.asSystem((trx) =>
      trx.updateTable('runs').set({ status: 'complete' }).where('id', '=', runId).execute(),
    );
  }
  await server.db.asSystem((trx) => trx.deleteFrom('teams').where('id', '=', team).execute());
  console.info(`TEN-05: 0 of ${ways.length} open answers went on after the right was gone`);
});

test('an organisation has so many permission sets and no more', async () => {
  const { organizationId } = await holderOf();
  await server.db.asSystem((trx) =>
    trx
      .insertInto('permission_sets')
      .values(
        Array.from({ length: api.setsAtMost }, (_, at) => ({
          organization_id: organizationId,
          name: `Full ${at}`,
          statements: '[]',
        })),
      )
      .execute(),
  );
  expect(codeOf(await owner.call(api.createPermissionSet, { body: { name: 'One more', statements: [] } }))).toBe(
    '409 sets_full',
  );
});

test('what the database is asked of many things is what evaluate says of each', async () => {
  const holder = await holderOf();
  const theirs: { id: string; access: 'private' | 'people' | 'organization'; names: boolean; teams: number[] }[] = [];
  for (const name of ['One', 'Two', 'Three'])
    theirs.push({
      id: (await publishedAgent(admin, { name: { en: name }, instructions: 'Answer.' })).id,
      access: 'private',
      names: false,
      teams: [],
    });
  let seed = 20_261_122;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const one = <T>(from: readonly T[]): T => from[random(from.length)] as T; // none is asked of an empty list
  let compared = 0;
  const somebodyElse = await memberId(server, 'otp@pro.example');
  await server.db.asTenant(holder.organizationId, async (trx) => {
    const { organizationId } = holder;
    const teams = await trx
      .insertInto('teams')
      .values(['First', 'Second', 'Third'].map((name) => ({ organization_id: organizationId, name })))
      .returning('id')
      .execute();
    const idsOf = (places: readonly number[]) => teams.filter((_, at) => places.includes(at)).map(({ id }) => id);
    await trx
      .insertInto('team_members')
      .values(
        idsOf([0, 1, 2]).map((team_id) => ({ organization_id: organizationId, team_id, member_id: somebodyElse })),
      )
      .execute();
    for (let round = 0; round < 150; round += 1) {
      const changed = one(theirs);
      changed.access = one(['private', 'people', 'people', 'organization'] as const);
      changed.names = random(4) === 0;
      changed.teams = [0, 1, 2].filter(() => random(3) === 0);
      await trx.updateTable('bots').set({ access: changed.access }).where('id', '=', changed.id).execute();
      await nameAnew(
        trx,
        'agent',
        { organizationId, id: changed.id },
        { memberIds: changed.names ? [memberIs] : [], teamIds: idsOf(changed.teams) },
      );
      const isIn = [0, 1, 2].filter(() => random(2) === 0);
      await trx
        .deleteFrom('team_members')
        .where('team_id', 'in', idsOf([0, 1, 2]))
        .where('member_id', '=', memberIs)
        .execute();
      if (isIn.length > 0)
        await trx
          .insertInto('team_members')
          .values(idsOf(isIn).map((team_id) => ({ organization_id: organizationId, team_id, member_id: memberIs })))
          .execute();
      const near = await botsNear(trx, holder, 'en').execute();
      // What the rule says, worked out here without the database.
      for (const { id, access, names, teams: named } of theirs) {
        const isFor =
          access === 'organization' || (access === 'people' && (names || named.some((team) => isIn.includes(team))));
        const bot = near.find((row) => row.id === id);
        expect(bot === undefined ? null : reachOfBot(bot)).toBe(isFor ? 'visible' : 'none');
        compared += 1;
      }
      const statements = Array.from({ length: random(5) }, () => ({
        ...said({
          effect: one(['allow', 'deny'] as const),
          kind: 'bot',
          actions: [one(['use', 'edit'] as const)],
          scope: one(['all', 'these', 'except'] as const),
          ids: near.filter(() => random(3) === 0).map(({ id }) => id),
        }),
        ...{
          set_id: crypto.randomUUID(),
          set_name: 'A set',
          team: null,
          expires_at: one([null, '2020-01-01T00:00:00Z', '2100-01-01T00:00:00Z']),
        },
      }));
      const who = { ...holder, statements, isAdmin: random(3) === 0, planName: one(['Pro', 'Free!']) };
      const found = await trx
        .selectFrom('bots')
        .where('bots.deleted_at', 'is', null)
        .select([
          'bots.id',
          mayBeUsedBy(who).as('use'),
          mayInSql(who, 'bot', 'edit', botInSql(who.memberId)).as('edit'),
        ])
        .execute();
      for (const bot of near) {
        const expected = {
          id: bot.id,
          use: can(who, { kind: 'bot', action: 'use', id: bot.id, reach: reachOfBot(bot) }),
          edit: can(who, { kind: 'bot', action: 'edit', id: bot.id, reach: reachOfBot(bot) }),
        };
        expect(found.find(({ id }) => id === bot.id)).toEqual(expected);
        compared += 2;
      }
    }
    await trx
      .deleteFrom('teams')
      .where('id', 'in', idsOf([0, 1, 2]))
      .execute();
  });
  console.info(`privileges in SQL: 0 of ${compared} random answers differed from evaluate`);
});

test('each change of sets and grants stands in the audit log', async () => {
  const recorded = async () =>
    (
      await server.db.asSystem((trx) =>
        sql<{ action: string }>`select action from audit_pending union all select action from audit_log`.execute(trx),
      )
    ).rows
      .map(({ action }) => action)
      .filter((action) => action.startsWith('permission_set.'));
  const before = await recorded();
  const set = await make(owner, []);
  const { revision } = dataOf(
    await owner.call(api.changePermissionSet, {
      params: { set_id: set.id },
      body: { name: 'Recorded', statements: [], revision: set.revision },
    }),
  );
  expect(revision).toBe(set.revision + 1);
  const grant = dataOf(await give(owner, set.id, memberIs));
  dataOf(await owner.call(api.revokePermissionGrant, { params: { grant_id: grant.id } }));
  dataOf(await owner.call(api.deletePermissionSet, { params: { set_id: set.id } }));
  const all = await recorded();
  expect(all).toHaveLength(before.length + 5);
  expect(new Set(all)).toEqual(
    new Set(['created', 'changed', 'granted', 'revoked', 'deleted'].map((what) => `permission_set.${what}`)),
  );
});
