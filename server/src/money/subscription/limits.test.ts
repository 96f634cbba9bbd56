import { randomUUID } from 'node:crypto';
import { changeAgents, createAgent } from '@parlance/shared/contract/api/agents/agents';
import { switchEntries } from '@parlance/shared/contract/api/automation-control';
import { createAutomation, switchAutomation } from '@parlance/shared/contract/api/automations/automations';
import { startDialogue } from '@parlance/shared/contract/api/dialogues';
import { acceptInvitation, createInvitation, resendInvitation } from '@parlance/shared/contract/api/invitations';
import { getMemberImport, startMemberImport } from '@parlance/shared/contract/api/member-imports/member-imports';
import { setMemberState } from '@parlance/shared/contract/api/offboarding';
import type { Plan } from '@parlance/shared/contract/api/plans/plans';
import { createSchedule, putSchedule, switchSchedule } from '@parlance/shared/contract/api/schedules';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { copySharedDialogue, shareDialogue } from '@parlance/shared/contract/api/shares';
import { getSubscription } from '@parlance/shared/contract/api/subscription/subscription';
import { previewChange } from '@parlance/shared/contract/api/subscription/subscription-changes';
import type { Failure } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { memberImporting } from '../../people/member-imports/import-job.ts';
import { insertMember } from '../../people/organizations/repository.ts';
import { blankAgent, codeOf } from '../../testing/agents.ts';
import { botNamed, start } from '../../testing/asking.ts';
import { keptAutomation, keptSchedule } from '../../testing/automation-things.ts';
import { definitionOf } from '../../testing/automations.ts';
import { secretInLink } from '../../testing/mail.ts';
import { dataOf, registeredAs } from '../../testing/registering.ts';
import { ended } from '../../testing/start-asking.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { beginPeriod } from '../billing/account.ts';

/** Requests at once, of which one may pass. */
const atOnce = 5;

let server: TestServer;
let owner: Client;
let organizationId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.as('owner@free.example');
  organizationId = dataOf(await owner.call(getWhoami)).organization_id;
});
afterAll(() => server.close());

type Column = 'seats' | 'agents' | 'dialogues_a_month' | 'schedules';
const setLimit = (limit: Partial<Pick<Plan['limits'], Column>>) =>
  server.db.asSystem((trx) => trx.updateTable('plans').set(limit).where('name', '=', 'Free!').execute());
const seatsMeter = async () => {
  const meter = dataOf(await owner.call(getSubscription)).meters.find(({ kind }) => kind === 'seats');
  if (meter === undefined) throw new Error('A subscription without seats.');
  return meter;
};
const used = async (kind: string) =>
  dataOf(await owner.call(getSubscription)).meters.find((meter) => meter.kind === kind)?.used ?? 0;
type Answer = { status: number; body: { success: true } | Failure };
const all = (door: (index: number) => Promise<Answer>) =>
  Promise.all(Array.from({ length: atOnce }, (_, index) => door(index)));

/** Asserts that as many passed as there was room for, and that the others were told the usage and the limit. */
function expectPassed(
  answers: readonly Answer[],
  passes: number,
  { code, kind, limit }: { code: string; kind: string; limit: number },
): void {
  const refused = answers.flatMap(({ body }) => (body.success ? [] : [body]));
  expect(refused.map((body) => body.code)).toEqual(Array(atOnce - passes).fill(code));
  for (const { meter } of refused) {
    expect(meter).toMatchObject({ kind, limit });
    expect(meter?.used).toBeGreaterThanOrEqual(limit);
  }
}

const people = (name: string) => Array.from({ length: atOnce }, (_, index) => `${name}${index}@limits.example`);
const invite = (email: string) =>
  owner.call(createInvitation, { body: { email, role: 'member', language: 'en', idempotency_key: randomUUID() } });
/** Seats that are taken, or held by open invitations. */
const held = () => used('seats');
const seatsTaken = { code: 'seats_taken', kind: 'seats' };

describe('seats: of those who come at once, by whichever door, the last one is given once', () => {
  test('inviting', async () => {
    const limit = (await held()) + 1;
    await setLimit({ seats: limit });
    const emails = people('invited');
    expectPassed(await all((index) => invite(emails[index] ?? '')), 1, { ...seatsTaken, limit });
  });

  test('the meter counts whom the refusal counts: members, and invitations that are open', async () => {
    const before = await seatsMeter();
    await setLimit({ seats: before.used + 2 });
    const [open, expired] = people('counted');
    const { invitation } = dataOf(await invite(expired ?? ''));
    await server.db.asSystem((trx) =>
      trx
        .updateTable('invitations')
        .set({ expires_at: new Date(Date.now() - 1000) })
        .where('id', '=', invitation.id)
        .execute(),
    );
    await invite(open ?? '');
    expect(await seatsMeter()).toMatchObject({ used: before.used + 1, invited: (before.invited ?? 0) + 1 });
    const limit = before.used + 1;
    await setLimit({ seats: limit });
    const { body } = await invite('one-more@limits.example');
    const { used: all, invited } = await seatsMeter();
    expect(body).toMatchObject({ code: 'seats_taken', meter: { kind: 'seats', used: all, invited, limit } });
  });

  test('a file of people', async () => {
    const limit = (await held()) + 1;
    await setLimit({ seats: limit });
    const { id } = dataOf(
      await owner.call(startMemberImport, {
        body: {
          csv: ['email', ...people('imported')].join('\n'),
          role: 'member',
          language: 'en',
          days: 7,
          idempotency_key: randomUUID(),
        },
      }),
    );
    const importing = memberImporting({ db: server.db });
    await Promise.all([1, 2].map(() => importing.run({ import: id }, new AbortController().signal)));
    expect(await held()).toBe(limit);
    expect(dataOf(await owner.call(getMemberImport, { params: { import_id: id } }))).toMatchObject({
      status: 'complete',
    });
  });

  test('sending expired invitations again', async () => {
    await setLimit({ seats: 100 });
    const ids: string[] = [];
    for (const email of people('again')) ids.push(dataOf(await invite(email)).invitation.id);
    await server.db.asSystem((trx) =>
      trx
        .updateTable('invitations')
        .set({ expires_at: new Date(Date.now() - 1000), sent_at: new Date(Date.now() - 3_600_000) })
        .where('id', 'in', ids)
        .execute(),
    );
    const limit = (await held()) + 1;
    await setLimit({ seats: limit });
    expectPassed(
      await all((index) => owner.call(resendInvitation, { params: { invitation_id: ids[index] ?? '' } })),
      1,
      { ...seatsTaken, limit },
    );
  });

  test('bringing deactivated members back', async () => {
    const ids: string[] = [];
    for (const email of people('back')) ids.push(await deactivated(email));
    const limit = (await held()) + 1;
    await setLimit({ seats: limit });
    expectPassed(
      await all((index) =>
        owner.call(setMemberState, { params: { member_id: ids[index] ?? '' }, body: { state: 'active' } }),
      ),
      1,
      { ...seatsTaken, limit },
    );
  });

  test('accepting, where the plan has become smaller meanwhile', async () => {
    const email = 'joins@limits.example';
    const joining = await registeredAs(server, email, { organization: 'Own' });
    await setLimit({ seats: 100 });
    dataOf(await invite(email));
    const token = secretInLink((await server.mailTo(email)).at(-1), 'invitation');
    const limit = (await held()) - 1;
    await setLimit({ seats: limit });
    expect((await joining.call(acceptInvitation, { body: { token } })).body).toMatchObject({
      code: 'seats_taken',
      meter: { kind: 'seats', limit },
    });
    await setLimit({ seats: limit + 1 });
    expect((await joining.call(acceptInvitation, { body: { token } })).status).toBe(200);
  });
});

async function deactivated(email: string): Promise<string> {
  return server.db.asSystem(async (trx) => {
    const { id } = await trx
      .insertInto('users')
      .values({ email, password_hash: '-' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const member = await insertMember(trx, { organizationId, userId: id, title: '', isAdmin: false, isOwner: false });
    await trx
      .updateTable('memberships')
      .set({ deactivated_at: new Date() })
      .where('id', '=', member?.id ?? '')
      .execute();
    return member?.id ?? '';
  });
}

describe('agents', () => {
  const full = { code: 'agents_full', kind: 'agents' };

  test('making, and bringing deleted ones back', async () => {
    await setLimit({ agents: null });
    const deleted: string[] = [];
    for (let count = 0; count < atOnce; count += 1) deleted.push((await blankAgent(owner, {})).id);
    for (const id of deleted) dataOf(await owner.call(changeAgents, { body: { agent_ids: [id], action: 'delete' } }));
    const limit = (await used('agents')) + 1;
    await setLimit({ agents: limit });
    expectPassed(
      await all(() => owner.call(createAgent, { body: { idempotency_key: randomUUID(), from: { kind: 'blank' } } })),
      1,
      { ...full, limit },
    );
    await setLimit({ agents: limit + 1 });
    await all((index) => owner.call(changeAgents, { body: { agent_ids: [deleted[index] ?? ''], action: 'undelete' } }));
    expect(await used('agents')).toBe(limit + 1);
  });
});

describe('schedules and automations, which share their places', () => {
  const full = { code: 'schedules_full', kind: 'schedules' };
  const daily = (bot_id: string) => ({
    name: 'Every morning',
    bot_id,
    prompt: 'What is new?',
    cron: '0 8 * * *',
    time_zone: 'Asia/Taipei',
  });
  let kept: { organizationId: string; ownerId: string; botId: string };
  beforeAll(async () => {
    kept = {
      organizationId,
      ownerId: dataOf(await owner.call(getWhoami)).member_id,
      botId: await botNamed(owner, 'House Guide'),
    };
  });
  afterEach(() =>
    server.db.asSystem(async (trx) => {
      await sql`delete from schedules`.execute(trx);
      await sql`delete from automations`.execute(trx);
    }),
  );
  const names = async (because: string | null) => {
    const { rows } = await server.db.asSystem((trx) =>
      sql<{
        name: string;
      }>`select name from schedules where paused_because is not distinct from ${because} union all select name from automations where paused_because is not distinct from ${because} order by name`.execute(
        trx,
      ),
    );
    return rows.map(({ name }) => name);
  };

  test('making: of five at once on a plan of two, two are made', async () => {
    await setLimit({ schedules: 2 });
    const made = await all(() =>
      owner.call(createSchedule, { body: { idempotency_key: randomUUID(), definition: daily(kept.botId) } }),
    );
    expectPassed(made, 2, { ...full, limit: 2 });
    expect(await used('schedules')).toBe(2);
    console.info('places of schedules: 0 of 5 at once above a plan of 2');
  });

  test('a smaller plan pauses what is above its places, first what is paused as it is, then the latest; it goes on where there is a place', async () => {
    await setLimit({ schedules: null });
    await keptSchedule(server, { ...kept, name: 'First' });
    await keptSchedule(server, { ...kept, name: 'Paused', pausedBecause: 'person' });
    await keptSchedule(server, { ...kept, name: 'Over', nextAt: null });
    await keptAutomation(server, { ...kept, name: 'Second' });
    // Moments are kept in milliseconds, and two may be made in one.
    await server.db.asSystem(async (trx) => {
      await sql`update schedules set created_at = created_at - interval '1 second'`.execute(trx);
      await sql`update automations set created_at = created_at - interval '1 second'`.execute(trx);
    });
    const third = await keptSchedule(server, { ...kept, name: 'Third' });
    expect(await used('schedules')).toBe(4);
    await setLimit({ schedules: 2 });
    await server.db.asSystem((trx) =>
      beginPeriod(
        trx,
        organizationId,
        { name: 'Free!', price: 0, currency: 'EUR' },
        { period: null, anchor: new Date(), now: new Date() },
      ),
    );
    expect(await names('plan')).toEqual(['Paused', 'Third']);
    expect(await names(null)).toEqual(['First', 'Over', 'Second']);
    expect(await used('schedules')).toBe(2);
    const resume = () => owner.call(switchEntries, { body: { schedule_ids: [third], state: 'active' } });
    expect(dataOf(await resume()).refused).toEqual([{ id: third, code: 'schedules_full' }]);
    await setLimit({ schedules: 3 });
    expect(dataOf(await resume())).toEqual({ changed: 1, refused: [] });
  });

  test('above the plan what has a place is changed and goes on; what has none, is new or had ended waits for one', async () => {
    await setLimit({ schedules: 1 });
    const [placed, paused, lost] = [
      await keptSchedule(server, kept),
      await keptSchedule(server, { ...kept, pausedBecause: 'person' }),
      await keptSchedule(server, { ...kept, pausedBecause: 'plan' }),
    ];
    const [still, over] = [
      await keptSchedule(server, { ...kept, nextAt: null }),
      await keptSchedule(server, { ...kept, nextAt: null }),
    ];
    const [pausedToo, lostToo] = [
      await keptAutomation(server, { ...kept, pausedBecause: 'person' }),
      await keptAutomation(server, { ...kept, pausedBecause: 'plan' }),
    ];
    expect(await used('schedules')).toBe(3);
    const change = async (schedule_id: string, more: object = {}) =>
      codeOf(
        await owner.call(putSchedule, {
          params: { schedule_id },
          body: { revision: 1, definition: { ...daily(kept.botId), ...more } },
        }),
      );
    const goOn = async (schedule_id: string) =>
      codeOf(await owner.call(switchSchedule, { params: { schedule_id }, body: { state: 'active' } }));
    const goOnToo = async (automation_id: string) =>
      codeOf(await owner.call(switchAutomation, { params: { automation_id }, body: { state: 'active' } }));
    const rated = await definitionOf(owner, { trigger: { kind: 'rating', rating: 'down', bot_ids: [] } });
    const makeToo = async () =>
      codeOf(await owner.call(createAutomation, { body: { idempotency_key: randomUUID(), definition: rated } }));
    expect([
      await change(placed),
      await change(still, { ends_at: '2020-01-01T00:00:00.000Z' }),
      await goOn(paused),
      await goOnToo(pausedToo),
    ]).toEqual(Array(4).fill('200'));
    const waiting = async () => [await change(over), await goOn(lost), await goOnToo(lostToo), await makeToo()];
    expect(await waiting()).toEqual(Array(4).fill('409 schedules_full'));
    await setLimit({ schedules: 7 });
    expect(await waiting()).toEqual(Array(4).fill('200'));
    expect(await used('schedules')).toBe(7);
  });

  test('a plan with fewer places than are taken is not ordered', async () => {
    await setLimit({ schedules: null });
    for (let count = 0; count < 3; count += 1) await keptSchedule(server, kept);
    await server.db.asSystem((trx) =>
      trx.updateTable('plans').set({ schedules: 2 }).where('name', '=', 'Team').execute(),
    );
    expect(dataOf(await owner.call(previewChange, { query: { plan_name: 'Team' } })).above).toEqual([
      { kind: 'schedules', used: 3, limit: 2 },
    ]);
  });
});

describe('dialogues of a month', () => {
  const usedUp = { code: 'dialogues_used_up', kind: 'dialogues' };

  test('beginning, and copying a shared one; going on in one that is there is always possible', async () => {
    const bot = await botNamed(owner, 'House Guide');
    const turn = await ended(owner, await start(owner, bot, 'When is the building open?'));
    const share = dataOf(
      await owner.call(shareDialogue, { params: { dialogue_id: turn.dialogue_id }, body: { scope: 'organization' } }),
    );
    const limit = (await used('dialogues')) + 1;
    await setLimit({ dialogues_a_month: limit });
    const answers = await all(() =>
      owner.call(startDialogue, { body: { bot_id: bot, prompt: 'Hello', idempotency_key: randomUUID() } }),
    );
    expectPassed(answers, 1, { ...usedUp, limit });
    expect(answers.find(({ body }) => !body.success)?.body).toMatchObject({
      meter: { used: limit, resets_at: expect.stringMatching(/^\d{4}-\d\d-01T00:00:00.000Z$/) },
    });
    await setLimit({ dialogues_a_month: limit + 1 });
    const member = await server.as('member@free.example');
    expectPassed(
      await all(() =>
        member.call(copySharedDialogue, { params: { share_id: share.id }, body: { idempotency_key: randomUUID() } }),
      ),
      1,
      { ...usedUp, limit: limit + 1 },
    );
    expect(await used('dialogues')).toBe(limit + 1);
  });
});
