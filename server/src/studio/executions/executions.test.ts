import { randomUUID } from 'node:crypto';
import { executionKeptDays } from '@parlance/shared/contract/agents/executions';
import * as runs from '@parlance/shared/contract/api/executions';
import { createRule, listApprovals, switchRule } from '@parlance/shared/contract/api/governance/rules';
import { placeHold } from '@parlance/shared/contract/api/retention';
import { decideApproval } from '@parlance/shared/contract/api/runs/approvals';
import { answerToolCall } from '@parlance/shared/contract/api/runs/tool-calls';
import * as api from '@parlance/shared/contract/api/schedules';
import { listToolCalls } from '@parlance/shared/contract/api/tools';
import { interruptLapsed } from '../../dialogue/runs/repository.ts';
import { endWaitingRun } from '../../dialogue/runs/tool-waiting.ts';
import { findUnanswered } from '../../dialogue/runs/unanswered.ts';
import { deleteDue } from '../../platform/upkeep/due.ts';
import { origins } from '../../services/origins.ts';
import { codeOf, dataOf } from '../../testing/agents.ts';
import { startAskingMcpServer } from '../../testing/asking-mcp-server.ts';
import { executionWorker } from '../../testing/executions.ts';
import { type AskingModel, startAskingModel } from '../../testing/start-asking.ts';
import { builtIn, giveTools, makeTool } from '../../testing/tools.ts';
import { oldSchedules } from '../schedules/repository.ts';
import { takeTicks } from '../schedules/tick.ts';
import { askFor } from './ask-for.ts';
import { oldExecutions } from './repository.ts';

let asking: AskingModel;
let worker: ReturnType<typeof executionWorker>;
beforeAll(async () => {
  asking = await startAskingModel(
    'Blank Sheet',
    {
      answer: ({ messages }) =>
        messages.at(-1)?.role === 'tool' ? ['It is ', String(messages.at(-1)?.content)] : ['Let me ', 'see.'],
      calls: ({ messages, tools }) =>
        tools === undefined || messages.at(-1)?.role === 'tool'
          ? []
          : [{ name: tools[0]?.function.name ?? '', arguments: '{"expression":"6*7"}' }],
    },
    { OUTGOING_ALLOWED_HOSTS: '127.0.0.1' },
  );
  worker = executionWorker(asking.server);
});
afterAll(() => asking.close());

const query = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
  (await asking.server.pool.query<Row>(text, [...values])).rows;
const definition = (prompt: string): api.ScheduleDefinition => ({
  ...{
    name: `About ${prompt}`,
    bot_id: asking.bot,
    prompt,
    cron: '0 7 * * *',
    time_zone: 'Europe/Berlin',
    starts_at: null,
    ends_at: null,
    maximum_a_day: null,
  },
  ...{ overlap: 'skip', misfire: 'once', continues_dialogue: false, notifies_of_failure: true },
});
/** The execution of a new schedule whose time has come. */
async function begun(prompt: string): Promise<string> {
  const { id } = dataOf(
    await asking.member.call(api.createSchedule, {
      body: { idempotency_key: randomUUID(), definition: definition(prompt) },
    }),
  );
  await query(`update schedules set next_at = now() - interval '1 second' where id = $1`, [id]);
  await takeTicks({ db: asking.server.db, events: asking.server.dependencies.events });
  const [execution] = dataOf(await asking.member.call(runs.listExecutions, { query: { schedule_id: id } })).items;
  return execution?.id ?? '';
}
const read = async (id: string) =>
  dataOf(await asking.member.call(runs.getExecution, { params: { execution_id: id } }));
const reaches = (id: string, status: string) => worker.until(async () => (await read(id)).status === status);
const mails = async () =>
  (await asking.server.mailTo('member@pro.example'))
    .filter(({ template }) => template.startsWith('execution'))
    .map(({ template, link }) => `${template} ${link?.pathname ?? ''}`);
const isHeld = () =>
  asking.model.requests.some(({ finished, aborted, tokensSent }) => !finished && !aborted && tokensSent === 1);

test('an answer that the end of a server has broken off is asked for again, in the same dialogue and with the same prompt', async () => {
  asking.model.hold(1);
  const id = await begun('Rivers');
  await worker.until(() => Promise.resolve(isHeld()));
  expect(
    codeOf(
      await asking.member.call(runs.replayExecution, {
        params: { execution_id: id },
        body: { idempotency_key: randomUUID() },
      }),
    ),
  ).toBe('409 conflict');
  // An answer to which something is being written at that moment is left out.
  await worker.until(
    async () => (await asking.server.db.asSystem((trx) => interruptLapsed(trx, { all: true }))).length === 1,
  );
  asking.model.goOn();
  await worker.untilOver();
  const execution = await read(id);
  expect(execution).toMatchObject({ status: 'done', output: 'Let me see.' });
  const said = await query<{ author: string }>(`select author from messages where dialogue_id = $1 order by position`, [
    execution.dialogue_id,
  ]);
  expect(said.map(({ author }) => author)).toEqual(['member', 'bot', 'bot']);
});

test('one that has called a tool is not: nothing is done twice by itself', async () => {
  await giveTools(asking.server, asking.bot, [builtIn('calculator')]);
  const id = await begun('Sums');
  await worker.until(
    async () =>
      (await query(`select 1 from tool_calls join runs on runs.id = run_id where idempotency_key = $1`, [id]))
        .length === 1,
  );
  await worker.untilOver();
  expect(await read(id)).toMatchObject({ status: 'done', output: expect.stringContaining('42') });
  await query(`update executions set status = 'running', ended_at = null where id = $1`, [id]);
  await query(`update runs set status = 'interrupted' where idempotency_key = $1`, [id]);
  await worker.handler.run({ execution: id }, new AbortController().signal);
  expect(await read(id)).toMatchObject({ status: 'failed', error_code: 'shutting_down' });
});

test('its person is not there for what the server of a tool wants to know', async () => {
  const confirming = await startAskingMcpServer();
  const tool = await makeTool(await asking.server.as('owner@pro.example'), {
    name: 'Confirm',
    settings: { kind: 'mcp', server: { transport: 'http', url: confirming.url } },
  });
  await giveTools(asking.server, asking.bot, [{ tool_id: tool.id, permission: 'always', functions: {} }]);
  const id = await begun('Confirm');
  await worker.untilOver();
  expect(await read(id)).toMatchObject({ status: 'done', output: expect.stringContaining('{"action":"cancel"}') });
  expect(confirming.answers).toEqual([{ action: 'cancel' }]);
  expect(await query('select from elicitations')).toEqual([]);
  await confirming.close();
});

test('what a tool has to be allowed waits for its person, who is told once by mail, for three days instead of one', async () => {
  await giveTools(asking.server, asking.bot, [builtIn('calculator', 'ask')]);
  const before = (await mails()).length;
  const ids = [await begun('Allowed'), await begun('Lapsed')] as const;
  for (const id of ids) await reaches(id, 'approval');
  for (const id of ids) await worker.handler.run({ execution: id }, new AbortController().signal);
  const [allowed, lapsed] = [await read(ids[0]), await read(ids[1])];
  // The mails of the two that wait come in the order of their answers.
  const waits = [allowed, lapsed].map(({ dialogue_id: dialogue }) => `execution_waits /dialogue/${dialogue}`);
  expect((await mails()).slice(before).sort()).toEqual(waits.sort());
  const [call] = dataOf(
    await asking.member.call(listToolCalls, { params: { dialogue_id: allowed.dialogue_id ?? '' } }),
  ).items;
  dataOf(
    await asking.member.call(answerToolCall, {
      params: { call_id: call?.id ?? '' },
      body: { allow: true, arguments: call?.arguments ?? '' },
    }),
  );
  await reaches(ids[0], 'done');
  expect((await read(ids[0])).output).toContain('42');
  const unanswered = () => asking.server.db.asSystem(findUnanswered);
  const waitedFor = async (hours: number) => {
    await query(`update runs set waiting_since = now() - make_interval(hours => $2) where idempotency_key = $1`, [
      ids[1],
      hours,
    ]);
    await query(`update executions set approval_since = now() - make_interval(hours => $2) where id = $1`, [
      ids[1],
      hours,
    ]);
  };
  await waitedFor(71);
  expect(await unanswered()).toEqual([]);
  await waitedFor(73);
  for (const { id, organizationId } of await unanswered())
    await asking.server.db.asTenant(organizationId, (trx) => endWaitingRun(trx, id, asking.server.app.runs.processId));
  await reaches(ids[1], 'failed');
  expect(await read(ids[1])).toMatchObject({ reason: 'lapsed', error_code: null });
  await giveTools(asking.server, asking.bot, []);
});

test('a waiting one that is cancelled has its answer ended as well', async () => {
  await giveTools(asking.server, asking.bot, [builtIn('calculator', 'ask')]);
  const id = await begun('Cancelled');
  await reaches(id, 'approval');
  dataOf(await asking.member.call(runs.cancelExecution, { params: { execution_id: id } }));
  expect((await asking.server.db.asSystem(findUnanswered)).length).toBe(1);
  await worker.until(
    async () =>
      (await query(`select 1 from runs where idempotency_key = $1 and status = 'stopped'`, [id])).length === 1,
  );
  await giveTools(asking.server, asking.bot, []);
});

test('what a rule has an administrator allow waits for that, and fails where it is refused', async () => {
  const admin = await asking.server.as('admin@pro.example');
  const { id: ruleId } = dataOf(
    await admin.call(createRule, {
      body: {
        definition: {
          name: 'Falcons',
          message: 'Somebody reads this first.',
          target: 'prompt',
          action: 'approve',
          conditions: [{ kind: 'words', terms: ['falcon'] }],
        },
      },
    }),
  );
  dataOf(await admin.call(switchRule, { params: { rule_id: ruleId }, body: { is_enabled: true } }));
  for (const [allow, outcome] of [
    [true, { status: 'done', error_code: null }],
    [false, { status: 'failed', error_code: 'prompt_not_allowed' }],
  ] as const) {
    const id = await begun(`A falcon ${allow}`);
    await reaches(id, 'approval');
    const [approval] = dataOf(await admin.call(listApprovals, {})).items;
    dataOf(
      await admin.call(decideApproval, { params: { approval_id: approval?.id ?? '' }, body: { allow, note: '' } }),
    );
    await reaches(id, outcome.status);
    expect(await read(id)).toMatchObject(outcome);
  }
});

test.each([
  ['a tool that has to be allowed', 'Sixes'],
  ['a rule that has an administrator decide', 'Another falcon'],
])(
  'what waits because of %s holds no tokens of its member, and reserves them anew when it goes on',
  async (_, asks) => {
    const admin = await asking.server.as('admin@pro.example');
    const isRule = asks.includes('falcon');
    await giveTools(asking.server, asking.bot, isRule ? [] : [builtIn('calculator', 'ask')]);
    await query(`update plans set member_tokens_a_month = 100000 where name = 'Pro'`);
    const reserved = async () =>
      Number(
        (await query<{ tokens: string }>(`select coalesce(sum(reserved_tokens), 0) as tokens from allowance_use`))[0]
          ?.tokens,
      );
    const id = await begun(asks);
    await reaches(id, 'approval');
    expect(await reserved()).toBe(0);
    asking.model.hold(1);
    if (isRule) {
      const [approval] = dataOf(await admin.call(listApprovals, {})).items;
      dataOf(
        await admin.call(decideApproval, {
          params: { approval_id: approval?.id ?? '' },
          body: { allow: true, note: '' },
        }),
      );
    } else {
      const [call] = dataOf(
        await asking.member.call(listToolCalls, { params: { dialogue_id: (await read(id)).dialogue_id ?? '' } }),
      ).items;
      dataOf(
        await asking.member.call(answerToolCall, {
          params: { call_id: call?.id ?? '' },
          body: { allow: true, arguments: call?.arguments ?? '' },
        }),
      );
    }
    await worker.until(() => Promise.resolve(isHeld()));
    expect(await reserved()).toBeGreaterThan(1_000);
    asking.model.goOn();
    await reaches(id, 'done');
    expect(await reserved()).toBe(0);
    await query(`update plans set member_tokens_a_month = null where name = 'Pro'`);
    await giveTools(asking.server, asking.bot, []);
  },
);

test('what nobody tries any more has failed, and can be done again by a person', async () => {
  const id = await begun('Given up');
  await query(`delete from job_requests where kind = 'execute'`);
  const before = (await mails()).length;
  await worker.handler.giveUp({ execution: id }, 'no further try');
  await worker.handler.giveUp({ execution: id }, 'no further try');
  expect(await read(id)).toMatchObject({ status: 'failed', error_code: 'internal', can: { replay: true } });
  expect(await mails()).toHaveLength(before + 1);
});

test('an answer that was broken off three times is asked for no more', async () => {
  const id = await begun('Three times');
  await worker.untilOver();
  await query(`update executions set status = 'running', ended_at = null, asks = 3 where id = $1`, [id]);
  await query(`update runs set status = 'interrupted' where idempotency_key = $1`, [id]);
  await worker.handler.run({ execution: id }, new AbortController().signal);
  expect(await read(id)).toMatchObject({ status: 'failed', error_code: 'shutting_down' });
});

test('what is cancelled while it is being asked has its answer stopped: nobody waits for it', async () => {
  const id = await begun('Too late');
  const {
    config,
    db,
    app,
    dependencies: { events },
  } = asking.server;
  const asAsked = await db.asSystem((trx) =>
    trx.selectFrom('executions').where('id', '=', id).selectAll().executeTakeFirstOrThrow(),
  );
  dataOf(await asking.member.call(runs.cancelExecution, { params: { execution_id: id } }));
  asking.model.hold(1);
  await askFor({ config, db, events, models: app.models, ruleBook: app.ruleBook, origins }, asAsked);
  const [run] = await query<{ is_over: boolean }>(
    `select status = 'stopped' or stop_requested as is_over from runs where idempotency_key = $1`,
    [id],
  );
  expect(run).toEqual({ is_over: true });
  asking.model.goOn();
  expect(await read(id)).toMatchObject({ status: 'cancelled', reason: 'person', output: null });
});

test('what refuses somebody who comes late does not end what was asked meanwhile', async () => {
  const id = await begun('Twice at once');
  const {
    config,
    db,
    app,
    dependencies: { events },
  } = asking.server;
  const asAsked = await db.asSystem((trx) =>
    trx.selectFrom('executions').where('id', '=', id).selectAll().executeTakeFirstOrThrow(),
  );
  asking.model.hold(1);
  await worker.until(() => Promise.resolve(isHeld()));
  await askFor(
    { config, db, events, models: app.models, ruleBook: app.ruleBook, origins },
    { ...asAsked, bot_id: null },
  );
  expect(await read(id)).toMatchObject({ status: 'running' });
  asking.model.goOn();
  await worker.untilOver();
  expect(await read(id)).toMatchObject({ status: 'done' });
});

test(`executions are kept for ${executionKeptDays} days, those of people under a legal hold for longer, and deleted schedules as long as their history`, async () => {
  const id = await begun('Old');
  await worker.untilOver();
  const { schedule } = await read(id);
  dataOf(await asking.member.call(api.deleteSchedule, { params: { schedule_id: schedule?.id ?? '' } }));
  const purge = () =>
    asking.server.db.asSystem(async (trx) => {
      await deleteDue(trx, oldExecutions);
      await deleteDue(trx, oldSchedules);
    });
  const kept = async () => [
    (await query(`select 1 from executions where id = $1`, [id])).length,
    (await query(`select 1 from schedules where id = $1`, [schedule?.id])).length,
  ];
  const old = `now() - make_interval(days => ${executionKeptDays + 1})`;
  await query(`update schedules set deleted_at = ${old} where id = $1`, [schedule?.id]);
  await purge();
  expect(await kept()).toEqual([1, 1]);
  await query(`update executions set created_at = ${old} where id = $1`, [id]);
  const admin = await asking.server.as('admin@pro.example');
  dataOf(
    await admin.call(placeHold, {
      body: {
        idempotency_key: randomUUID(),
        subject: { kind: 'member', email: 'member@pro.example' },
        reason: 'Proceedings',
        until: null,
      },
    }),
  );
  await purge();
  expect(await kept()).toEqual([1, 1]);
  await query(`delete from legal_holds`);
  await purge();
  expect(await kept()).toEqual([0, 0]);
  expect(codeOf(await asking.member.call(runs.getExecution, { params: { execution_id: id } }))).toBe('404 not_found');
});
