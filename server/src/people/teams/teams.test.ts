import { listMembers, type MemberSummary } from '@parlance/shared/contract/api/members';
import { getMember, setMemberState } from '@parlance/shared/contract/api/offboarding';
import {
  createTeam,
  deleteTeam,
  listTeamMembers,
  listTeams,
  putTeamMember,
  removeTeamMember,
  updateTeam,
} from '@parlance/shared/contract/api/teams';
import { getProfile } from '@parlance/shared/contract/api/users/profile';
import type { Endpoint } from '@parlance/shared/contract/endpoint';
import { dataOf } from '../../testing/registering.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
let owner: Client;
let admin: Client;
let mei: Client;
let people: readonly MemberSummary[];
beforeAll(async () => {
  server = await startTestServer();
  [owner, admin, mei] = [
    await server.as('owner@pro.example'),
    await server.as('admin@pro.example'),
    await server.as('member@pro.example'),
  ];
  people = dataOf(await admin.call(listMembers, {})).items;
});
afterAll(() => server.close());

const codeOf = ({ body }: { body: { success: boolean; code?: string } }) => (body.success ? 'success' : body.code);
const idOf = (name: string) => people.find(({ email }) => email === `${name}@pro.example`)?.id ?? '';
const make = async (name: string) =>
  dataOf(await admin.call(createTeam, { body: { name, description: ` About ${name} ` } }));
const put = (by: Client, team_id: string, member_id: string, is_owner = false) =>
  by.call(putTeamMember, { params: { team_id, member_id }, body: { is_owner } });
const leave = (by: Client, team_id: string, member_id: string) =>
  by.call(removeTeamMember, { params: { team_id, member_id } });
const namesIn = async (team_id: string, by = admin) =>
  dataOf(await by.call(listTeamMembers, { params: { team_id } })).items.map(({ name }) => name);

test('an admin makes, renames, describes and deletes a team; a name is there once, in any letter case', async () => {
  const made = await make('Field');
  expect(made).toMatchObject({ name: 'Field', description: 'About Field', members: 0, owners: [] });
  for (const name of ['field', ' FIELD '])
    expect(codeOf(await admin.call(createTeam, { body: { name } }))).toBe('name_taken');
  const params = { team_id: made.id };
  expect(codeOf(await admin.call(updateTeam, { params, body: { name: 'Knowledge' } }))).toBe('name_taken');
  expect(dataOf(await admin.call(updateTeam, { params, body: { name: 'FIELD' } })).name).toBe('FIELD');
  expect(dataOf(await admin.call(updateTeam, { params, body: { description: '' } }))).toMatchObject({
    name: 'FIELD',
    description: '',
  });
  dataOf(await put(admin, made.id, idOf('member')));
  dataOf(await admin.call(deleteTeam, { params }));
  expect((await admin.call(deleteTeam, { params })).status).toBe(404);
  expect(dataOf(await mei.call(getProfile)).teams).toEqual(['Support']);
});

test('ten at once make one team of a name', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => admin.call(createTeam, { body: { name: 'Once' } })),
  );
  expect(answers.map(codeOf).sort()).toEqual([...Array<string>(9).fill('name_taken'), 'success']);
});

test('who owns one team reaches no other, though somebody owns that too', async () => {
  const [theirs, hers] = [await make('Theirs'), await make('Hers')];
  dataOf(await put(admin, theirs.id, idOf('otp'), true));
  dataOf(await put(admin, hers.id, idOf('member'), true));
  const tries = [
    await put(mei, theirs.id, idOf('member')),
    await leave(mei, theirs.id, idOf('otp')),
    await mei.call(listTeamMembers, { params: { team_id: theirs.id } }),
  ];
  expect(tries.map(codeOf)).toEqual(tries.map(() => 'not_found'));
  expect(dataOf(await mei.call(listTeams, {})).items.map(({ name }) => name)).toEqual(['Hers']);
  for (const { id } of [theirs, hers]) dataOf(await admin.call(deleteTeam, { params: { team_id: id } }));
});

test('the list is searched, ordered, and comes in pages that show each team once', async () => {
  for (const name of ['Alpha', 'beta', 'Beta two']) await make(name);
  const names = async (query: object) => dataOf(await admin.call(listTeams, { query })).items.map(({ name }) => name);
  expect(await names({ q: 'BETA' })).toEqual(['beta', 'Beta two']);
  expect(await names({ q: '%' })).toEqual([]);
  expect((await names({ sort: '-members' })).slice(0, 2).sort()).toEqual(['Knowledge', 'Support']);
  for (const sort of ['name', '-name', 'members', '-members'] as const) {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = dataOf(await admin.call(listTeams, { query: { sort, limit: 2, cursor } }));
      seen.push(...page.items.map(({ name }) => name));
      cursor = page.next_cursor ?? undefined;
    } while (cursor !== undefined && seen.length < 50);
    expect(seen).toEqual(await names({ sort, limit: 100 }));
  }
  expect((await admin.call(listTeams, { query: { cursor: 'nothing' } })).status).toBe(400);
});

test('who owns a team says who is in it, makes no owners, and reaches no other team', async () => {
  const [own, other] = [await make('Own'), await make('Other')];
  expect(codeOf(await mei.call(listTeams, {}))).toBe('forbidden');
  for (const answer of [
    await mei.call(listTeamMembers, { params: { team_id: own.id } }),
    await put(mei, own.id, idOf('otp')),
    await leave(mei, own.id, idOf('otp')),
  ])
    expect(answer.status).toBe(404);
  dataOf(await put(admin, own.id, idOf('member'), true));
  expect(dataOf(await mei.call(listTeams, {})).items).toMatchObject([
    { name: 'Own', owners: ['Mei Tanaka'], members: 1 },
  ]);
  dataOf(await put(mei, own.id, idOf('otp')));
  expect(await namesIn(own.id, mei)).toEqual(['Mei Tanaka', 'Oscar Ruiz']);
  expect(codeOf(await put(mei, own.id, idOf('otp'), true))).toBe('forbidden');
  expect(codeOf(await put(mei, own.id, idOf('member'), false))).toBe('forbidden');
  expect(codeOf(await leave(mei, own.id, idOf('member')))).toBe('forbidden');
  dataOf(await leave(mei, own.id, idOf('otp')));
  expect(await namesIn(own.id)).toEqual(['Mei Tanaka']);
  // Whoever leaves one team stays in the others.
  for (const { id } of [own, other]) dataOf(await put(admin, id, idOf('otp')));
  dataOf(await leave(mei, own.id, idOf('otp')));
  expect(await namesIn(other.id)).toEqual(['Oscar Ruiz']);
  dataOf(await leave(admin, other.id, idOf('otp')));
  expect((await put(mei, other.id, idOf('otp'))).status).toBe(404);
  for (const [endpoint, body] of [
    [updateTeam, { name: 'Mine' }],
    [deleteTeam, undefined],
  ] as const) {
    const answer = await server.app.inject({
      method: endpoint.method,
      url: endpoint.path.replace(':team_id', own.id),
      headers: mei.headers(),
      ...(body === undefined ? {} : { payload: body }),
    });
    expect(answer.statusCode).toBe(403);
  }
});

test('an owner of the organisation is put into a team by owners only', async () => {
  const { id } = await make('Board');
  expect(codeOf(await put(admin, id, idOf('owner')))).toBe('owner_protected');
  dataOf(await put(owner, id, idOf('owner'), true));
  expect(codeOf(await put(admin, id, idOf('owner'), false))).toBe('owner_protected');
  expect(codeOf(await leave(admin, id, idOf('owner')))).toBe('owner_protected');
  dataOf(await leave(owner, id, idOf('owner')));
});

test('a deactivated member is in no list of a team, cannot be put into one, and is there again afterwards', async () => {
  const { id } = await make('Leavers');
  dataOf(await put(admin, id, idOf('otp'), true));
  dataOf(await admin.call(setMemberState, { params: { member_id: idOf('otp') }, body: { state: 'deactivated' } }));
  expect(await namesIn(id)).toEqual([]);
  expect(dataOf(await admin.call(listTeams, { query: { q: 'Leavers' } })).items).toMatchObject([
    { members: 0, owners: [] },
  ]);
  expect(codeOf(await put(admin, id, idOf('otp')))).toBe('member_deactivated');
  dataOf(await admin.call(setMemberState, { params: { member_id: idOf('otp') }, body: { state: 'active' } }));
  expect(dataOf(await admin.call(getMember, { params: { member_id: idOf('otp') } })).memberships).toEqual([
    { team_id: id, name: 'Leavers', is_owner: true },
  ]);
});

test('another organisation’s teams and members are as if they were not there (TEN-01)', async () => {
  const free = await server.as('owner@free.example');
  const theirs = dataOf(await free.call(createTeam, { body: { name: 'Theirs' } }));
  const own = await make('Ours');
  const foreign = dataOf(await free.call(listMembers, {})).items[0]?.id ?? '';
  const ask = async (endpoint: Endpoint, team_id: string, member_id: string) => {
    const url = endpoint.path.replace(':team_id', team_id).replace(':member_id', member_id);
    const answer = await server.app.inject({
      method: endpoint.method,
      url,
      headers: admin.headers(),
      ...(endpoint.body === undefined ? {} : { payload: {} }),
    });
    return { status: answer.statusCode, ...answer.json(), request_id: '' };
  };
  let asked = 0;
  for (const endpoint of [updateTeam, deleteTeam, listTeamMembers, putTeamMember, removeTeamMember]) {
    expect(await ask(endpoint, theirs.id, idOf('member'))).toEqual({
      ...(await ask(endpoint, crypto.randomUUID(), idOf('member'))),
      status: 404,
    });
    asked += 1;
  }
  for (const endpoint of [putTeamMember, removeTeamMember]) {
    expect(await ask(endpoint, own.id, foreign)).toEqual({
      ...(await ask(endpoint, own.id, crypto.randomUUID())),
      status: 404,
    });
    asked += 1;
  }
  expect(dataOf(await free.call(listTeams, {})).items).toMatchObject([{ name: 'Theirs', members: 0 }]);
  console.info(`TEN-01 teams: 0 of ${asked} foreign ids were reached`);
});

test('no column of a team can be set by putting it into a body (TEN-04)', async () => {
  const { id } = await make('Columns');
  const columnsOf = () =>
    server.db.asSystem((trx) => trx.selectFrom('teams').where('id', '=', id).selectAll().executeTakeFirstOrThrow());
  const before = await columnsOf();
  const extra = {
    id: crypto.randomUUID(),
    organization_id: crypto.randomUUID(),
    created_at: new Date(0).toISOString(),
    members: 99,
    owners: ['Mallory'],
    team_id: crypto.randomUUID(),
    member_id: crypto.randomUUID(),
  };
  await server.app.inject({
    method: 'PATCH',
    url: updateTeam.path.replace(':team_id', id),
    headers: admin.headers(),
    payload: extra,
  });
  await server.app.inject({
    method: 'PUT',
    url: putTeamMember.path.replace(':team_id', id).replace(':member_id', idOf('otp')),
    headers: admin.headers(),
    payload: extra,
  });
  const made = await server.app.inject({
    method: 'POST',
    url: createTeam.path,
    headers: admin.headers(),
    payload: { ...extra, name: 'Columns two' },
  });
  expect(await columnsOf()).toEqual(before);
  expect(made.json().data).toMatchObject({ name: 'Columns two', members: 0, owners: [] });
  expect(made.json().data.id).not.toBe(extra.id);
  expect(await namesIn(id)).toEqual(['Oscar Ruiz']);
  console.info(`TEN-04 teams: 0 of ${3 * Object.keys(extra).length} protected columns in bodies were set`);
});
