import type { Statement } from '@parlance/shared/contract/access/privileges';
import type { AuditAction } from '@parlance/shared/contract/api/audit/audit-actions';
import { listRules } from '@parlance/shared/contract/api/governance/rules';
import {
  acceptInvitation,
  createInvitation,
  openInvitation,
  resendInvitation,
} from '@parlance/shared/contract/api/invitations';
import { listRefusedLines, startMemberImport } from '@parlance/shared/contract/api/member-imports/member-imports';
import {
  changeMembers,
  setMemberRole,
  setMemberState,
  setMemberTeams,
} from '@parlance/shared/contract/api/offboarding';
import { listPermissionSets } from '@parlance/shared/contract/api/privileges/permission-sets';
import * as api from '@parlance/shared/contract/api/privileges/privileges';
import { createTeam, deleteTeam, putTeamMember, removeTeamMember } from '@parlance/shared/contract/api/teams';
import type { Input } from '@parlance/shared/contract/endpoint';
import { codeOf, dataOf, memberId } from '../../testing/agents.ts';
import { secretInLink } from '../../testing/mail.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { memberImporting } from '../member-imports/import-job.ts';

let server: TestServer;
let owner: Client;
let admin: Client;
let member: Client;
let organizationId: string;
const ids = { owner: '', admin: '', member: '', otp: '' };
beforeAll(async () => {
  server = await startTestServer();
  [owner, admin, member] = [
    await server.as('owner@pro.example'),
    await server.as('admin@pro.example'),
    await server.as('member@pro.example'),
  ];
  for (const name of ['owner', 'admin', 'member', 'otp'] as const)
    ids[name] = await memberId(server, `${name}@pro.example`);
  ({ organization_id: organizationId } = await server.db.asSystem((trx) =>
    trx.selectFrom('memberships').where('id', '=', ids.owner).select('organization_id').executeTakeFirstOrThrow(),
  ));
});
afterAll(() => server.close());
afterEach(() =>
  server.db.asSystem(async (trx) => {
    await trx.deleteFrom('permission_sets').execute();
    await trx.deleteFrom('governance_rules').execute();
    await trx.updateTable('memberships').set({ is_admin: false }).where('id', 'in', [ids.member, ids.otp]).execute();
    await trx
      .updateTable('memberships')
      .set({ deactivated_at: null, is_admin: true })
      .where('id', '=', ids.admin)
      .execute();
  }),
);

const said = (statement: Partial<Statement> & Pick<Statement, 'effect' | 'kind' | 'actions'>): Statement => ({
  scope: 'all',
  ids: [],
  at_most: null,
  ...statement,
});
const noGovernance = said({ effect: 'deny', kind: 'feature', actions: ['use'], scope: 'these', ids: ['governance'] });
let made = 0;
const makeSet = async (statements: Statement[]) =>
  dataOf(await owner.call(api.createPermissionSet, { body: { name: `Set ${(made += 1)}`, statements } }));
const grant = async (setId: string, kind: 'member' | 'team', id: string, expires_at: string | null = null) =>
  dataOf(await owner.call(api.grantPermissionSet, { body: { set_id: setId, holder: { kind, id }, expires_at } }));
/** A team, of the owner's making, with these people and what its members are told. */
async function makeTeam(
  people: readonly string[],
  ...statements: Statement[]
): Promise<{ id: string; name: string; set: string }> {
  const { id, name } = dataOf(await owner.call(createTeam, { body: { name: `Team ${(made += 1)}` } }));
  for (const member_id of people)
    dataOf(await owner.call(putTeamMember, { params: { team_id: id, member_id }, body: {} }));
  if (statements.length === 0) return { id, name, set: '' };
  const set = await makeSet(statements);
  await grant(set.id, 'team', id);
  return { id, name, set: set.name };
}
/** A rule that holds for a team. */
async function rule(team: string): Promise<void> {
  const definition = {
    name: 'Ruled',
    message: '',
    target: 'prompt',
    action: 'mask',
    conditions: [],
    scope: { team_ids: [team], bot_ids: [] },
  };
  const row = {
    organization_id: organizationId,
    position: 1,
    is_enabled: true,
    definition: JSON.stringify(definition),
  };
  await server.db.asSystem((trx) =>
    trx
      .insertInto('governance_rules')
      .values(row as never)
      .execute(),
  ); // only its teams are read here
}
const leave = (by: Client, team_id: string, member_id: string) =>
  by.call(removeTeamMember, { params: { team_id, member_id } });
const put = (by: Client, team_id: string, member_id: string, is_owner = false) =>
  by.call(putTeamMember, { params: { team_id, member_id }, body: { is_owner } });
const setTeams = (by: Client, member_id: string, team_ids: string[]) =>
  by.call(setMemberTeams, { params: { member_id }, body: { team_ids } });
const bulk = async (by: Client, member_id: string, change: Input<typeof changeMembers>['body']['change']) => {
  const { refused, changed } = dataOf(await by.call(changeMembers, { body: { member_ids: [member_id], change } }));
  return refused[0]?.code ?? (changed.includes(member_id) ? '200' : 'nothing');
};
const wish = (email: string, role: 'member' | 'admin' = 'member', teams: string[] = []) =>
  ({ email, role, teams, language: 'en', idempotency_key: crypto.randomUUID() }) as const;
const invite = (by: Client, email: string, role: 'member' | 'admin' = 'member', teams: string[] = []) =>
  by.call(createInvitation, { body: wish(email, role, teams) });
/** What the newest entry of an action says. */
const newest = async (action: AuditAction) =>
  (
    await server.db.asSystem((trx) =>
      trx
        .selectFrom('audit_log')
        .where('action', '=', action)
        .orderBy('seq', 'desc')
        .select('changes')
        .executeTakeFirstOrThrow(),
    )
  ).changes;

test('an administrator does not leave a denial by changing teams, in any of the ways (TEN-07)', async () => {
  const team = await makeTeam([ids.admin, ids.member], noGovernance);
  expect(codeOf(await admin.call(listRules, {}))).toBe('403 privilege_missing');
  const tries = {
    'leaves the team': codeOf(await leave(admin, team.id, ids.admin)),
    'takes a colleague out': codeOf(await leave(admin, team.id, ids.member)),
    'sets their own teams': codeOf(await setTeams(admin, ids.admin, [])),
    'leaves with many': await bulk(admin, ids.admin, { kind: 'leave_team', team_id: team.id }),
    'deletes the team': codeOf(await admin.call(deleteTeam, { params: { team_id: team.id } })),
  };
  expect(tries).toEqual({
    ...Object.fromEntries(Object.keys(tries).map((name) => [name, '403 above_own_rights'])),
    'leaves with many': 'above_own_rights',
  });
  expect(codeOf(await admin.call(listRules, {}))).toBe('403 privilege_missing');
  // What has nothing to do with it goes on, in the same team too.
  const other = await makeTeam([]);
  expect(codeOf(await put(admin, other.id, ids.admin))).toBe('200');
  expect(codeOf(await put(admin, team.id, ids.otp))).toBe('200');
  expect(codeOf(await leave(admin, other.id, ids.admin))).toBe('200');
  // An owner takes them out, and then they are in again.
  dataOf(await leave(owner, team.id, ids.admin));
  expect(codeOf(await admin.call(listRules, {}))).toBe('200');
  dataOf(await leave(admin, team.id, ids.member));
  console.info(`TEN-07 teams: 0 of ${Object.keys(tries).length} ways round a denial through a team`);
});

test('one and the same denial through two teams may be left once, and a shorter one is not the same', async () => {
  const set = await makeSet([noGovernance]);
  const [one, other] = [await makeTeam([ids.admin]), await makeTeam([ids.admin])];
  for (const { id } of [one, other]) await grant(set.id, 'team', id);
  dataOf(await leave(admin, one.id, ids.admin));
  expect(codeOf(await leave(admin, other.id, ids.admin))).toBe('403 above_own_rights');
  dataOf(await put(admin, one.id, ids.admin));
  await grant(set.id, 'team', one.id, new Date(Date.now() + 60_000).toISOString());
  expect(codeOf(await leave(admin, other.id, ids.admin))).toBe('403 above_own_rights');
  dataOf(await leave(admin, one.id, ids.admin));
});

test('nobody is put into a team that allows what the mover may not do (TEN-07)', async () => {
  const team = await makeTeam([], said({ effect: 'allow', kind: 'tool', actions: ['create'] }));
  await grant((await makeSet([said({ effect: 'deny', kind: 'tool', actions: ['create'] })])).id, 'member', ids.admin);
  const tries = [
    codeOf(await put(admin, team.id, ids.member)),
    codeOf(await setTeams(admin, ids.member, [team.id])),
    codeOf(await invite(admin, 'tools@guest.example', 'member', [team.name])),
  ];
  expect(tries).toEqual(tries.map(() => '403 above_own_rights'));
  expect(await bulk(admin, ids.member, { kind: 'join_team', team_id: team.id })).toBe('above_own_rights');
  dataOf(await put(owner, team.id, ids.member));
});

test('an administrator who is denied something makes no second self an administrator (TEN-07)', async () => {
  await server.db.asSystem((trx) =>
    trx
      .updateTable('memberships')
      .set({ is_admin: true, deactivated_at: new Date() })
      .where('id', '=', ids.otp)
      .execute(),
  );
  const earlier = dataOf(await invite(owner, 'earlier@guest.example', 'admin')).invitation;
  await server.db.asSystem((trx) =>
    trx
      .updateTable('invitations')
      .set({ sent_at: new Date(0) })
      .where('id', '=', earlier.id)
      .execute(),
  );
  await grant((await makeSet([noGovernance])).id, 'member', ids.admin);
  const tries = {
    'invites one': codeOf(await invite(admin, 'second-self@guest.example', 'admin')),
    'raises a member': codeOf(
      await admin.call(setMemberRole, { params: { member_id: ids.member }, body: { role: 'admin' } }),
    ),
    'raises many': `403 ${await bulk(admin, ids.member, { kind: 'role', role: 'admin' })}`,
    'brings back one who was deactivated': codeOf(
      await admin.call(setMemberState, { params: { member_id: ids.otp }, body: { state: 'active' } }),
    ),
    'brings back many': `403 ${await bulk(admin, ids.otp, { kind: 'state', state: 'active' })}`,
    'sends an invitation of an owner again': codeOf(
      await admin.call(resendInvitation, { params: { invitation_id: earlier.id } }),
    ),
  };
  expect(tries).toEqual(Object.fromEntries(Object.keys(tries).map((name) => [name, '403 above_own_rights'])));
  expect(codeOf(await invite(admin, 'plain@guest.example'))).toBe('200');
  dataOf(await owner.call(setMemberState, { params: { member_id: ids.otp }, body: { state: 'active' } }));
  // A denial of what every member has says nothing about the role.
  await server.db.asSystem((trx) => trx.deleteFrom('permission_sets').execute());
  await grant(
    (
      await makeSet([
        said({ effect: 'deny', kind: 'bot', actions: ['use'], scope: 'these', ids: [crypto.randomUUID()] }),
      ])
    ).id,
    'member',
    ids.admin,
  );
  expect(codeOf(await invite(admin, 'colleague@guest.example', 'admin'))).toBe('200');
  console.info(`TEN-07 roles: 0 of ${Object.keys(tries).length} ways to a second self`);
});

test('an area that the plan lacks today is denied in the next one too: it is not given back meanwhile', async () => {
  const team = await makeTeam([ids.admin], noGovernance);
  const features = await featuresWithout('governance');
  expect(codeOf(await leave(admin, team.id, ids.admin))).toBe('403 above_own_rights');
  await server.db.asSystem((trx) => trx.updateTable('plans').set({ features }).where('name', '=', 'Pro').execute());
});

/** Takes an area out of the plan; what it had before. */
async function featuresWithout(area: string) {
  return server.db.asSystem(async (trx) => {
    const { features } = await trx
      .selectFrom('plans')
      .where('name', '=', 'Pro')
      .select('features')
      .executeTakeFirstOrThrow();
    await trx
      .updateTable('plans')
      .set({ features: features.filter((feature) => feature !== area) })
      .where('name', '=', 'Pro')
      .execute();
    return features;
  });
}

test('a limit is given back only by who has none (TEN-07)', async () => {
  const team = await makeTeam(
    [ids.admin],
    said({ effect: 'deny', kind: 'limit', actions: ['use'], scope: 'these', ids: ['tokens_a_month'], at_most: 50 }),
  );
  expect(codeOf(await leave(admin, team.id, ids.admin))).toBe('403 above_own_rights');
  await grant(
    (
      await makeSet([
        said({ effect: 'deny', kind: 'limit', actions: ['use'], scope: 'these', ids: ['agents'], at_most: 50 }),
      ])
    ).id,
    'member',
    ids.admin,
  );
  expect(codeOf(await invite(admin, 'limits@guest.example', 'admin'))).toBe('403 above_own_rights');
});

test('who owns a team and is no administrator changes it while nothing hangs on it, and locks nobody out', async () => {
  const plain = await makeTeam([]);
  dataOf(await put(owner, plain.id, ids.member, true));
  expect([await put(member, plain.id, ids.otp), await leave(member, plain.id, ids.otp)].map(codeOf)).toEqual([
    '200',
    '200',
  ]);
  const trainees = await makeTeam(
    [ids.otp],
    said({ effect: 'deny', kind: 'feature', actions: ['use'], scope: 'these', ids: ['user_management', 'privilege'] }),
  );
  const makers = await makeTeam([ids.otp], said({ effect: 'allow', kind: 'tool', actions: ['create'] }));
  const ruled = await makeTeam([ids.otp]);
  await rule(ruled.id);
  for (const { id } of [trainees, makers, ruled]) {
    dataOf(await put(owner, id, ids.member, true));
    expect([await put(member, id, ids.admin), await leave(member, id, ids.otp)].map(codeOf)).toEqual([
      '403 above_own_rights',
      '403 above_own_rights',
    ]);
    // Whoever is in it already stays.
    expect(codeOf(await put(member, id, ids.otp))).toBe('200');
  }
  expect(codeOf(await admin.call(listPermissionSets, {}))).toBe('200');
});

test('nobody puts themselves where they get into the privileges no more, and no owner is shut out by a team', async () => {
  const shut = await makeTeam(
    [],
    said({ effect: 'deny', kind: 'feature', actions: ['use'], scope: 'these', ids: ['privilege'] }),
  );
  const refused = [
    codeOf(await put(admin, shut.id, ids.admin)),
    codeOf(await setTeams(admin, ids.admin, [shut.id])),
    codeOf(await put(owner, shut.id, ids.owner)),
  ];
  expect(refused).toEqual(['409 locks_out_self', '409 locks_out_self', '409 locks_out_owner']);
  expect(await bulk(admin, ids.admin, { kind: 'join_team', team_id: shut.id })).toBe('locks_out_self');
  expect(codeOf(await admin.call(listPermissionSets, {}))).toBe('200');
});

test('a rule that holds for a team is not lifted by who may not change rules', async () => {
  const ruled = await makeTeam([ids.admin]);
  await rule(ruled.id);
  await grant((await makeSet([noGovernance])).id, 'member', ids.admin);
  expect(
    [await leave(admin, ruled.id, ids.admin), await admin.call(deleteTeam, { params: { team_id: ruled.id } })].map(
      codeOf,
    ),
  ).toEqual(['403 above_own_rights', '403 above_own_rights']);
  await server.db.asSystem((trx) => trx.deleteFrom('permission_sets').execute());
  dataOf(await leave(admin, ruled.id, ids.admin));
});

describe('an invitation', () => {
  const tokenFor = async (email: string) =>
    secretInLink((await server.mailTo(email)).filter(({ template }) => template === 'invitation').at(-1), 'invitation');
  const statusOf = async (token: string) => codeOf(await server.anonymous().call(openInvitation, { body: { token } }));

  test('gives what its inviter may give when it is accepted, and is whose who sends it again', async () => {
    const email = 'owner@free.example';
    const { invitation } = dataOf(await invite(admin, email, 'admin'));
    const token = await tokenFor(email);
    expect(await statusOf(token)).toBe('200');
    await grant((await makeSet([noGovernance])).id, 'member', ids.admin);
    const guest = await server.as(email);
    expect([await statusOf(token), codeOf(await guest.call(acceptInvitation, { body: { token } }))]).toEqual([
      '409 invitation_ended',
      '409 invitation_ended',
    ]);
    await server.db.asSystem((trx) =>
      trx
        .updateTable('invitations')
        .set({ sent_at: new Date(0) })
        .where('id', '=', invitation.id)
        .execute(),
    );
    const { inviter } = dataOf(
      await owner.call(resendInvitation, { params: { invitation_id: invitation.id } }),
    ).invitation;
    expect(inviter).not.toBe(invitation.inviter);
    dataOf(await guest.call(acceptInvitation, { body: { token: await tokenFor(email) } }));
  });

  test('of a plain member stands when its inviter has left; of an administrator, or into a team that allows something, it does not', async () => {
    const team = await makeTeam([], said({ effect: 'allow', kind: 'tool', actions: ['create'] }));
    for (const [name, role, teams] of [
      ['stays', 'member', []],
      ['above', 'admin', []],
      ['allowed', 'member', [team.name]],
    ] as const)
      dataOf(await invite(admin, `${name}@guest.example`, role, [...teams]));
    await server.db.asSystem((trx) =>
      trx.updateTable('memberships').set({ deactivated_at: new Date() }).where('id', '=', ids.admin).execute(),
    );
    const found = await Promise.all(
      ['stays', 'above', 'allowed'].map(async (name) => statusOf(await tokenFor(`${name}@guest.example`))),
    );
    expect(found).toEqual(['200', '409 invitation_ended', '409 invitation_ended']);
  });
});

test('a file of people gives no more than who brought it may, line by line, and stops for who may invite no more', async () => {
  await grant((await makeSet([noGovernance])).id, 'member', ids.admin);
  const bring = async (csv: string) =>
    dataOf(
      await admin.call(startMemberImport, {
        body: { csv, role: 'member', language: 'en', idempotency_key: crypto.randomUUID() },
      }),
    ).id;
  const carryOut = (id: string) => memberImporting({ db: server.db }).run({ import: id }, new AbortController().signal);
  const linesOf = async (import_id: string) =>
    dataOf(await admin.call(listRefusedLines, { params: { import_id } })).items.map(({ email, outcome }) => [
      email,
      outcome,
    ]);
  const mixed = await bring('email,role\nline-one@guest.example,admin\nline-two@guest.example,member\n');
  await carryOut(mixed);
  expect(await linesOf(mixed)).toEqual([['line-one@guest.example', 'above_own_rights']]);
  const late = await bring('email\nline-three@guest.example\n');
  await grant(
    (
      await makeSet([
        said({ effect: 'deny', kind: 'feature', actions: ['use'], scope: 'these', ids: ['user_management'] }),
      ])
    ).id,
    'member',
    ids.admin,
  );
  await carryOut(late);
  await server.db.asSystem((trx) => trx.deleteFrom('permission_sets').execute());
  expect(await linesOf(late)).toEqual([['line-three@guest.example', 'stopped']]);
});

test('the audit log says who left a team and which permission sets went with that', async () => {
  const team = await makeTeam([ids.member, ids.otp], noGovernance);
  dataOf(await leave(owner, team.id, ids.otp));
  expect(await newest('team.member_removed')).toMatchObject({
    member: ['otp@pro.example', null],
    permission_sets: [[team.set], null],
  });
  dataOf(await put(owner, team.id, ids.otp));
  expect(await newest('team.member_set')).toMatchObject({
    member: [null, 'otp@pro.example'],
    permission_sets: [null, [team.set]],
  });
  dataOf(await setTeams(owner, ids.otp, []));
  expect(await newest('member.teams_changed')).toMatchObject({ permission_sets: [[team.set], []] });
  dataOf(await owner.call(deleteTeam, { params: { team_id: team.id } }));
  expect(await newest('team.deleted')).toMatchObject({
    members: [['member@pro.example'], null],
    permission_sets: [[team.set], null],
  });
});

test('a set is renamed and described by who may not give what it says', async () => {
  const set = await makeSet([noGovernance, said({ effect: 'allow', kind: 'tool', actions: ['create', 'edit'] })]);
  await grant(
    (await makeSet([noGovernance, said({ effect: 'deny', kind: 'tool', actions: ['create'] })])).id,
    'member',
    ids.admin,
  );
  const read = dataOf(await admin.call(api.getPermissionSet, { params: { set_id: set.id } }));
  const renamed = dataOf(
    await admin.call(api.changePermissionSet, {
      params: { set_id: set.id },
      body: { name: 'Renamed', description: 'In better words.', statements: read.statements, revision: read.revision },
    }),
  );
  expect(renamed.name).toBe('Renamed');
  expect(
    codeOf(
      await admin.call(api.changePermissionSet, {
        params: { set_id: set.id },
        body: { name: 'Renamed', statements: [], revision: renamed.revision },
      }),
    ),
  ).toBe('403 above_own_rights');
});
