import { mayChangeMember, rolesToGive } from '@parlance/shared/contract/access/member-role';
import type { Statement } from '@parlance/shared/contract/access/privileges';
import { deleteAccount } from '@parlance/shared/contract/api/account-deletion';
import { createAgent, transferAgent } from '@parlance/shared/contract/api/agents/agents';
import { createInvitation } from '@parlance/shared/contract/api/invitations';
import { startMemberImport } from '@parlance/shared/contract/api/member-imports/member-imports';
import { listMembers, type MemberRole } from '@parlance/shared/contract/api/members';
import {
  changeMembers,
  getBelongings,
  getMember,
  offboardMember,
  setMemberRole,
  setMemberState,
  setMemberTeams,
} from '@parlance/shared/contract/api/offboarding';
import {
  createPermissionSet,
  deletePermissionSet,
  grantPermissionSet,
} from '@parlance/shared/contract/api/privileges/privileges';
import { listOwnMemberships, switchMembership } from '@parlance/shared/contract/api/session/memberships';
import { getWhoami, signIn } from '@parlance/shared/contract/api/session/session';
import { listColleagues } from '@parlance/shared/contract/api/shares';
import { createTeam } from '@parlance/shared/contract/api/teams';
import type { Endpoint } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { demoPassword } from '../../demo/organizations.ts';
import { botNamed } from '../../testing/asking.ts';
import { keptAutomation, keptSchedule } from '../../testing/automation-things.ts';
import { sendWhile } from '../../testing/late-body.ts';
import { dataOf } from '../../testing/registering.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
let owner: Client;
let admin: Client;
beforeAll(async () => {
  server = await startTestServer();
  [owner, admin] = [await server.as('owner@pro.example'), await server.as('admin@pro.example')];
});
afterAll(() => server.close());

const codeOf = ({ body }: { body: { success: boolean; code?: string } }) => (body.success ? 'success' : body.code);
const roles: readonly MemberRole[] = ['owner', 'admin', 'member'];
let made = 0;

type Person = { id: string; email: string };

/** A new member of the Pro organisation, or of another one. */
async function person(role: MemberRole = 'member', of = 'owner@pro.example'): Promise<Person> {
  made += 1;
  const email = `p${made}@people.example`;
  const id = await server.db.asSystem(async (trx) => {
    const { organization_id } = await trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('users.email', '=', of)
      .select('organization_id')
      .executeTakeFirstOrThrow();
    const { password_hash } = await trx
      .selectFrom('users')
      .where('email', '=', of)
      .select('password_hash')
      .executeTakeFirstOrThrow();
    const user = await trx
      .insertInto('users')
      .values({ email, password_hash, username: `Person ${made}`, language: 'de-DE' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx.insertInto('registrations').values({ user_id: user.id, is_completed: true, stage: 5 }).execute();
    const flags = { is_admin: role !== 'member', is_owner: role === 'owner' };
    const member = await trx
      .insertInto('memberships')
      .values({ organization_id, user_id: user.id, role_title: '', ...flags })
      .returning('id')
      .executeTakeFirstOrThrow();
    return member.id;
  });
  return { id, email };
}

const roleIn = async (id: string) => dataOf(await owner.call(getMember, { params: { member_id: id } })).role;
const idOf = async (client: Client) => dataOf(await client.call(getWhoami)).member_id;
const setRole = (by: Client, member_id: string, role: MemberRole) =>
  by.call(setMemberRole, { params: { member_id }, body: { role } });
const setState = (by: Client, member_id: string, state: 'active' | 'deactivated') =>
  by.call(setMemberState, { params: { member_id }, body: { state } });

describe('roles (TEN-07)', () => {
  test('nobody raises himself or another above himself, in any combination of who, whom and what', async () => {
    let combinations = 0;
    const wrong: string[] = [];
    for (const actor of roles) {
      for (const target of roles) {
        for (const wanted of roles) {
          for (const isBulk of [false, true]) {
            const [who, whom] = [await person(actor), await person(target)];
            const client = await server.as(who.email);
            const answer = isBulk
              ? await client.call(changeMembers, {
                  body: { member_ids: [whom.id], change: { kind: 'role', role: wanted } },
                })
              : await setRole(client, whom.id, wanted);
            const isAllowed = rolesToGive(actor, target).includes(wanted);
            const after = await roleIn(whom.id);
            combinations += 1;
            if (after !== (isAllowed ? wanted : target)) wrong.push(`${actor} makes ${target} ${wanted}: ${after}`);
            if (!isBulk && !isAllowed)
              expect(codeOf(answer)).toBe(actor === 'member' ? 'forbidden' : 'owner_protected');
          }
        }
        const [who, whom] = [await person(actor), await person(target)];
        const client = await server.as(who.email);
        for (const answer of [
          await setState(client, whom.id, 'deactivated'),
          await client.call(offboardMember, { params: { member_id: whom.id }, body: {} }),
          await client.call(setMemberTeams, { params: { member_id: whom.id }, body: { team_ids: [] } }),
        ]) {
          combinations += 1;
          if (answer.body.success !== mayChangeMember(actor, target))
            wrong.push(`${actor} changes ${target}: ${codeOf(answer)}`);
        }
      }
      for (const wanted of roles) {
        const self = await person(actor);
        await setRole(await server.as(self.email), self.id, wanted);
        combinations += 1;
        if (roles.indexOf(await roleIn(self.id)) < roles.indexOf(actor)) wrong.push(`${actor} becomes ${wanted}`);
      }
    }
    expect(wrong).toEqual([]);
    console.info(
      `TEN-07: ${wrong.length} of ${combinations} combinations of who, whom and what raised anybody above who did it`,
    );
  }, 120_000);

  test('the rule itself: owners everything, admins nothing about owners, members nothing', () => {
    expect(roles.map((actor) => roles.map((target) => rolesToGive(actor, target).length))).toEqual([
      [3, 3, 3],
      [0, 2, 2],
      [0, 0, 0],
    ]);
  });

  test('the last owner can neither step down, nor be deactivated, nor leave', async () => {
    const alone = await server.as('owner@team.example');
    const id = await idOf(alone);
    await person('member', 'owner@team.example');
    expect(codeOf(await setRole(alone, id, 'admin'))).toBe('last_owner');
    expect(codeOf(await setRole(alone, id, 'member'))).toBe('last_owner');
    expect(codeOf(await setState(alone, id, 'deactivated'))).toBe('own_membership');
    expect(codeOf(await alone.call(offboardMember, { params: { member_id: id }, body: {} }))).toBe('own_membership');
    expect(
      codeOf(await alone.call(deleteAccount, { body: { password: demoPassword, delete_organization: true } })),
    ).toBe('last_owner');
    const { refused } = dataOf(
      await alone.call(changeMembers, { body: { member_ids: [id], change: { kind: 'role', role: 'member' } } }),
    );
    expect(refused).toEqual([{ member_id: id, code: 'last_owner' }]);
  });

  test('two owners who demote each other at once leave one, and so do twenty who step down', async () => {
    const first = await server.as('owner@team.example');
    const firstId = await idOf(first);
    for (let round = 0; round < 5; round += 1) {
      const other = await person('owner', 'owner@team.example');
      const second = await server.as(other.email);
      await second.call(getWhoami);
      await Promise.all([setRole(first, other.id, 'admin'), setRole(second, firstId, 'admin')]);
      expect(await owners('owner@team.example')).toBe(1);
      await server.db.asSystem((trx) =>
        trx.updateTable('memberships').set({ is_owner: true, is_admin: true }).where('id', '=', firstId).execute(),
      );
      await server.db.asSystem((trx) =>
        trx.updateTable('memberships').set({ is_owner: false }).where('id', '=', other.id).execute(),
      );
    }
    const many = await Promise.all(Array.from({ length: 6 }, () => person('owner', 'owner@team.example')));
    const clients = [first, ...(await Promise.all(many.map(({ email }) => server.as(email))))];
    const ids = [firstId, ...many.map(({ id }) => id)];
    for (const client of clients) await client.call(getWhoami);
    const answers = await Promise.all(clients.map((client, at) => setRole(client, ids[at] ?? '', 'member')));
    expect(await owners('owner@team.example')).toBe(1);
    expect(answers.map(codeOf).filter((code) => code === 'last_owner')).toHaveLength(1);
  });

  test('who loses the right while their request is on its way changes nobody', async () => {
    const losses = {
      'made a member': (id: string) => setRole(owner, id, 'member'),
      deactivated: (id: string) => setState(owner, id, 'deactivated'),
    };
    for (const [loss, lose] of Object.entries(losses)) {
      const [who, whom] = [await person('admin'), await person()];
      const client = await server.as(who.email);
      await client.call(getWhoami);
      const answer = await sendWhile(
        server,
        client,
        setMemberRole,
        { params: { member_id: whom.id }, body: { role: 'admin' } },
        async () => dataOf(await lose(who.id)),
      );
      expect([loss, answer, await roleIn(whom.id)]).toEqual([loss, 'forbidden', 'member']);
    }
  });

  test('who is made something else hears of it by mail in their language, and whoever does it to himself does not', async () => {
    const other = await person();
    dataOf(await setRole(owner, other.id, 'admin'));
    dataOf(await setRole(owner, other.id, 'admin'));
    expect((await server.mailTo(other.email)).map(({ template, language }) => [template, language])).toEqual([
      ['role_changed', 'de-DE'],
    ]);
    dataOf(await setRole(await server.as(other.email), other.id, 'member'));
    expect(await server.mailTo(other.email)).toHaveLength(1);
  });
});

async function owners(of: string): Promise<number> {
  const rows = await server.db.asSystem((trx) =>
    trx
      .selectFrom('memberships')
      .where('is_owner', '=', true)
      .where(
        'organization_id',
        'in',
        trx
          .selectFrom('memberships')
          .innerJoin('users', 'users.id', 'memberships.user_id')
          .where('users.email', '=', of)
          .select('organization_id'),
      )
      .select('id')
      .execute(),
  );
  return rows.length;
}

describe('a deactivated member (TEN-05)', () => {
  test('is out with the next request on every device, and cannot sign in', async () => {
    const gone = await person();
    const devices = [await server.as(gone.email), await server.as(gone.email)];
    for (const device of devices) expect((await device.call(getWhoami)).status).toBe(200);
    const since = performance.now();
    expect(dataOf(await setState(admin, gone.id, 'deactivated'))).toMatchObject({
      state: 'deactivated',
      deactivated_at: expect.any(String),
    });
    for (const device of devices) expect((await device.call(getWhoami)).status).toBe(401);
    console.info(
      `TEN-05: out after ${Math.round(performance.now() - since)} ms (at most 5000); 0 of ${devices.length} sessions are left`,
    );
    const refused = await server.anonymous().call(signIn, { body: { email: gone.email, password: demoPassword } });
    expect({ status: refused.status, code: codeOf(refused) }).toEqual({ status: 403, code: 'account_deactivated' });
    expect(
      codeOf(await server.anonymous().call(signIn, { body: { email: gone.email, password: 'not the right one' } })),
    ).toBe('credentials_wrong');
    expect((await server.mailTo(gone.email)).map(({ template }) => template)).toEqual(['member_deactivated']);
    expect(
      await server.db.asSystem((trx) =>
        trx.selectFrom('sessions').where('member_id', '=', gone.id).select('id').execute(),
      ),
    ).toEqual([]);
  });

  test('who was half-way through a sign-in gets no further', async () => {
    const gone = await person();
    await server.db.asSystem((trx) =>
      trx.updateTable('users').set({ mfa_preference: 'EMAIL_OTP' }).where('email', '=', gone.email).execute(),
    );
    const half = server.anonymous();
    dataOf(await half.call(signIn, { body: { email: gone.email, password: demoPassword } }));
    dataOf(await setState(admin, gone.id, 'deactivated'));
    const code = (await server.mailTo(gone.email)).find(({ template }) => template === 'sign_in_code')?.code ?? '';
    const { verifySignIn } = await import('@parlance/shared/contract/api/session/session');
    expect(codeOf(await half.call(verifySignIn, { body: { code } }))).toBe('account_deactivated');
  });

  test('enters another organisation of theirs, where they have one, and cannot switch back', async () => {
    const both = await person();
    await server.db.asSystem(async (trx) => {
      const { user_id } = await trx
        .selectFrom('memberships')
        .where('id', '=', both.id)
        .select('user_id')
        .executeTakeFirstOrThrow();
      const { organization_id } = await trx
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .where('users.email', '=', 'owner@free.example')
        .select('organization_id')
        .executeTakeFirstOrThrow();
      await trx
        .insertInto('memberships')
        .values({
          organization_id,
          user_id,
          role_title: '',
          is_admin: false,
          is_owner: false,
          last_used_at: new Date(0),
        })
        .execute();
    });
    dataOf(await setState(admin, both.id, 'deactivated'));
    const client = server.anonymous();
    dataOf(await client.call(signIn, { body: { email: both.email, password: demoPassword } }));
    expect(dataOf(await client.call(getWhoami)).organization_name).toBe('Corner Bakery');
    expect(dataOf(await client.call(listOwnMemberships)).items).toHaveLength(1);
    expect((await client.call(switchMembership, { params: { member_id: both.id } })).status).toBe(404);
  });

  test('holds no seat, is nobody’s colleague, and comes back to what they had, without the sessions they had', async () => {
    const gone = await person();
    const before = await server.as(gone.email);
    const names = async () =>
      dataOf(await owner.call(listColleagues, { query: { q: `Person ${made}`, limit: 100 } })).items.map(
        ({ id }) => id,
      );
    const seats = async () => {
      const { listInvitations } = await import('@parlance/shared/contract/api/invitations');
      return dataOf(await owner.call(listInvitations, {})).seats.members;
    };
    const [counted, listed] = [await seats(), await names()];
    expect(listed).toContain(gone.id);
    dataOf(await setState(admin, gone.id, 'deactivated'));
    expect([await seats(), await names()]).toEqual([counted - 1, []]);
    expect(
      codeOf(
        await admin.call(createInvitation, {
          body: { email: gone.email, role: 'member', language: 'en', idempotency_key: crypto.randomUUID() },
        }),
      ),
    ).toBe('already_member');
    expect(codeOf(await setRole(admin, gone.id, 'admin'))).toBe('member_deactivated');
    expect(
      dataOf(await admin.call(listMembers, { query: { state: 'deactivated', limit: 100 } })).items.map(({ id }) => id),
    ).toContain(gone.id);
    dataOf(await setState(admin, gone.id, 'active'));
    expect([await seats(), await names()]).toEqual([counted, [gone.id]]);
    expect((await before.call(getWhoami)).status).toBe(401);
    dataOf(await server.anonymous().call(signIn, { body: { email: gone.email, password: demoPassword } }));
  });

  test('comes back only where a seat is free', async () => {
    const free = await server.as('owner@free.example');
    const back = await person('member', 'owner@free.example');
    dataOf(await setState(free, back.id, 'deactivated'));
    await server.db.asSystem((trx) => trx.updateTable('plans').set({ seats: 2 }).where('name', '=', 'Free!').execute());
    expect(codeOf(await setState(free, back.id, 'active'))).toBe('seats_taken');
    await server.db.asSystem((trx) => trx.updateTable('plans').set({ seats: 3 }).where('name', '=', 'Free!').execute());
  });
});

describe('schedules and automations of whoever goes', () => {
  const statesOf = async (ids: readonly string[]) => {
    const { rows } = await server.db.asSystem((trx) =>
      sql<{ id: string; owner_id: string | null; state: string; paused_because: string | null }>`
      select id, owner_id, state, paused_because from schedules where id = any(${ids}::uuid[]) union all select id, owner_id, state, paused_because from automations where id = any(${ids}::uuid[])`.execute(
        trx,
      ),
    );
    return ids
      .map((id) => rows.find((row) => row.id === id))
      .map((row) => [row?.owner_id, row?.state, row?.paused_because]);
  };
  /** One that runs, one that lost its place to the plan, and one that is over. */
  async function threeOf(gone: Person): Promise<string[]> {
    const [organizationId, botId] = [
      dataOf(await admin.call(getWhoami)).organization_id,
      await botNamed(admin, 'House Guide'),
    ];
    const kept = { organizationId, ownerId: gone.id, botId };
    return [
      await keptSchedule(server, kept),
      await keptAutomation(server, { ...kept, pausedBecause: 'plan' }),
      await keptSchedule(server, { ...kept, nextAt: null }),
    ];
  }
  const mails = async () => (await server.mailTo('admin@pro.example')).length;

  test('are nobody’s and paused with the deactivation, and administrators hear of it once', async () => {
    const gone = await person();
    const ids = await threeOf(gone);
    const before = await mails();
    dataOf(await setState(admin, gone.id, 'deactivated'));
    expect(await statesOf(ids)).toEqual([
      [null, 'paused', 'owner'],
      [null, 'paused', 'plan'],
      [null, 'active', null],
    ]);
    expect(await mails()).toBe(before + 1);
    const mail = (await server.mailTo('admin@pro.example')).at(-1);
    expect(mail?.link?.pathname).toBe('/agent-automation');
    dataOf(await setState(admin, gone.id, 'active'));
    dataOf(await setState(admin, gone.id, 'deactivated'));
    expect(await mails()).toBe(before + 1);
  });

  test('are told to administrators who are there, and to nobody else', async () => {
    const [gone, former, member, stranger] = [
      await person('admin'),
      await person('admin'),
      await person(),
      await person('admin', 'owner@free.example'),
    ];
    dataOf(await setState(owner, former.id, 'deactivated'));
    await threeOf(gone);
    const before = await mails();
    dataOf(await setState(owner, gone.id, 'deactivated'));
    expect(await mails()).toBe(before + 1);
    for (const { email } of [gone, former, member, stranger])
      expect((await server.mailTo(email)).map(({ link }) => link?.pathname)).not.toContain('/agent-automation');
  });

  test('likewise where somebody deletes their account', async () => {
    const gone = await person();
    const ids = await threeOf(gone);
    const before = await mails();
    dataOf(
      await (
        await server.as(gone.email)
      ).call(deleteAccount, { body: { password: demoPassword, delete_organization: false } }),
    );
    expect(await statesOf(ids)).toEqual([
      [null, 'paused', 'owner'],
      [null, 'paused', 'plan'],
      [null, 'active', null],
    ]);
    expect(await mails()).toBe(before + 1);
  });

  test('are handed over with all the rest, and wait for whoever receives them', async () => {
    const [gone, receiver] = [await person(), await person()];
    const ids = await threeOf(gone);
    const params = { member_id: gone.id };
    expect(dataOf(await admin.call(getBelongings, { params })).automations).toBe(3);
    expect(await admin.call(offboardMember, { params, body: {} })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'body.automations_to' }] },
    });
    const before = await mails();
    expect(
      dataOf(await admin.call(offboardMember, { params, body: { automations_to: receiver.id } })).handed_over
        .automations,
    ).toBe(3);
    expect(await statesOf(ids)).toEqual([
      [receiver.id, 'paused', 'given'],
      [receiver.id, 'paused', 'plan'],
      [receiver.id, 'active', null],
    ]);
    expect(await mails()).toBe(before);
    expect(await server.mailTo(receiver.email)).toHaveLength(1);
  });
});

describe('offboarding', () => {
  const blank = { from: { kind: 'blank' as const }, language: 'en' as const };

  test('counts what is handed over, wants a receiver for it, and does all or nothing', async () => {
    const [gone, receiver] = [await person('admin'), await person()];
    const client = await server.as(gone.email);
    const { agent } = dataOf(
      await client.call(createAgent, { body: { ...blank, idempotency_key: crypto.randomUUID() } }),
    );
    await server.db.asSystem(async (trx) => {
      const { organization_id } = await trx
        .selectFrom('memberships')
        .where('id', '=', gone.id)
        .select('organization_id')
        .executeTakeFirstOrThrow();
      await trx.updateTable('bots').set({ responsible_id: gone.id }).where('id', '=', agent.id).execute();
      await trx
        .insertInto('agent_people')
        .values({ organization_id, bot_id: agent.id, member_id: receiver.id })
        .execute();
      await trx.insertInto('prompt_templates').values({ organization_id, owner_id: gone.id }).execute();
      await trx
        .insertInto('knowledge_sources')
        .values({ organization_id, owner_id: gone.id, kind: 'folder', name: 'Mine' })
        .execute();
    });
    const params = { member_id: gone.id };
    expect(dataOf(await admin.call(getBelongings, { params }))).toEqual({
      agents: 1,
      prompt_templates: 1,
      knowledge: 1,
      automations: 0,
    });
    const incomplete = await admin.call(offboardMember, {
      params,
      body: { agents_to: receiver.id, knowledge_to: receiver.id },
    });
    expect(incomplete).toMatchObject({ status: 400, body: { issues: [{ path: 'body.prompt_templates_to' }] } });
    expect(
      (
        await admin.call(offboardMember, {
          params,
          body: { agents_to: receiver.id, knowledge_to: receiver.id, prompt_templates_to: gone.id },
        })
      ).status,
    ).toBe(404);
    expect(dataOf(await admin.call(getMember, { params })).state).toBe('active');
    expect(dataOf(await admin.call(getBelongings, { params })).agents).toBe(1);
    const done = dataOf(
      await admin.call(offboardMember, {
        params,
        body: { agents_to: receiver.id, knowledge_to: receiver.id, prompt_templates_to: await idOf(admin) },
      }),
    );
    expect(done).toMatchObject({
      member: { state: 'deactivated' },
      handed_over: { agents: 1, prompt_templates: 1, knowledge: 1, automations: 0 },
    });
    const bot = await server.db.asSystem((trx) =>
      trx
        .selectFrom('bots')
        .where('id', '=', agent.id)
        .select(['owner_id', 'responsible_id'])
        .executeTakeFirstOrThrow(),
    );
    expect(bot).toEqual({ owner_id: receiver.id, responsible_id: receiver.id });
    expect(
      await server.db.asSystem((trx) =>
        trx.selectFrom('agent_people').where('bot_id', '=', agent.id).select('member_id').execute(),
      ),
    ).toEqual([]);
    expect(dataOf(await admin.call(offboardMember, { params, body: {} })).handed_over).toEqual({
      agents: 0,
      prompt_templates: 0,
      knowledge: 0,
      automations: 0,
    });
  });

  test('hands over no more than the receiver may have, alone or with all the rest', async () => {
    const [gone, receiver] = [await person('admin'), await person()];
    const [client, full] = [await server.as(gone.email), await server.as(receiver.email)];
    const [{ agent }] = [
      dataOf(await client.call(createAgent, { body: { ...blank, idempotency_key: crypto.randomUUID() } })),
      dataOf(await full.call(createAgent, { body: { ...blank, idempotency_key: crypto.randomUUID() } })),
    ];
    const none = [
      { effect: 'deny', kind: 'limit', actions: ['use'], scope: 'these', ids: ['agents'], at_most: 0 },
    ] satisfies Statement[];
    const set = dataOf(await owner.call(createPermissionSet, { body: { name: 'No agents', statements: none } }));
    dataOf(
      await owner.call(grantPermissionSet, { body: { set_id: set.id, holder: { kind: 'member', id: receiver.id } } }),
    );
    const handing = { params: { member_id: gone.id }, body: { agents_to: receiver.id } };
    expect(
      codeOf(await admin.call(transferAgent, { params: { agent_id: agent.id }, body: { member_id: receiver.id } })),
    ).toBe('receiver_full');
    expect(codeOf(await admin.call(offboardMember, handing))).toBe('receiver_full');
    expect(dataOf(await admin.call(getMember, { params: { member_id: gone.id } })).state).toBe('active');
    // Somebody without any hands over nothing, which nobody is too full for.
    expect(
      dataOf(
        await admin.call(offboardMember, {
          params: { member_id: (await person()).id },
          body: { agents_to: receiver.id },
        }),
      ).handed_over.agents,
    ).toBe(0);
    dataOf(await owner.call(deletePermissionSet, { params: { set_id: set.id } }));
    expect(dataOf(await admin.call(offboardMember, handing)).handed_over.agents).toBe(1);
    // Administrators have as many as they like.
    expect(
      dataOf(
        await owner.call(offboardMember, {
          params: { member_id: receiver.id },
          body: { agents_to: await idOf(admin) },
        }),
      ).handed_over.agents,
    ).toBe(2);
  });

  test('hands over nothing to another organisation, or to somebody deactivated', async () => {
    const [gone, stranger, other] = [
      await person('admin'),
      await person('member', 'owner@free.example'),
      await person(),
    ];
    const client = await server.as(gone.email);
    dataOf(await client.call(createAgent, { body: { ...blank, idempotency_key: crypto.randomUUID() } }));
    dataOf(await setState(admin, other.id, 'deactivated'));
    for (const agents_to of [stranger.id, other.id, crypto.randomUUID()]) {
      expect((await admin.call(offboardMember, { params: { member_id: gone.id }, body: { agents_to } })).status).toBe(
        404,
      );
    }
  });
});

test('many are changed at once: what may not be done is refused with its reason, and the rest done', async () => {
  const [one, two, boss] = [await person(), await person(), await person('owner')];
  const own = await idOf(admin);
  const foreign = await person('member', 'owner@free.example');
  const all = [one.id, two.id, two.id, boss.id, own, foreign.id];
  const { changed, refused } = dataOf(
    await admin.call(changeMembers, { body: { member_ids: all, change: { kind: 'state', state: 'deactivated' } } }),
  );
  expect(changed).toEqual([one.id, two.id]);
  expect(refused).toEqual([
    { member_id: boss.id, code: 'owner_protected' },
    { member_id: own, code: 'own_membership' },
    { member_id: foreign.id, code: 'not_found' },
  ]);
  const team = dataOf(await admin.call(createTeam, { body: { name: 'Bulk' } }));
  dataOf(
    await admin.call(changeMembers, {
      body: { member_ids: [own, one.id], change: { kind: 'join_team', team_id: team.id } },
    }),
  );
  expect(dataOf(await admin.call(getMember, { params: { member_id: own } })).teams).toContain('Bulk');
  expect(
    (
      await admin.call(changeMembers, {
        body: { member_ids: [own], change: { kind: 'join_team', team_id: crypto.randomUUID() } },
      })
    ).status,
  ).toBe(404);
});

test('the list is narrowed by role, team and state', async () => {
  const team = dataOf(await admin.call(createTeam, { body: { name: 'Narrow' } }));
  const [one, two] = [await person('admin'), await person()];
  for (const { id } of [one, two])
    dataOf(await admin.call(setMemberTeams, { params: { member_id: id }, body: { team_ids: [team.id] } }));
  dataOf(await setState(admin, two.id, 'deactivated'));
  const ids = async (query: object) =>
    dataOf(await admin.call(listMembers, { query: { team_id: team.id, ...query } }))
      .items.map(({ id }) => id)
      .sort();
  expect(await ids({})).toEqual([one.id, two.id].sort());
  expect(await ids({ role: 'admin' })).toEqual([one.id]);
  expect(await ids({ state: 'deactivated' })).toEqual([two.id]);
  expect(await ids({ team_id: crypto.randomUUID() })).toEqual([]);
});

describe('what is not one’s own', () => {
  const bodies: readonly [Endpoint, object][] = [
    [getMember, {}],
    [getBelongings, {}],
    [setMemberRole, { role: 'member' }],
    [setMemberTeams, { team_ids: [] }],
    [setMemberState, { state: 'deactivated' }],
    [offboardMember, {}],
  ];
  const ask = (endpoint: Endpoint, member_id: string, body: object) =>
    server.app.inject({
      method: endpoint.method,
      url: endpoint.path.replace(':member_id', member_id),
      headers: admin.headers(),
      ...(endpoint.method === 'GET' ? {} : { payload: body }),
    });

  test('is answered like nothing at all (TEN-01)', async () => {
    const foreign = await person('member', 'owner@free.example');
    for (const [endpoint, body] of bodies) {
      const [theirs, none] = [await ask(endpoint, foreign.id, body), await ask(endpoint, crypto.randomUUID(), body)];
      expect(theirs.statusCode).toBe(404);
      expect({ ...theirs.json(), request_id: '' }).toEqual({ ...none.json(), request_id: '' });
    }
    expect(await roleOfMember(foreign.id)).toEqual({ is_admin: false, is_owner: false, deactivated_at: null });
  });

  test('cannot be set by a column in a body (TEN-04)', async () => {
    const target = await person();
    const before = await columnsOf(target.id);
    const columns = Object.fromEntries(
      Object.keys(before).map((column) => [column, column.startsWith('is_') ? true : crypto.randomUUID()]),
    );
    const harmless: readonly [Endpoint, object][] = [
      [setMemberRole, { role: 'member' }],
      [setMemberTeams, { team_ids: [] }],
      [setMemberState, { state: 'active' }],
    ];
    for (const [endpoint, body] of harmless) await ask(endpoint, target.id, { ...columns, ...body });
    await server.app.inject({
      method: 'POST',
      url: changeMembers.path,
      headers: admin.headers(),
      payload: { ...columns, member_ids: [target.id], change: { ...columns, kind: 'role', role: 'member' } },
    });
    const after = await columnsOf(target.id);
    const changed = Object.keys(before).filter(
      (column) => JSON.stringify(before[column]) !== JSON.stringify(after[column]),
    );
    expect(changed).toEqual([]);
    console.info(
      `TEN-04 members: ${changed.length} of ${(harmless.length + 1) * Object.keys(columns).length} protected columns in bodies were set`,
    );
  });
});

test('an invitation, a file of people and a handing over take no column from a body, and nobody of another organisation (TEN-04)', async () => {
  const [gone, foreign] = [await person(), await person('member', 'owner@free.example')];
  const send = (endpoint: Endpoint, payload: object) =>
    server.app.inject({
      method: endpoint.method,
      url: endpoint.path.replace(':member_id', gone.id),
      headers: admin.headers(),
      payload,
    });
  const rowsOf = (table: 'invitations' | 'member_imports') =>
    server.db.asSystem((trx) => trx.selectFrom(table).selectAll().execute());
  const bodies = [
    [
      createInvitation,
      'invitations',
      { email: 'columns@people.example', role: 'member', language: 'en', idempotency_key: crypto.randomUUID() },
    ],
    [
      startMemberImport,
      'member_imports',
      {
        csv: `email,organization_id,is_owner\nfile@people.example,${foreign.id},true`,
        role: 'member',
        language: 'en',
        idempotency_key: crypto.randomUUID(),
      },
    ],
  ] as const;
  let tried = 0;
  for (const [endpoint, table, body] of bodies) {
    await send(endpoint, {
      ...body,
      idempotency_key: crypto.randomUUID(),
      ...('email' in body ? { email: 'first@people.example' } : {}),
    });
    const columns = Object.keys((await rowsOf(table))[0] ?? {}).filter((column) => !(column in body));
    const extra = Object.fromEntries(
      [...columns, 'is_admin', 'is_owner', 'member_id', 'user_id'].map((column) => [column, crypto.randomUUID()]),
    );
    await send(endpoint, { ...extra, ...body });
    const stored = JSON.stringify(await rowsOf(table));
    expect(Object.entries(extra).filter(([, value]) => stored.includes(value))).toEqual([]);
    expect((await send(endpoint, { ...body, role: 'owner', idempotency_key: crypto.randomUUID() })).statusCode).toBe(
      400,
    );
    tried += Object.keys(extra).length + 1;
  }
  const receivers = ['agents_to', 'prompt_templates_to', 'knowledge_to', 'automations_to'];
  for (const field of receivers)
    expect((await send(offboardMember, { [field]: foreign.id })).json()).toMatchObject({
      success: false,
      code: 'not_found',
    });
  const columns = await columnsOf(gone.id);
  const others = Object.keys(columns).filter((column) => column !== 'deactivated_at');
  expect(
    (
      await send(
        offboardMember,
        Object.fromEntries(others.map((column) => [column, column.startsWith('is_') ? true : crypto.randomUUID()])),
      )
    ).statusCode,
  ).toBe(200);
  const after = await columnsOf(gone.id);
  expect(others.filter((column) => JSON.stringify(columns[column]) !== JSON.stringify(after[column]))).toEqual([]);
  console.info(
    `TEN-04 invitations, imports, offboarding: 0 of ${tried + receivers.length + others.length} fields and foreign ids were taken`,
  );
});

const roleOfMember = (id: string) =>
  server.db.asSystem((trx) =>
    trx
      .selectFrom('memberships')
      .where('id', '=', id)
      .select(['is_admin', 'is_owner', 'deactivated_at'])
      .executeTakeFirstOrThrow(),
  );
async function columnsOf(id: string): Promise<Record<string, unknown>> {
  return server.db.asSystem(async (trx) => {
    const membership = await trx.selectFrom('memberships').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    const user = await trx
      .selectFrom('users')
      .where('id', '=', membership.user_id)
      .select(['email', 'username', 'password_hash', 'mfa_preference'])
      .executeTakeFirstOrThrow();
    const { plan_name, workspace_status } = await trx
      .selectFrom('organizations')
      .where('id', '=', membership.organization_id)
      .selectAll()
      .executeTakeFirstOrThrow();
    return { ...membership, ...user, plan_name, workspace_status };
  });
}
