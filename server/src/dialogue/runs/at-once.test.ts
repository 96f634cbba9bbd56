import { randomUUID } from 'node:crypto';
import { getTestRun, runTestSet, saveTestSet } from '@parlance/shared/contract/api/agents/agent-test-sets';
import { listDialogues, startDialogue } from '@parlance/shared/contract/api/dialogues';
import { getExecution, listExecutions } from '@parlance/shared/contract/api/executions';
import { createSchedule } from '@parlance/shared/contract/api/schedules';
import { JobPostponed } from '../../platform/jobs/handlers.ts';
import { testAsking } from '../../studio/agents/ask-tests.ts';
import { takeTicks } from '../../studio/schedules/tick.ts';
import { codeOf, dataOf, publishedAgent } from '../../testing/agents.ts';
import { botNamed, hear, start, until } from '../../testing/asking.ts';
import { executionWorker } from '../../testing/executions.ts';
import { type AskingModel, ended, runOf, startAskingModel } from '../../testing/start-asking.ts';
import type { Client } from '../../testing/test-app.ts';
import { builtIn, giveTools } from '../../testing/tools.ts';

const ofMember = 3;
const ofOrganization = 4;
const streams = 2;
/** More than may be under way, all at the same moment. */
const prompts = 8;

let asking: AskingModel;
let colleague: Client;
beforeAll(async () => {
  asking = await startAskingModel(
    'Blank Sheet',
    {
      answer: () => ['It is ', 'so.'],
      calls: ({ messages, tools }) =>
        tools === undefined || messages.at(-1)?.role === 'tool'
          ? []
          : [{ name: tools[0]?.function.name ?? '', arguments: '{"expression":"6*7"}' }],
    },
    {
      MEMBER_ANSWERS_AT_ONCE: String(ofMember),
      ORGANIZATION_ANSWERS_AT_ONCE: String(ofOrganization),
      SESSION_STREAMS_AT_ONCE: String(streams),
    },
  );
  colleague = await asking.server.as('owner@pro.example');
});
afterAll(() => asking.close());

const ask = (client: Client, idempotency_key: string = randomUUID()) =>
  client.call(startDialogue, { body: { bot_id: asking.bot, prompt: 'How is it?', idempotency_key } });
const query = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
  (await asking.server.pool.query<Row>(text, [...values])).rows;
const running = async () =>
  (
    await query<{ count: number }>(`select count(*)::integer as count from runs where status in ('queued', 'running')`)
  )[0]?.count;
const nothingRuns = () => until(async () => (await running()) === 0);
/** As many answers of the member as may be under way; none of them ends before the model goes on. */
async function fill(): Promise<void> {
  asking.model.hold(1);
  for (let index = 0; index < ofMember; index += 1) await start(asking.member, asking.bot, 'Who is there?');
}
async function release(): Promise<void> {
  asking.model.goOn();
  await nothingRuns();
}

test('of any number of prompts at once as many are answered as may be under way; nothing is kept of the others, and each can be sent again', async () => {
  asking.model.hold(1);
  const before = dataOf(await asking.member.call(listDialogues, {})).items.length;
  const keys = Array.from({ length: prompts }, () => randomUUID());
  const answers = await Promise.all(keys.map((key) => ask(asking.member, key)));
  expect(answers.map(codeOf).sort()).toEqual([
    ...Array<string>(ofMember).fill('200'),
    ...Array<string>(prompts - ofMember).fill('429 too_many_answers'),
  ]);
  expect(dataOf(await asking.member.call(listDialogues, {})).items).toHaveLength(before + ofMember);
  const refused = answers.findIndex(({ body }) => !body.success);
  expect(answers[refused]?.headers['retry-after']).toBe('5');
  // One that was made is answered again, however many are under way.
  const made = answers.findIndex(({ body }) => body.success);
  expect(codeOf(await ask(asking.member, keys[made]))).toBe('200');
  await release();
  expect(codeOf(await ask(asking.member, keys[refused]))).toBe('200');
  await nothingRuns();
});

test('those of the organisation are counted together, and no other organisation feels it', async () => {
  await fill();
  const answers = await Promise.all(Array.from({ length: prompts }, () => ask(colleague)));
  expect(answers.map(codeOf).filter((code) => code === '200')).toHaveLength(ofOrganization - ofMember);
  const neighbour = await asking.server.as('owner@free.example');
  await start(neighbour, await botNamed(neighbour, 'Blank Sheet'), 'And here?');
  await release();
});

test('a schedule and a test of an agent wait until there is a place', async () => {
  const {
    config,
    db,
    app,
    dependencies: { events },
  } = asking.server;
  const worker = executionWorker(asking.server);
  const definition = {
    name: 'Daily',
    bot_id: asking.bot,
    prompt: 'Daily',
    cron: '0 7 * * *',
    time_zone: 'UTC',
    starts_at: null,
    ends_at: null,
    maximum_a_day: null,
    overlap: 'skip',
    misfire: 'once',
    continues_dialogue: false,
    notifies_of_failure: true,
  } as const;
  const { id } = dataOf(
    await asking.member.call(createSchedule, { body: { idempotency_key: randomUUID(), definition } }),
  );
  const agent = await publishedAgent(asking.member, { name: { en: 'Tested' } });
  const questions = [{ id: randomUUID(), question: 'How?', language: 'en' as const, points: [] }];
  dataOf(await asking.member.call(saveTestSet, { params: { agent_id: agent.id }, body: { revision: 0, questions } }));
  await fill();
  await query(`update schedules set next_at = now() - interval '1 second' where id = $1`, [id]);
  await takeTicks({ db, events });
  const [execution] = dataOf(await asking.member.call(listExecutions, { query: { schedule_id: id } })).items;
  const read = async () =>
    dataOf(await asking.member.call(getExecution, { params: { execution_id: execution?.id ?? '' } }));
  await expect(worker.handler.run({ execution: execution?.id ?? '' }, new AbortController().signal)).rejects.toThrow(
    JobPostponed,
  );
  expect(await read()).toMatchObject({ status: 'waiting' });

  const tested = dataOf(await asking.member.call(runTestSet, { params: { agent_id: agent.id }, body: { number: 1 } }));
  const transactions = jest.spyOn(db, 'asTenant');
  const refused = async () =>
    (await Promise.allSettled(transactions.mock.results.map(({ value }) => value))).filter(
      ({ status }) => status === 'rejected',
    ).length;
  const testing = testAsking({ config, db, events, models: app.models, ruleBook: app.ruleBook }).run(
    { test_run: tested.id },
    new AbortController().signal,
  );
  await until(async () => (await refused()) >= 2);
  transactions.mockRestore();
  await release();
  await testing;
  expect(dataOf(await asking.member.call(getTestRun, { params: { test_run_id: tested.id } }))).toMatchObject({
    status: 'complete',
    passed: 1,
  });
  await worker.untilOver();
  expect(await read()).toMatchObject({ status: 'done', output: 'It is so.' });
});

test('what waits for a decision of its person takes no place', async () => {
  await giveTools(asking.server, asking.bot, [builtIn('calculator', 'ask')]);
  const waiting = async () =>
    (await query(`select 1 from runs where status = 'running' and waiting_since is not null`)).length;
  for (let count = 1; count <= ofOrganization; count += 1) {
    await start(asking.member, asking.bot, 'What is it?');
    await until(async () => (await waiting()) === count);
  }
  await giveTools(asking.server, asking.bot, []);
  await ended(asking.member, await start(asking.member, asking.bot, 'And now?'));
});

test('a session has so many streams open and no more, until one of them ends', async () => {
  const { base, member, model } = asking;
  model.hold(1);
  const turn = await start(member, asking.bot, 'Read me.');
  const speaking = Array.from({ length: streams }, () => Promise.withResolvers<true>());
  const reading = speaking.map(({ resolve }) =>
    hear(base, member, runOf(turn), { until: ({ text }) => (text !== '' && resolve(true), false) }),
  );
  await Promise.all(speaking.map(({ promise }) => promise));
  expect((await hear(base, member, runOf(turn))).status).toBe(429);
  // Another session of the same person has its own.
  const other = await asking.server.as('member@pro.example');
  const [heard] = await Promise.all([hear(base, other, runOf(turn)), Promise.resolve(model.goOn())]);
  expect(heard).toMatchObject({ status: 200, ended: { status: 'complete' } });
  await Promise.all(reading);
  await until(async () => (await hear(base, member, runOf(turn))).status === 200);
});
