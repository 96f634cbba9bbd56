import { randomUUID } from 'node:crypto';
import { failuresAtMost } from '@parlance/shared/contract/agents/executions';
import { changeAgents } from '@parlance/shared/contract/api/agents/agents';
import { deleteDialogue, listMessages } from '@parlance/shared/contract/api/dialogues';
import * as runs from '@parlance/shared/contract/api/executions';
import { setMemberState } from '@parlance/shared/contract/api/offboarding';
import {
  createPermissionSet,
  deletePermissionSet,
  grantPermissionSet,
} from '@parlance/shared/contract/api/privileges/privileges';
import * as api from '@parlance/shared/contract/api/schedules';
import { codeOf, dataOf, memberId, publishedAgent } from '../../testing/agents.ts';
import { executionWorker } from '../../testing/executions.ts';
import { type AskingModel, startAskingModel } from '../../testing/start-asking.ts';
import type { Client } from '../../testing/test-app.ts';
import { takeTicks } from './tick.ts';

let asking: AskingModel;
let owner: Client;
let worker: ReturnType<typeof executionWorker>;
let agent: string;
beforeAll(async () => {
  asking = await startAskingModel(
    'Blank Sheet',
    { answer: ({ messages }) => ['I was asked: ', String(messages.at(-1)?.content)] },
    { MODEL_INPUT_PRICE: '2', MODEL_OUTPUT_PRICE: '4' },
  );
  owner = await asking.server.as('owner@pro.example');
  worker = executionWorker(asking.server);
  agent = (await publishedAgent(owner, { name: { en: 'Herald' }, instructions: 'Herald.' })).id;
});
afterAll(() => asking.close());

const ticked = () => takeTicks({ db: asking.server.db, events: asking.server.dependencies.events });
const definitionOf = (more: Partial<api.ScheduleDefinition> = {}) => ({
  name: randomUUID(),
  bot_id: agent,
  prompt: 'What is new?',
  cron: '0 7 * * *',
  time_zone: 'Europe/Berlin',
  ...more,
});
const create = (client: Client, more: Partial<api.ScheduleDefinition> = {}, key: string = randomUUID()) =>
  client.call(api.createSchedule, { body: { idempotency_key: key, definition: definitionOf(more) } });
const created = async (more: Partial<api.ScheduleDefinition> = {}, client = owner) =>
  dataOf(await create(client, more));
const read = async ({ id }: Pick<api.Schedule, 'id'>, client = owner) =>
  dataOf(await client.call(api.getSchedule, { params: { schedule_id: id } }));
const history = async ({ id }: Pick<api.Schedule, 'id'>, client = owner) =>
  dataOf(await client.call(runs.listExecutions, { query: { schedule_id: id } })).items;
const whole = async ({ id }: Pick<runs.ExecutionSummary, 'id'>, client = owner) =>
  dataOf(await client.call(runs.getExecution, { params: { execution_id: id } }));
/** As if its time had come so many minutes ago. */
const due = ({ id }: Pick<api.Schedule, 'id'>, minutesAgo = 0) =>
  asking.server.pool.query(
    `update schedules set next_at = date_trunc('minute', now()) - make_interval(mins => $2) where id = $1`,
    [id, minutesAgo],
  );
const query = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
  (await asking.server.pool.query<Row>(text, [...values])).rows;
async function done(schedule: Pick<api.Schedule, 'id'>, minutesAgo = 0) {
  await due(schedule, minutesAgo);
  await ticked();
  await worker.untilOver();
  return history(schedule);
}

test('a schedule is made once for a key, listed by name, changed by whoever saw its last revision, and deleted', async () => {
  const key = randomUUID();
  const [first, second] = await Promise.all([
    create(owner, { name: 'Alpha' }, key),
    create(owner, { name: 'Alpha' }, key),
  ]);
  const schedule = dataOf(first);
  expect(dataOf(second).id).toBe(schedule.id);
  expect(schedule).toMatchObject({
    name: 'Alpha',
    state: 'active',
    paused_because: null,
    revision: 1,
    last: null,
    bot: { name: 'Herald' },
    can: { edit: true, run: true, take_over: false },
  });
  expect(Date.parse(schedule.next_at ?? '')).toBeGreaterThan(Date.now());
  const other = await created({ name: 'beta' });
  const list = async (more: object) => dataOf(await owner.call(api.listSchedules, { query: more }));
  const page = await list({ limit: 1 });
  expect(page.items.map(({ name }) => name)).toEqual(['Alpha']);
  expect((await list({ limit: 1, cursor: page.next_cursor ?? '' })).items.map(({ name }) => name)).toEqual(['beta']);
  expect((await list({ q: 'BET' })).items.map(({ id }) => id)).toEqual([other.id]);
  expect(page.places).toMatchObject({ limit: null, minutes_between: 1 });
  const put = (revision: number) =>
    owner.call(api.putSchedule, {
      params: { schedule_id: schedule.id },
      body: { revision, definition: definitionOf({ name: 'Gamma', cron: '30 9 * * 1' }) },
    });
  expect(dataOf(await put(1))).toMatchObject({ name: 'Gamma', cron: '30 9 * * 1', revision: 2 });
  expect(codeOf(await put(1))).toBe('409 conflict');
  for (const { id } of [schedule, other]) dataOf(await owner.call(api.deleteSchedule, { params: { schedule_id: id } }));
  expect((await list({})).items).toEqual([]);
});

test('what cannot run is refused when it is saved, resumed and previewed alike', async () => {
  const refusals = { 'every now and then': '422 cron_unusable', '0 0 30 2 *': '422 cron_never' };
  for (const [cron, code] of Object.entries(refusals)) {
    expect(codeOf(await create(owner, { cron }))).toBe(code);
    expect(codeOf(await owner.call(api.previewSchedule, { body: { cron, time_zone: 'UTC' } }))).toBe(code);
  }
  expect(codeOf(await create(owner, { time_zone: 'Mars/Olympus' }))).toBe('422 cron_unusable');
  expect(codeOf(await create(owner, { bot_id: randomUUID() }))).toBe('404 not_found');
  const schedule = await created({ cron: '* * * * *' });
  await query(`update plans set minutes_between = 15 where name = 'Pro'`);
  try {
    expect(codeOf(await create(owner, { cron: '*/14 * * * *' }))).toBe('422 cron_too_often');
    expect(codeOf(await owner.call(api.previewSchedule, { body: { cron: '*/14 * * * *', time_zone: 'UTC' } }))).toBe(
      '422 cron_too_often',
    );
    const of = (state: 'active' | 'paused') =>
      owner.call(api.switchSchedule, { params: { schedule_id: schedule.id }, body: { state } });
    dataOf(await of('paused'));
    expect(codeOf(await of('active'))).toBe('422 cron_too_often');
    await query(`update schedules set state = 'active', paused_because = null where id = $1`, [schedule.id]);
    // The plan has become smaller behind its back.
    expect(await done(schedule)).toEqual([]);
    expect(await read(schedule)).toMatchObject({ state: 'paused', paused_because: 'plan', next_at: null });
  } finally {
    await query(`update plans set minutes_between = 1 where name = 'Pro'`);
  }
  expect(
    dataOf(await owner.call(api.previewSchedule, { body: { cron: '30 2 * * *', time_zone: 'Asia/Taipei' } })).next,
  ).toHaveLength(5);
});

test('a tick asks as its owner, once, and tells what came of it', async () => {
  const schedule = await created({ prompt: 'What is the weather?' });
  await due(schedule);
  await Promise.all([ticked(), ticked(), ticked()]);
  await worker.untilOver();
  const items = await history(schedule);
  expect(items).toMatchObject([
    {
      status: 'done',
      cause: 'tick',
      reason: null,
      error_code: null,
      tokens: expect.any(Number),
      cost: { currency: 'USD' },
    },
  ]);
  const execution = await whole(items[0] ?? { id: '' });
  expect(execution).toMatchObject({
    prompt: 'What is the weather?',
    output: 'I was asked: What is the weather?',
    schedule: { id: schedule.id },
    automation: null,
    runs_as: { id: await memberId(asking.server, 'owner@pro.example') },
    input: null,
    actions: [],
    can: { replay: true, cancel: false },
  });
  expect(execution.tokens).toBeGreaterThan(0);
  const { items: said } = dataOf(
    await owner.call(listMessages, { params: { dialogue_id: execution.dialogue_id ?? '' } }),
  );
  expect(said.map(({ author }) => author).sort()).toEqual(['bot', 'member']);
  const after = await read(schedule);
  expect(after).toMatchObject({ state: 'active', last: { id: execution.id, status: 'done' } });
  expect(Date.parse(after.next_at ?? '')).toBeGreaterThan(Date.now());
  // One that has its key asks nothing, whoever brings the job again.
  await worker.handler.run({ execution: execution.id }, new AbortController().signal);
  expect(await query(`select 1 from runs where dialogue_id = $1`, [execution.dialogue_id])).toHaveLength(1);
});

test('each execution begins a dialogue, or goes on in the one before as long as it is there', async () => {
  const dialogues = async (schedule: api.Schedule) =>
    Promise.all((await history(schedule)).map(async (item) => (await whole(item)).dialogue_id));
  const [each, goesOn] = [await created(), await created({ continues_dialogue: true })];
  for (const minutesAgo of [3, 2]) for (const schedule of [each, goesOn]) await done(schedule, minutesAgo);
  expect(new Set(await dialogues(each)).size).toBe(2);
  const [dialogue] = await dialogues(goesOn);
  expect(new Set(await dialogues(goesOn)).size).toBe(1);
  dataOf(await owner.call(deleteDialogue, { params: { dialogue_id: dialogue ?? '' } }));
  await done(goesOn, 1);
  expect((await dialogues(goesOn))[0]).not.toBe(dialogue);
});

test('while an earlier one is still at it a tick is skipped, waits behind it, or takes its place', async () => {
  const stillAtIt = async (overlap: api.ScheduleDefinition['overlap']) => {
    const schedule = await created({ overlap });
    asking.model.hold(1);
    await due(schedule, 2);
    await ticked();
    await worker.until(async () =>
      asking.model.requests.some(({ finished, tokensSent }) => !finished && tokensSent === 1),
    );
    await due(schedule, 1);
    await ticked();
    await worker.work();
    const meanwhile = (await history(schedule)).map(({ status, reason }) => [status, reason]);
    asking.model.goOn();
    await worker.untilOver();
    return { meanwhile, after: (await history(schedule)).map(({ status, reason }) => [status, reason]) };
  };
  const [done, running] = [
    ['done', null],
    ['running', null],
  ];
  const skip = await stillAtIt('skip');
  expect(skip.meanwhile.toSorted()).toEqual([running, ['skipped', 'overlap']]);
  expect(skip.after.toSorted()).toEqual([done, ['skipped', 'overlap']]);
  expect(await stillAtIt('queue')).toEqual({ meanwhile: [['waiting', null], running], after: [done, done] });
  const replace = await stillAtIt('replace');
  expect(replace.meanwhile[1]).toEqual(['cancelled', 'replaced']);
  expect(replace.after).toEqual([done, ['cancelled', 'replaced']]);
});

test('ticks that were due while nobody ran the clock are one, or none; so are those of an organisation that was held', async () => {
  const [once, skip] = [
    await created({ cron: '* * * * *', misfire: 'once' }),
    await created({ cron: '* * * * *', misfire: 'skip' }),
  ];
  const summary = async (schedule: api.Schedule) =>
    (await history(schedule)).map(({ status, reason }) => [status, reason]);
  await done(once, 600);
  await done(skip, 600);
  expect([await summary(once), await summary(skip)]).toEqual([[['done', null]], [['skipped', 'misfire']]]);
  for (const schedule of [once, skip])
    expect(Date.parse((await read(schedule)).next_at ?? '')).toBeGreaterThan(Date.now());
  const [{ organization_id: organization } = { organization_id: '' }] = await query<{ organization_id: string }>(
    `select organization_id from schedules where id = $1`,
    [once.id],
  );
  let hours = 20;
  const still = async (hold: string, goOn: string) => {
    await query(hold, [organization]);
    await due(once, 1);
    expect(await ticked()).toBe(0);
    await query(goOn, [organization]);
    expect(await ticked()).toBeGreaterThan(0);
    await worker.untilOver();
    // The same minute is due again.
    await query(
      `update executions set due_at = created_at - make_interval(hours => $2) where schedule_id = $1 and due_at > now() - interval '1 hour'`,
      [once.id, (hours += 1)],
    );
  };
  await still(
    `insert into automation_holds (organization_id) values ($1)`,
    `delete from automation_holds where organization_id = $1`,
  );
  await still(
    `update organizations set workspace_status = 'EXPIRED' where id = $1`,
    `update organizations set workspace_status = 'ACTIVE' where id = $1`,
  );
  expect(await summary(once)).toEqual(Array(3).fill(['done', null]));
  for (const { id } of [once, skip]) dataOf(await owner.call(api.deleteSchedule, { params: { schedule_id: id } }));
});

test('a day has no more executions than it may, and a window no tick behind its end', async () => {
  // A zone where it is noon: all of these minutes are of one day.
  const offset = new Date().getUTCHours() - 12;
  const few = await created({
    cron: '* * * * *',
    maximum_a_day: 2,
    time_zone: `Etc/GMT${offset < 0 ? offset : `+${offset}`}`,
  });
  for (const minutesAgo of [2, 1, 0]) await done(few, minutesAgo);
  const items = (await history(few)).map(({ status, reason }) => `${status} ${reason}`).sort();
  expect(items).toEqual(['done null', 'done null', 'skipped maximum']);
  const soon = await created({
    cron: '* * * * *',
    time_zone: 'UTC',
    ends_at: new Date(Date.now() + 60_000).toISOString(),
  });
  // Due a minute ago and over a second later, whatever the clock says.
  await query(
    `update schedules set next_at = at, definition = jsonb_set(definition, '{ends_at}', to_jsonb(to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI":01.000Z"')))
     from (select date_trunc('minute', now()) - interval '1 minute' as at) as times where id = $1`,
    [soon.id],
  );
  await ticked();
  await worker.untilOver();
  expect(await read(soon)).toMatchObject({ state: 'ended', next_at: null });
  expect(await history(soon)).toMatchObject([{ status: 'done' }]);
});

test(`failed ${failuresAtMost} times in a row it is paused; each failure is told by mail, and the last one says that it is paused`, async () => {
  const schedule = await created({ name: 'Failing' });
  const mails = async () =>
    (await asking.server.mailTo('owner@pro.example'))
      .map(({ template }) => template)
      .filter((template) => template.startsWith('execution'));
  const before = (await mails()).length;
  asking.model.setFault({ kind: 'status', status: 400 });
  for (let minutesAgo = 9; minutesAgo > 9 - failuresAtMost; minutesAgo -= 1) await done(schedule, minutesAgo);
  asking.model.setFault(null);
  expect((await history(schedule)).map(({ status, error_code: code }) => `${status} ${code}`)).toEqual(
    Array(failuresAtMost).fill('failed model_request_refused'),
  );
  expect(await read(schedule)).toMatchObject({ state: 'paused', paused_because: 'failures' });
  expect((await mails()).slice(before)).toEqual([
    ...Array(failuresAtMost - 1).fill('execution_failed'),
    'execution_paused',
  ]);
  dataOf(await owner.call(api.switchSchedule, { params: { schedule_id: schedule.id }, body: { state: 'active' } }));
  expect((await done(schedule))[0]).toMatchObject({ status: 'done' });
  const again = (await history(schedule)).at(-1) ?? { id: '' };
  const key = randomUUID();
  const replay = () =>
    owner.call(runs.replayExecution, { params: { execution_id: again.id }, body: { idempotency_key: key } });
  const [one, other] = [dataOf(await replay()), dataOf(await replay())];
  expect(one.id).toBe(other.id);
  expect(
    codeOf(
      await owner.call(runs.replayExecution, { params: { execution_id: one.id }, body: { idempotency_key: key } }),
    ),
  ).toBe('409 idempotency_key_reused');
  await worker.untilOver();
  expect(await whole(one)).toMatchObject({ status: 'done', cause: 'replay', replay_of: again.id });
});

test('it runs with the rights that its owner has at that moment: an agent that is gone pauses it, and so does an owner who is', async () => {
  const [ofAgent, ofOwner] = [
    await created({ name: 'Of agent' }),
    await created({ bot_id: asking.bot }, asking.member),
  ];
  const change = (action: 'disable' | 'enable') => owner.call(changeAgents, { body: { agent_ids: [agent], action } });
  dataOf(await change('disable'));
  expect(await done(ofAgent)).toMatchObject([{ status: 'failed', error_code: 'bot_disabled' }]);
  dataOf(await change('enable'));
  expect(await read(ofAgent)).toMatchObject({ state: 'paused', paused_because: 'agent' });
  const params = { member_id: await memberId(asking.server, 'member@pro.example') };
  await due(ofOwner);
  await ticked();
  dataOf(await owner.call(setMemberState, { params, body: { state: 'deactivated' } }));
  const mails = async () =>
    (await asking.server.mailTo('member@pro.example')).filter(({ template }) => template.startsWith('execution'))
      .length;
  const before = await mails();
  await worker.untilOver();
  // Who is no member hears of it no more.
  expect(await mails()).toBe(before);
  expect(await query(`select status, reason from executions where schedule_id = $1`, [ofOwner.id])).toEqual([
    { status: 'failed', reason: 'owner' },
  ]);
  expect(await query(`select state, paused_because from schedules where id = $1`, [ofOwner.id])).toEqual([
    { state: 'paused', paused_because: 'owner' },
  ]);
  dataOf(await owner.call(setMemberState, { params, body: { state: 'active' } }));
  // Whoever is deactivated is signed out.
  asking.member = await asking.server.as('member@pro.example');
});

test('it is run at once by a request of its own, and what is under way is cancelled with its answer', async () => {
  const schedule = await created();
  const run = (key: string) =>
    owner.call(api.runSchedule, { params: { schedule_id: schedule.id }, body: { idempotency_key: key } });
  const key = randomUUID();
  const [one, other] = await Promise.all([run(key), run(key)]);
  expect(dataOf(one).id).toBe(dataOf(other).id);
  const another = await created();
  expect(
    codeOf(await owner.call(api.runSchedule, { params: { schedule_id: another.id }, body: { idempotency_key: key } })),
  ).toBe('409 idempotency_key_reused');
  asking.model.hold(1);
  await worker.until(
    async () =>
      (await history(schedule))[0]?.status === 'running' &&
      asking.model.requests.some(({ finished, tokensSent }) => !finished && tokensSent === 1),
  );
  const cancel = () => owner.call(runs.cancelExecution, { params: { execution_id: dataOf(one).id } });
  expect(dataOf(await cancel())).toMatchObject({ status: 'cancelled', reason: 'person', cause: 'person' });
  expect(codeOf(await cancel())).toBe('409 conflict');
  await worker.until(
    async () =>
      (await query(`select 1 from runs where idempotency_key = $1 and status = 'stopped'`, [dataOf(one).id])).length ===
      1,
  );
  asking.model.goOn();
});

test('what nobody has any more is taken over by anybody, and what somebody has by administrators alone; what ran as somebody else stays theirs', async () => {
  const schedule = await created({ name: 'Taken over', bot_id: asking.bot }, asking.member);
  await query(`update schedules set next_at = now() - interval '1 second' where id = $1`, [schedule.id]);
  await ticked();
  await worker.untilOver();
  const [execution = { id: '' }] = await history(schedule, asking.member);
  const params = { schedule_id: schedule.id };
  const stranger = await asking.server.as('otp@pro.example');
  expect(codeOf(await stranger.call(api.takeOverSchedule, { params }))).toBe('404 not_found');
  await query(
    `update schedules set owner_id = null, state = 'paused', paused_because = 'owner', next_at = null where id = $1`,
    [schedule.id],
  );
  expect(await read(schedule, stranger)).toMatchObject({
    owner: null,
    can: { edit: false, run: false, take_over: true },
  });
  expect(dataOf(await stranger.call(api.takeOverSchedule, { params }))).toMatchObject({
    state: 'paused',
    paused_because: 'person',
    can: { edit: true },
  });
  expect(await history(schedule, stranger)).toEqual([]);
  expect(codeOf(await stranger.call(runs.getExecution, { params: { execution_id: execution.id } }))).toBe(
    '404 not_found',
  );
  dataOf(await stranger.call(api.switchSchedule, { params, body: { state: 'active' } }));
  expect(
    dataOf(await (await asking.server.as('admin@pro.example')).call(api.takeOverSchedule, { params })),
  ).toMatchObject({ state: 'active', next_at: expect.any(String), can: { edit: true } });
});

test('who may make none any more has none run and none go on, and neither has an organisation that may not work', async () => {
  const schedule = await created({ bot_id: asking.bot }, asking.member);
  const set = dataOf(
    await owner.call(createPermissionSet, {
      body: {
        name: 'No schedules',
        statements: [{ effect: 'deny', kind: 'automation', actions: ['create'], scope: 'all' }],
      },
    }),
  );
  dataOf(
    await owner.call(grantPermissionSet, {
      body: { set_id: set.id, holder: { kind: 'member', id: await memberId(asking.server, 'member@pro.example') } },
    }),
  );
  await due(schedule);
  await ticked();
  await worker.untilOver();
  expect(await query(`select status, reason from executions where schedule_id = $1`, [schedule.id])).toEqual([
    { status: 'failed', reason: 'owner' },
  ]);
  expect(await query(`select state, paused_because from schedules where id = $1`, [schedule.id])).toEqual([
    { state: 'paused', paused_because: 'owner' },
  ]);
  const goOn = async () =>
    codeOf(
      await asking.member.call(api.switchSchedule, { params: { schedule_id: schedule.id }, body: { state: 'active' } }),
    );
  expect(await goOn()).toMatch(/^403/);
  dataOf(await owner.call(deletePermissionSet, { params: { set_id: set.id } }));
  expect(await goOn()).toBe('200');
  for (const status of ['EXPIRED', 'DISABLED']) {
    const late = await created();
    dataOf(
      await owner.call(api.runSchedule, { params: { schedule_id: late.id }, body: { idempotency_key: randomUUID() } }),
    );
    await query(
      `update organizations set workspace_status = $2 where id = (select organization_id from schedules where id = $1)`,
      [late.id, status],
    );
    await worker.untilOver();
    await query(
      `update organizations set workspace_status = 'ACTIVE' where id = (select organization_id from schedules where id = $1)`,
      [late.id],
    );
    expect(await history(late)).toMatchObject([{ status: 'failed', error_code: `workspace_${status.toLowerCase()}` }]);
  }
});

test('one whose agent, owner or time zone is gone is paused with its next tick, and what was deleted asks nothing', async () => {
  for (const [change, because] of [
    ['bot_id = null', 'agent'],
    ['owner_id = null', 'owner'],
    [`definition = jsonb_set(definition, '{time_zone}', '"Mars/Olympus"')`, 'failures'],
  ] as const) {
    const schedule = await created();
    await query(`update schedules set ${change} where id = $1`, [schedule.id]);
    await due(schedule);
    await ticked();
    expect(await query(`select state, paused_because from schedules where id = $1`, [schedule.id])).toEqual([
      { state: 'paused', paused_because: because },
    ]);
    expect(await query(`select 1 from executions where schedule_id = $1`, [schedule.id])).toEqual([]);
  }
  const deleted = await created();
  dataOf(
    await owner.call(api.runSchedule, { params: { schedule_id: deleted.id }, body: { idempotency_key: randomUUID() } }),
  );
  await query(`update schedules set deleted_at = now(), next_at = null where id = $1`, [deleted.id]);
  const asked = asking.model.requests.length;
  await worker.untilOver();
  expect(await query(`select status, reason from executions where schedule_id = $1`, [deleted.id])).toEqual([
    { status: 'cancelled', reason: 'person' },
  ]);
  expect(asking.model.requests.length).toBe(asked);
});

test('a key is one schedule of one person, also when that is gone', async () => {
  const key = randomUUID();
  const own = dataOf(await create(owner, {}, key));
  expect(dataOf(await create(asking.member, { bot_id: asking.bot }, key)).id).not.toBe(own.id);
  dataOf(await owner.call(api.deleteSchedule, { params: { schedule_id: own.id } }));
  expect(codeOf(await create(owner, {}, key))).toBe('409 conflict');
});

test('what is said twice changes nothing: paused is paused for its reason, and one’s own is not taken over', async () => {
  const schedule = await created();
  await query(`update schedules set state = 'paused', paused_because = 'failures', next_at = null where id = $1`, [
    schedule.id,
  ]);
  const params = { schedule_id: schedule.id };
  expect(dataOf(await owner.call(api.switchSchedule, { params, body: { state: 'paused' } }))).toMatchObject({
    paused_because: 'failures',
  });
  expect(dataOf(await owner.call(api.takeOverSchedule, { params }))).toMatchObject({
    revision: schedule.revision,
    paused_because: 'failures',
  });
});

test('the dialogue of one is gone on in by nobody else, and by no other agent', async () => {
  const dialogueOf = async (id: string) =>
    (await query<{ dialogue_id: string | null }>(`select dialogue_id from schedules where id = $1`, [id]))[0]
      ?.dialogue_id;
  const schedule = await created({ continues_dialogue: true });
  await done(schedule);
  expect(await dialogueOf(schedule.id)).not.toBeNull();
  const definition = definitionOf({ continues_dialogue: true, bot_id: asking.bot });
  dataOf(
    await owner.call(api.putSchedule, {
      params: { schedule_id: schedule.id },
      body: { revision: schedule.revision, definition },
    }),
  );
  expect(await dialogueOf(schedule.id)).toBeNull();
  await done(schedule, 1);
  expect(await dialogueOf(schedule.id)).not.toBeNull();
  dataOf(
    await (
      await asking.server.as('admin@pro.example')
    ).call(api.takeOverSchedule, { params: { schedule_id: schedule.id } }),
  );
  expect(await dialogueOf(schedule.id)).toBeNull();
});

test('what somebody else has taken over is done again by them alone; what was asked before is answered as it was', async () => {
  const schedule = await created({ bot_id: asking.bot }, asking.member);
  await due(schedule);
  await ticked();
  await worker.untilOver();
  const [execution = { id: '' }] = await history(schedule, asking.member);
  const replay = (key: string) =>
    asking.member.call(runs.replayExecution, {
      params: { execution_id: execution.id },
      body: { idempotency_key: key },
    });
  const key = randomUUID();
  const { id } = dataOf(await replay(key));
  await worker.untilOver();
  await query(`update schedules set owner_id = null where id = $1`, [schedule.id]);
  expect(codeOf(await replay(randomUUID()))).toBe('404 not_found');
  dataOf(await owner.call(api.takeOverSchedule, { params: { schedule_id: schedule.id } }));
  expect(codeOf(await replay(randomUUID()))).toBe('404 not_found');
  expect(dataOf(await replay(key)).id).toBe(id);
});

test('what a person tries says nothing about how it goes by itself, and who wants no mail gets none', async () => {
  const mails = async () => (await asking.server.mailTo('owner@pro.example')).length;
  const schedule = await created();
  const quiet = await created({ notifies_of_failure: false });
  const before = await mails();
  asking.model.setFault({ kind: 'status', status: 400 });
  dataOf(
    await owner.call(api.runSchedule, {
      params: { schedule_id: schedule.id },
      body: { idempotency_key: randomUUID() },
    }),
  );
  await done(quiet);
  asking.model.setFault(null);
  expect([(await history(schedule))[0]?.status, (await history(quiet))[0]?.status]).toEqual(['failed', 'failed']);
  expect(await query(`select failures from schedules where id = $1`, [schedule.id])).toEqual([{ failures: 0 }]);
  expect(await mails()).toBe(before);
});

test('a line that is full takes no more, and what was skipped counts for no day', async () => {
  const kept = (id: string, status: string) =>
    query(
      `insert into executions (organization_id, schedule_id, member_id, cause, status, due_at, prompt, ask_key, ended_at)
      select organization_id, id, owner_id, 'tick', $2, now() - number * interval '1 second', 'x', gen_random_uuid(), case when $2 = 'skipped' then now() end from schedules, generate_series(1, 11) as number where id = $1`,
      [id, status],
    );
  const full = await created({ overlap: 'queue' });
  await kept(full.id, 'waiting');
  await due(full);
  await ticked();
  expect((await history(full)).filter(({ reason }) => reason === 'overlap')).toHaveLength(1);
  await query(`delete from executions where schedule_id = $1`, [full.id]);
  const few = await created({ maximum_a_day: 1 });
  await kept(few.id, 'skipped');
  expect((await done(few)).filter(({ status }) => status === 'done')).toHaveLength(1);
});

test('to everybody else, in the organisation and outside, it does not exist (TEN-01)', async () => {
  const schedule = await created();
  const [execution = { id: '' }] = await done(schedule);
  const [params, of] = [{ schedule_id: schedule.id }, { execution_id: execution.id }];
  const definition = definitionOf();
  let asked = 0;
  for (const email of ['member@pro.example', 'owner@free.example', 'member@free.example']) {
    const client = await asking.server.as(email);
    const answers = [
      await client.call(api.getSchedule, { params }),
      await client.call(api.putSchedule, { params, body: { revision: 1, definition } }),
      await client.call(api.deleteSchedule, { params }),
      await client.call(api.switchSchedule, { params, body: { state: 'paused' } }),
      await client.call(api.takeOverSchedule, { params }),
      await client.call(api.runSchedule, { params, body: { idempotency_key: randomUUID() } }),
      await client.call(api.createSchedule, { body: { idempotency_key: randomUUID(), definition } }),
      await client.call(runs.listExecutions, { query: params }),
      await client.call(runs.getExecution, { params: of }),
      await client.call(runs.replayExecution, { params: of, body: { idempotency_key: randomUUID() } }),
      await client.call(runs.cancelExecution, { params: of }),
    ];
    asked += answers.length;
    expect(new Set(answers.map(codeOf))).toEqual(new Set(['404 not_found']));
    expect(
      dataOf(await client.call(api.listSchedules, { query: {} })).items.filter(({ id }) => id === schedule.id),
    ).toEqual([]);
  }
  console.info(
    `TEN-01: ${asked} of ${asked} requests for a schedule and an execution of somebody else answered “not found”`,
  );
});
