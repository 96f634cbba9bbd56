import { retryAction } from '@parlance/shared/contract/api/automations/action-tries';
import { getAutomation } from '@parlance/shared/contract/api/automations/automations';
import { type Execution, getExecution, listExecutions } from '@parlance/shared/contract/api/executions';
import { jobKinds } from '../../platform/jobs/kinds.ts';
import { dataOf, publishedAgent } from '../../testing/agents.ts';
import { start, until } from '../../testing/asking.ts';
import { type NewAutomation, madeAutomation, sendSigned, startAutomationJobs } from '../../testing/automations.ts';
import { endPauses } from '../../testing/jobs.ts';
import { type AskingModel, ended, startAskingModel } from '../../testing/start-asking.ts';

let asking: AskingModel;
let jobs: Awaited<ReturnType<typeof startAutomationJobs>>;
beforeAll(async () => {
  asking = await startAskingModel(
    'Blank Sheet',
    { answer: () => ['It is ', 'fine.'] },
    { MEMBER_ANSWERS_AT_ONCE: '1', TOOL_SECRETS_KEY: 'ab'.repeat(32) },
  );
  await asking.server.db.asSystem((trx) => trx.updateTable('plans').set({ schedules: null }).execute());
  jobs = await startAutomationJobs(asking.server, { allowedHosts: [], timeoutMs: 3_000 });
});
afterAll(async () => {
  await jobs.close();
  await asking.close();
});

const order = { order: { id: 'A-1' } };
const whole = async (id: string): Promise<Execution> =>
  dataOf(await asking.member.call(getExecution, { params: { execution_id: id } }));
const listed = async ({ automation: { id } }: NewAutomation) =>
  dataOf(await asking.member.call(listExecutions, { query: { automation_id: id, limit: 100 } })).items;
const mails = async () =>
  (await asking.server.mailTo('member@pro.example'))
    .filter(({ template }) => template.startsWith('execution'))
    .map(({ template }) => template);
const stateOf = async ({ automation: { id } }: NewAutomation) =>
  dataOf(await asking.member.call(getAutomation, { params: { automation_id: id } })).state;
/** Of this member, everything that waits for a place looks again at once, so often. */
async function looksAgain(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    const { rows: waiting } = await asking.server.pool.query<{ id: string }>(
      `update pgboss.job set start_after = now() where state = 'created' and start_after > now() returning id`,
    );
    expect(waiting.length).toBeGreaterThan(0);
    await until(
      async () =>
        (
          await asking.server.pool.query(
            `select from pgboss.job where id = any($1) and state = 'created' and start_after > now()`,
            [waiting.map(({ id }) => id)],
          )
        ).rows.length === waiting.length,
    );
  }
}

test('what is set off while the owner has no place is carried out, however long it waits: nothing has failed, is mailed or pauses it', async () => {
  const events = 8;
  const other = await publishedAgent(asking.member, { name: { en: 'Second' }, instructions: 'Go on.' });
  const made = await madeAutomation(asking.member, {
    bot_id: asking.bot,
    actions: [{ kind: 'dialogue', bot_id: other.id, prompt: 'Go on with: {{answer}}' }],
  });
  asking.model.hold(1);
  const turn = await start(asking.member, asking.bot, 'Who is there?');
  for (let index = 0; index < events; index += 1)
    expect(await sendSigned(asking.server, made, order)).toMatchObject({ status: 200 });
  await until(
    async () =>
      (
        await asking.server.pool.query(
          `select from pgboss.job where name = 'execute' and state = 'created' and start_after > now()`,
        )
      ).rows.length === events,
  );
  await looksAgain(jobKinds.execute.tries + 1);
  asking.model.goOn();
  await ended(asking.member, turn);
  await until(async () => {
    await endPauses(asking.server.pool);
    return (await listed(made)).every(({ status }) => status !== 'waiting' && status !== 'running');
  });
  expect((await listed(made)).map(({ status }) => status)).toEqual(Array<string>(events).fill('done'));
  expect(await stateOf(made)).toBe('active');
  expect(await mails()).toEqual([]);
});

test('an action that asks another agent waits for a place, which is no try of it', async () => {
  const other = await publishedAgent(asking.member, { name: { en: 'Third' }, instructions: 'Go on.' });
  const made = await madeAutomation(asking.member, {
    bot_id: asking.bot,
    actions: [{ kind: 'dialogue', bot_id: other.id, prompt: 'Go on with: {{answer}}' }],
  });
  await asking.server.db.asSystem((trx) =>
    trx.updateTable('bots').set({ is_disabled: true }).where('id', '=', other.id).execute(),
  );
  await sendSigned(asking.server, made, order);
  await until(async () => (await listed(made))[0]?.status === 'failed');
  const id = (await listed(made))[0]?.id ?? '';
  await asking.server.db.asSystem((trx) =>
    trx.updateTable('bots').set({ is_disabled: false }).where('id', '=', other.id).execute(),
  );
  asking.model.hold(1);
  const turn = await start(asking.member, asking.bot, 'Who is there?');
  const before = (await mails()).length;
  dataOf(await asking.member.call(retryAction, { params: { execution_id: id, position: '0' } }));
  await until(async () => (await whole(id)).actions[0]?.next_try_at !== null);
  await looksAgain(2);
  expect((await whole(id)).actions).toMatchObject([{ status: 'waiting', tries: 0 }]);
  asking.model.goOn();
  await ended(asking.member, turn);
  await until(async () => {
    await endPauses(asking.server.pool);
    return (await whole(id)).status === 'done';
  });
  expect((await whole(id)).actions).toMatchObject([{ status: 'done', tries: 1, error_code: null }]);
  expect(await mails()).toHaveLength(before);
});
