import { randomUUID } from 'node:crypto';
import * as control from '@parlance/shared/contract/api/automation-control';
import { switchAutomation } from '@parlance/shared/contract/api/automations/automations';
import { createPermissionSet, grantPermissionSet } from '@parlance/shared/contract/api/privileges/privileges';
import { switchSchedule } from '@parlance/shared/contract/api/schedules';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import type { Input } from '@parlance/shared/contract/endpoint';
import { type RawBuilder, sql } from 'kysely';
import { codeOf, dataOf, memberId, publishedAgent } from '../../testing/agents.ts';
import { botNamed } from '../../testing/asking.ts';
import { keptAutomation, keptExecution, keptSchedule } from '../../testing/automation-things.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { entriesQuery } from './entries.ts';
import { summaryQuery } from './summary.ts';

let server: TestServer;
let admin: Client;
let organizationId: string;
let adminIs: string;
let memberIs: string;
let botId: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin@pro.example');
  organizationId = dataOf(await admin.call(getWhoami)).organization_id;
  [adminIs, memberIs] = [await memberId(server, 'admin@pro.example'), await memberId(server, 'member@pro.example')];
  botId = await botNamed(admin, 'House Guide');
});
afterAll(() => server.close());
afterEach(() =>
  server.db.asSystem(async (trx) => {
    for (const table of ['executions', 'schedules', 'automations', 'automation_holds', 'permission_sets'])
      await sql`delete from ${sql.table(table)}`.execute(trx);
  }),
);

const mine = () => ({ organizationId, ownerId: memberIs, botId });
const list = async (query: Input<typeof control.listControlEntries>['query'] = {}) =>
  dataOf(await admin.call(control.listControlEntries, { query }));
const names = async (query: Input<typeof control.listControlEntries>['query'] = {}) =>
  (await list(query)).items.map(({ name }) => name);
const summary = async () => dataOf(await admin.call(control.getControlSummary));
const actions = async () => {
  const { rows } = await server.db.asSystem((trx) =>
    sql<{ action: string }>`select action from audit_log order by 1`.execute(trx),
  );
  return rows.map(({ action }) => action);
};
const rowOf = async (table: 'schedules' | 'automations', id: string) => {
  const {
    rows: [row],
  } = await server.db.asSystem((trx) =>
    sql<{
      owner_id: string | null;
      state: string;
      paused_because: string | null;
      next_at: Date | null;
    }>`select * from ${sql.table(table)} where id = ${id}`.execute(trx),
  );
  if (row === undefined) throw new Error('It is gone.');
  return row;
};

describe('the list', () => {
  test('has everybody’s with owner, state, last result and what the last 30 days were', async () => {
    const schedule = await keptSchedule(server, mine());
    const automation = await keptAutomation(server, { ...mine(), ownerId: null, pausedBecause: 'owner' });
    const other = await server.as('owner@free.example');
    const foreign = dataOf(await other.call(getWhoami));
    await keptSchedule(server, {
      organizationId: foreign.organization_id,
      ownerId: foreign.member_id,
      botId: await botNamed(other, 'House Guide'),
      name: 'Foreign',
    });
    await keptExecution(server, {
      organizationId,
      memberId: memberIs,
      of: { schedule },
      daysAgo: 40,
      cost: { micros: 9, currency: 'EUR' },
    });
    await keptExecution(server, {
      organizationId,
      memberId: memberIs,
      of: { schedule },
      daysAgo: 3,
      cost: { micros: 5, currency: 'EUR' },
    });
    await keptExecution(server, {
      organizationId,
      memberId: memberIs,
      of: { schedule },
      daysAgo: 2,
      cost: { micros: 7, currency: 'USD' },
    });
    await keptExecution(server, {
      organizationId,
      memberId: memberIs,
      of: { schedule },
      daysAgo: 1,
      status: 'skipped',
    });
    await keptExecution(server, { organizationId, memberId: memberIs, of: { schedule }, status: 'failed' });
    const { items } = await list();
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({
      ...{
        id: schedule,
        kind: 'schedule',
        cron: '0 8 * * *',
        time_zone: 'Asia/Taipei',
        trigger: null,
        state: 'active',
        bot: { name: 'House Guide' },
        owner: { id: memberIs },
      },
      last: { status: 'failed', cost: null },
      month: {
        executions: 3,
        failed: 1,
        tokens: 400,
        costs: [
          { micros: 5, currency: 'EUR' },
          { micros: 7, currency: 'USD' },
        ],
      },
    });
    expect(items[1]).toMatchObject({
      id: automation,
      kind: 'automation',
      cron: null,
      trigger: 'rating',
      state: 'paused',
      paused_because: 'owner',
      owner: null,
      next_at: null,
      last: null,
      month: { executions: 0, costs: [] },
    });
    expect(JSON.stringify(items)).not.toContain('What is new?');
  });

  test('is narrowed by kind, state, owner, name and a last one that failed', async () => {
    const failed = await keptSchedule(server, { ...mine(), name: 'Failed' });
    await keptExecution(server, { organizationId, memberId: memberIs, of: { schedule: failed }, status: 'failed' });
    await keptSchedule(server, { ...mine(), ownerId: adminIs, name: 'Ended', nextAt: null });
    await keptAutomation(server, { ...mine(), ownerId: null, name: 'Of nobody', pausedBecause: 'owner' });
    expect((await names({ kind: 'schedule' })).sort()).toEqual(['Ended', 'Failed']);
    expect(await names({ state: 'ended' })).toEqual(['Ended']);
    expect(await names({ state: 'paused' })).toEqual(['Of nobody']);
    expect(await names({ owner_id: 'none' })).toEqual(['Of nobody']);
    expect(await names({ owner_id: adminIs })).toEqual(['Ended']);
    expect(await names({ q: ' fail ' })).toEqual(['Failed']);
    expect(await names({ q: '%' })).toEqual([]);
    expect(await names({ failed: 'true' })).toEqual(['Failed']);
  });

  test('can be narrowed by whoever has some, by name, and by nobody else', async () => {
    const owners = async () => dataOf(await admin.call(control.getControlOwners)).owners.map(({ id }) => id);
    expect(await owners()).toEqual([]);
    await keptSchedule(server, { ...mine(), ownerId: null, pausedBecause: 'owner' });
    await keptSchedule(server, mine());
    await keptAutomation(server, mine());
    await keptAutomation(server, { ...mine(), ownerId: adminIs });
    const { owners: named } = dataOf(await admin.call(control.getControlOwners));
    expect(named.map(({ id }) => id).sort()).toEqual([adminIs, memberIs].sort());
    expect(named.map(({ name }) => name.toLowerCase())).toEqual(named.map(({ name }) => name.toLowerCase()).sort());
    expect(dataOf(await (await server.as('owner@team.example')).call(control.getControlOwners)).owners).toEqual([]);
  });

  test('goes on where a page ended in every order, with every entry once', async () => {
    for (let at = 0; at < 5; at += 1) {
      const schedule = await keptSchedule(server, {
        ...mine(),
        name: `Schedule ${at % 2}`,
        nextAt: new Date(Date.now() + 1000 * (at % 3)),
      });
      const automation = await keptAutomation(server, { ...mine(), name: `Automation ${at % 2}` });
      for (let run = 0; run < at % 3; run += 1)
        await keptExecution(server, {
          organizationId,
          memberId: memberIs,
          of: { schedule },
          status: run === 0 ? 'failed' : 'done',
          daysAgo: at,
        });
      if (at > 2) await keptExecution(server, { organizationId, memberId: memberIs, of: { automation } });
    }
    for (const sort of ['next', '-last', '-executions', '-failed', 'name'] as const) {
      const whole = (await list({ sort, limit: 100 })).items.map(({ id }) => id);
      const paged: string[] = [];
      for (let cursor: string | undefined, more = true; more;) {
        const page = await list({ sort, limit: 3, ...(cursor === undefined ? {} : { cursor }) });
        paged.push(...page.items.map(({ id }) => id));
        [cursor, more] = [page.next_cursor ?? undefined, page.next_cursor !== null];
      }
      expect([sort, paged]).toEqual([sort, whole]);
      expect(new Set(paged).size).toBe(10);
    }
    const { next_cursor: cursor } = await list({ sort: 'name', limit: 1 });
    expect(
      codeOf(await admin.call(control.listControlEntries, { query: { sort: 'next', cursor: cursor ?? '' } })),
    ).toBe('400 validation_failed');
  });
});

test('the summary counts what stands where', async () => {
  const schedule = await keptSchedule(server, mine());
  await keptSchedule(server, { ...mine(), pausedBecause: 'person' });
  await keptAutomation(server, { ...mine(), pausedBecause: 'failures' });
  await keptAutomation(server, { ...mine(), ownerId: null, pausedBecause: 'owner' });
  for (const status of ['waiting', 'approval', 'done', 'failed'] as const)
    await keptExecution(server, { organizationId, memberId: memberIs, of: { schedule }, status });
  await keptExecution(server, { organizationId, memberId: memberIs, of: { schedule }, status: 'failed', daysAgo: 2 });
  expect(await summary()).toMatchObject({
    held: null,
    active: 1,
    paused: 3,
    stopped: 2,
    without_owner: 1,
    under_way: 1,
    waiting_for_approval: 1,
    done: 1,
    failed: 1,
    places: { used: 4, limit: null },
  });
});

describe('holding', () => {
  test('holds all of the organisation and no other, once, until somebody lets them go on', async () => {
    const hold = (held: boolean) => admin.call(control.holdAll, { body: { held } });
    expect(dataOf(await hold(true)).held).toMatchObject({ by: { id: adminIs } });
    const { held } = await summary();
    expect(dataOf(await hold(true)).held).toEqual(held);
    expect(dataOf(await (await server.as('owner@team.example')).call(control.getControlSummary)).held).toBeNull();
    expect(dataOf(await hold(false)).held).toBeNull();
    expect(dataOf(await hold(false)).held).toBeNull();
    const told = (await actions()).filter((action) => /held|released/.test(action));
    expect(told).toEqual(['automation.held', 'automation.released']);
  });

  test('cancels what is under way where that is asked for', async () => {
    const schedule = await keptSchedule(server, mine());
    const execution = await keptExecution(server, {
      organizationId,
      memberId: memberIs,
      of: { schedule },
      status: 'waiting',
    });
    expect(dataOf(await admin.call(control.holdAll, { body: { held: true } })).under_way).toBe(1);
    expect(dataOf(await admin.call(control.holdAll, { body: { held: true, cancels: true } })).under_way).toBe(0);
    const { rows } = await server.db.asSystem((trx) =>
      sql`select status, reason from executions where id = ${execution}`.execute(trx),
    );
    expect(rows).toEqual([{ status: 'cancelled', reason: 'person' }]);
  });
});

describe('pausing and going on', () => {
  const change = async (state: 'active' | 'paused', things: { schedule_ids?: string[]; automation_ids?: string[] }) =>
    dataOf(await admin.call(control.switchEntries, { body: { ...things, state } }));

  test('does it to those that can, and says why the others cannot', async () => {
    const [schedule, automation] = [await keptSchedule(server, mine()), await keptAutomation(server, mine())];
    const [left, ended, foreign] = [
      await keptAutomation(server, { ...mine(), ownerId: null, pausedBecause: 'owner' }),
      await keptSchedule(server, { ...mine(), nextAt: null }),
      randomUUID(),
    ];
    const before = await keptSchedule(server, { ...mine(), pausedBecause: 'failures' });
    expect(
      await change('paused', { schedule_ids: [schedule, foreign, before], automation_ids: [automation, left] }),
    ).toEqual({ changed: 2, refused: [{ id: foreign, code: 'not_found' }] });
    // What is paused stays so for its own reason.
    expect(await rowOf('schedules', before)).toMatchObject({ paused_because: 'failures' });
    expect(await rowOf('schedules', schedule)).toMatchObject({
      state: 'paused',
      paused_because: 'administrator',
      next_at: null,
    });
    expect(await change('active', { schedule_ids: [schedule, ended], automation_ids: [automation, left] })).toEqual({
      changed: 2,
      refused: [{ id: left, code: 'owner_missing' }],
    });
    expect((await rowOf('schedules', schedule)).next_at?.getTime()).toBeGreaterThan(Date.now());
    expect(await rowOf('automations', automation)).toMatchObject({ state: 'active', paused_because: null });
  });

  test('refuses what was deleted, what has no tick left, and what lost its place to the plan', async () => {
    const [deleted, over, placeless] = [
      await keptSchedule(server, { ...mine(), pausedBecause: 'person' }),
      await keptSchedule(server, { ...mine(), pausedBecause: 'person' }),
      await keptAutomation(server, { ...mine(), pausedBecause: 'plan' }),
    ];
    await server.pool.query(`update schedules set deleted_at = now() where id = $1`, [deleted]);
    await server.pool.query(
      `update schedules set definition = jsonb_set(definition, '{ends_at}', '"2020-01-01T00:00:00.000Z"') where id = $1`,
      [over],
    );
    await server.pool.query(`update plans set schedules = 0 where name = 'Pro'`);
    const outcome = await change('active', { schedule_ids: [deleted, over], automation_ids: [placeless] });
    await server.pool.query(`update plans set schedules = null where name = 'Pro'`);
    expect(outcome.changed).toBe(0);
    expect(new Map(outcome.refused.map(({ id, code }) => [id, code]))).toEqual(
      new Map([
        [deleted, 'not_found'],
        [over, 'conflict'],
        [placeless, 'schedules_full'],
      ]),
    );
  });

  test('reaches nothing of another organisation', async () => {
    const schedule = await keptSchedule(server, mine());
    const other = await server.as('owner@team.example');
    expect(
      dataOf(await other.call(control.switchEntries, { body: { schedule_ids: [schedule], state: 'paused' } })),
    ).toEqual({ changed: 0, refused: [{ id: schedule, code: 'not_found' }] });
    const receiver = dataOf(await other.call(getWhoami)).member_id;
    expect(
      dataOf(await other.call(control.reassignEntries, { body: { schedule_ids: [schedule], member_id: receiver } })),
    ).toEqual({ changed: 0, refused: [{ id: schedule, code: 'not_found' }] });
    expect(
      codeOf(await admin.call(control.reassignEntries, { body: { schedule_ids: [schedule], member_id: receiver } })),
    ).toBe('404 not_found');
    expect(await rowOf('schedules', schedule)).toMatchObject({ owner_id: memberIs, state: 'active' });
  });
});

describe('giving to somebody else', () => {
  const give = (to: string, things: { schedule_ids?: string[]; automation_ids?: string[] }) =>
    admin.call(control.reassignEntries, { body: { ...things, member_id: to } });

  test('makes them theirs; what was active, or was until its owner went, waits until they alone let it, and what was paused stays so for its reason', async () => {
    const [schedule, automation] = [
      await keptSchedule(server, mine()),
      await keptAutomation(server, { ...mine(), ownerId: null, pausedBecause: 'owner' }),
    ];
    const paused = await keptSchedule(server, { ...mine(), pausedBecause: 'person' });
    const [receiver, client] = [await memberId(server, 'otp@pro.example'), await server.as('otp@pro.example')];
    const before = (await server.mailTo('otp@pro.example')).length;
    expect(dataOf(await give(receiver, { schedule_ids: [schedule, paused], automation_ids: [automation] }))).toEqual({
      changed: 3,
      refused: [],
    });
    expect(await rowOf('schedules', schedule)).toMatchObject({
      owner_id: receiver,
      state: 'paused',
      paused_because: 'given',
      next_at: null,
    });
    expect(await rowOf('schedules', paused)).toMatchObject({
      owner_id: receiver,
      state: 'paused',
      paused_because: 'person',
    });
    expect(await rowOf('automations', automation)).toMatchObject({
      owner_id: receiver,
      state: 'paused',
      paused_because: 'given',
    });
    expect(dataOf(await give(receiver, { schedule_ids: [schedule] }))).toEqual({ changed: 0, refused: [] });
    expect(await server.mailTo('otp@pro.example')).toHaveLength(before + 1);
    expect(await actions()).toEqual(expect.arrayContaining(['schedule.reassigned', 'automation.reassigned']));
    const things = { schedule_ids: [schedule, paused], automation_ids: [automation] };
    const goOn = async () => dataOf(await admin.call(control.switchEntries, { body: { ...things, state: 'active' } }));
    expect(await goOn()).toEqual({
      changed: 0,
      refused: [...[schedule, paused].sort(), automation].map((id) => ({ id, code: 'owner_has_not_agreed' })),
    });
    for (const id of [schedule, paused])
      dataOf(await client.call(switchSchedule, { params: { schedule_id: id }, body: { state: 'active' } }));
    dataOf(await client.call(switchAutomation, { params: { automation_id: automation }, body: { state: 'active' } }));
    expect((await rowOf('schedules', schedule)).next_at?.getTime()).toBeGreaterThan(Date.now());
    expect(await rowOf('automations', automation)).toMatchObject({ state: 'active', paused_because: null });
    // They have agreed: what an administrator pauses from then on, an administrator lets go on.
    dataOf(await admin.call(control.switchEntries, { body: { ...things, state: 'paused' } }));
    expect(await goOn()).toEqual({ changed: 3, refused: [] });
  });

  test('leaves it as it is where administrators take it themselves, and what nobody had paused until they let it go on', async () => {
    const [schedule, automation] = [await keptSchedule(server, mine()), await keptAutomation(server, mine())];
    const [left, given] = [
      await keptAutomation(server, { ...mine(), ownerId: null, pausedBecause: 'owner' }),
      await keptSchedule(server, mine()),
    ];
    dataOf(await give(await memberId(server, 'otp@pro.example'), { schedule_ids: [given] }));
    const before = (await server.mailTo('admin@pro.example')).length;
    const ids = { schedule_ids: [schedule, given], automation_ids: [automation, left] };
    expect(dataOf(await give(adminIs, ids))).toEqual({ changed: 4, refused: [] });
    expect(await rowOf('schedules', schedule)).toMatchObject({
      owner_id: adminIs,
      state: 'active',
      next_at: expect.any(Date),
    });
    expect(await rowOf('automations', automation)).toMatchObject({ owner_id: adminIs, state: 'active' });
    expect(await rowOf('automations', left)).toMatchObject({
      owner_id: adminIs,
      state: 'paused',
      paused_because: 'person',
    });
    expect(await rowOf('schedules', given)).toMatchObject({
      owner_id: adminIs,
      state: 'paused',
      paused_because: 'person',
    });
    expect(dataOf(await give(adminIs, ids))).toEqual({ changed: 0, refused: [] });
    expect(
      dataOf(
        await admin.call(control.switchEntries, {
          body: { schedule_ids: [given], automation_ids: [left], state: 'active' },
        }),
      ),
    ).toEqual({ changed: 2, refused: [] });
    expect(await server.mailTo('admin@pro.example')).toHaveLength(before);
    expect(await actions()).toEqual(expect.arrayContaining(['schedule.taken_over', 'automation.taken_over']));
  });

  test('refuses whoever may not use the agent, may not have the trigger, or may make none', async () => {
    const { id } = await publishedAgent(admin, { name: { en: 'Private' } });
    const secret = await keptSchedule(server, { ...mine(), ownerId: adminIs, botId: id });
    const rule = await keptAutomation(server, { ...mine(), ownerId: adminIs, trigger: 'rule' });
    expect(dataOf(await give(memberIs, { schedule_ids: [secret], automation_ids: [rule] })).refused).toEqual([
      { id: secret, code: 'receiver_lacks_rights' },
      { id: rule, code: 'receiver_lacks_rights' },
    ]);
    const owner = await server.as('owner@pro.example');
    const set = dataOf(
      await owner.call(createPermissionSet, {
        body: {
          name: 'No automations',
          statements: [{ effect: 'deny', kind: 'automation', actions: ['create'], scope: 'all' }],
        },
      }),
    );
    dataOf(
      await owner.call(grantPermissionSet, { body: { set_id: set.id, holder: { kind: 'member', id: memberIs } } }),
    );
    const schedule = await keptSchedule(server, { ...mine(), ownerId: adminIs });
    expect(codeOf(await give(memberIs, { schedule_ids: [schedule] }))).toBe('409 receiver_lacks_rights');
    expect(await rowOf('schedules', schedule)).toMatchObject({ owner_id: adminIs, state: 'active' });
  });
});

test('reads its pages and its figures through indexes, where there are 100,000 executions', async () => {
  const things = [await keptSchedule(server, mine()), await keptSchedule(server, { ...mine(), name: 'Second' })];
  await server.db.asSystem(async (trx) => {
    await sql`
      insert into executions (organization_id, schedule_id, member_id, cause, status, due_at, prompt, ask_key, tokens, created_at, ended_at)
      select ${organizationId}, (${things}::uuid[])[1 + number % 2], ${memberIs}, 'person', 'done', at, 'x', gen_random_uuid(), 1, at, at
      from generate_series(1, 100000) as number, lateral (select now() - number * interval '2 minutes' as at) as moment`.execute(
      trx,
    );
    await sql`analyze executions`.execute(trx);
  });
  const planOf = (query: RawBuilder<unknown>) =>
    server.db.asTenant(organizationId, async (trx) => {
      const compiled = query.compile(trx);
      return JSON.stringify((await trx.executeQuery({ ...compiled, sql: `explain ${compiled.sql}` })).rows);
    });
  for (const sort of ['next', 'name', '-last'] as const) {
    const plan = await planOf(entriesQuery({ organizationId, q: '', sort, limit: 30, after: null }));
    expect([sort, plan]).toEqual([sort, expect.stringContaining('executions_of_schedule')]);
    expect([sort, plan]).toEqual([sort, expect.not.stringContaining('Seq Scan on executions')]);
  }
  const plan = await planOf(summaryQuery(organizationId));
  expect(plan).toContain('executions_under_way');
  expect(plan).toMatch(/executions_(of_organization|by_age)/);
  expect(plan).not.toContain('Seq Scan on executions');
  const began = performance.now();
  expect(await list({ sort: '-executions' })).toMatchObject({ items: [{}, {}] });
  console.info(
    `control room: the page that sums up 30 days of 100,000 executions took ${Math.round(performance.now() - began)} ms`,
  );
});
