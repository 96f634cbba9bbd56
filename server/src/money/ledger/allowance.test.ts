import { randomUUID } from 'node:crypto';
import { startDialogue } from '@parlance/shared/contract/api/dialogues';
import { getAllowance } from '@parlance/shared/contract/api/ledger/allowance';
import { stopRun } from '@parlance/shared/contract/api/runs/runs';
import { start, until } from '../../testing/asking.ts';
import type { ModelServer } from '../../testing/model-server.ts';
import { runOf, startAskingModel } from '../../testing/start-asking.ts';
import type { Client, TestServer } from '../../testing/test-app.ts';

let model: ModelServer;
let server: TestServer;
let member: Client;
let owner: Client;
let bot: string;
let close: () => Promise<void>;
beforeAll(async () => {
  ({ model, server, member, bot, close } = await startAskingModel(
    'House Guide',
    { answer: () => [' one', ' two'] },
    { MODEL_NAME: 'large', MODEL_INPUT_PRICE: '1', MODEL_OUTPUT_PRICE: '2' },
  ));
  owner = await server.as('owner@pro.example');
});
afterAll(() => close());
beforeEach(async () => {
  await server.db.asSystem((trx) => trx.deleteFrom('allowance_use').execute());
  await limit({ answers_a_month: null, member_tokens_a_month: null }, null);
});
afterEach(() => model.setFault(null));

const limit = (plan: { answers_a_month: number | null; member_tokens_a_month: string | null }, ofBot: number | null) =>
  server.db.asSystem(async (trx) => {
    await trx.updateTable('plans').set(plan).where('name', '=', 'Pro').execute();
    await trx.updateTable('bots').set({ answers_a_month: ofBot }).where('id', '=', bot).execute();
  });
const ask = (client: Client) =>
  client.call(startDialogue, {
    body: { bot_id: bot, prompt: 'How many?', idempotency_key: randomUUID(), attachment_ids: [] },
  });
const allowance = async (client: Client) => {
  const { body } = await client.call(getAllowance);
  if (!body.success) throw new Error(JSON.stringify(body));
  return body.data;
};
const answered = async (client: Client) => {
  const turn = await start(client, bot, 'How many?');
  await server.app.runs.ended(runOf(turn));
};
const dialogues = () =>
  server.db.asSystem(async (trx) =>
    Number(
      (
        await trx
          .selectFrom('dialogues')
          .select((of) => of.fn.countAll().as('all'))
          .executeTakeFirstOrThrow()
      ).all,
    ),
  );

test('begins at nothing, grows by what was asked, and starts again with the next month', async () => {
  const month = new Date();
  const resets = new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + 1)).toISOString();
  expect(await allowance(member)).toEqual({
    member_tokens: { used: 0, limit: null },
    organization_answers: { used: 0, limit: null },
    member_cost: { micros: 0, currency: 'USD' },
    resets_at: resets,
  });
  await answered(member);
  await answered(owner);
  expect(await allowance(member)).toMatchObject({
    member_tokens: { used: 102 },
    organization_answers: { used: 2 },
    member_cost: { micros: 104 },
  });
});

test.each([
  ['the organisation', () => limit({ answers_a_month: 2, member_tokens_a_month: null }, null)],
  ['the bot', () => limit({ answers_a_month: null, member_tokens_a_month: null }, 2)],
])(
  'answers of %s end at the limit, however many ask at once, and nothing is made or asked beyond',
  async (_, setLimit) => {
    await setLimit();
    const before = [await dialogues(), model.requests.length];
    const tried = 12;
    const answers = await Promise.all(Array.from({ length: tried }, (__, at) => ask(at % 2 === 0 ? member : owner)));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(tried - 2);
    expect(refused[0]?.body).toMatchObject({ code: 'allowance_spent' });
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThan(0);
    await until(() => model.requests.at(-1)?.finished === true && model.requests.length === (before[1] ?? 0) + 2);
    expect([await dialogues(), model.requests.length]).toEqual(before.map((count) => count + 2));
    // What they take is not to be counted to the next test.
    for (const { body } of answers) if (body.success) await server.app.runs.ended(runOf(body.data));
  },
);

test('tokens of a member end at the limit, with what is reserved for answers under way', async () => {
  await limit({ answers_a_month: null, member_tokens_a_month: '500' }, null);
  model.setFault({ kind: 'hang' });
  const first = await ask(member);
  expect(first.status).toBe(200);
  // No more is reserved than there is.
  expect((await allowance(member)).member_tokens.used).toBe(500);
  expect((await ask(member)).status).toBe(429);
  // It is this member's own: the others go on.
  const other = await ask(owner);
  expect(other.status).toBe(200);
  for (const [client, { body }] of [
    [member, first],
    [owner, other],
  ] as const) {
    const id = body.success ? runOf(body.data) : '';
    await client.call(stopRun, { params: { run_id: id } });
    await server.app.runs.ended(id);
  }
  model.setFault(null);
  // What was reserved is given back, and what the prompt took is an estimate that leaves room for more.
  expect((await allowance(member)).member_tokens.used).toBeLessThan(500);
  const last = await ask(member);
  expect(last.status).toBe(200);
  // What it takes is not to be counted to the next test.
  await server.app.runs.ended(last.body.success ? runOf(last.body.data) : '');
});

test('an answer of which not a word came is not counted', async () => {
  model.setFault({ kind: 'status', status: 400 });
  await answered(member);
  expect(await allowance(member)).toMatchObject({ member_tokens: { used: 0 }, organization_answers: { used: 0 } });
});

test('what a process that died had reserved is given back with its answers', async () => {
  model.setFault({ kind: 'hang' });
  const turn = await start(member, bot, 'How many?');
  await until(() => model.requests.at(-1)?.aborted === false);
  const id = runOf(turn);
  expect((await allowance(member)).member_tokens.used).toBeGreaterThan(0);
  await server.db.asSystem((trx) =>
    trx.updateTable('runs').set({ status: 'interrupted' }).where('id', '=', id).execute(),
  );
  expect((await allowance(member)).member_tokens.used).toBe(0);
  server.app.runs.halt(id);
  await server.app.runs.ended(id);
});

test('another organisation counts by itself', async () => {
  await limit({ answers_a_month: 0, member_tokens_a_month: null }, null);
  const stranger = await server.as('member@free.example');
  expect((await ask(member)).status).toBe(429);
  expect(await allowance(stranger)).toMatchObject({ organization_answers: { used: 0, limit: 1_000 } });
});
