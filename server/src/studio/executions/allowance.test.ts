import { executionWorker } from '../../testing/executions.ts';
import { howOften } from '../../testing/how-often.ts';
import type { ModelServerOptions } from '../../testing/model-server.ts';
import { type AskingModel, startAskingModel } from '../../testing/start-asking.ts';
import { builtIn, giveTools } from '../../testing/tools.ts';
import { makeExecutions } from './make.ts';

const executions = howOften({ decides: 200, proves: 1_000 });
/** The allowance in answers: the rest is refused before any model is called. */
const answersAllowed = 40;
const steps = 10;

// Up to a thousand executions, on a machine that may be busy with other tests.
jest.setTimeout(180_000);

/** Returns the model's answer; replaced by tests that want another. */
let answer: () => string[] = () => ['Yes.'];
const standIn: ModelServerOptions = {
  answer: () => answer(),
  // The model calls its tool again and again.
  calls: ({ tools }) =>
    tools === undefined ? [] : [{ name: tools[0]?.function.name ?? '', arguments: '{"expression":"1+1"}' }],
};

let asking: AskingModel;
let worker: ReturnType<typeof executionWorker>;
beforeAll(async () => {
  asking = await startAskingModel('Blank Sheet', standIn);
  worker = executionWorker(asking.server);
});
afterAll(() => asking.close());

const query = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
  (await asking.server.pool.query<Row>(text, [...values])).rows;

/** Requests this many executions of a schedule at once. */
async function ask(count: number, prompt = 'Is it?'): Promise<void> {
  const [who] = await query<{ member: string; organization: string; schedule: string }>(
    `insert into schedules (organization_id, owner_id, bot_id, name, definition, idempotency_key)
     select memberships.organization_id, memberships.id, $1, 'Many', $2, gen_random_uuid() from memberships join users on users.id = user_id where email = 'member@pro.example'
     returning owner_id as member, organization_id as organization, id as schedule`,
    [asking.bot, JSON.stringify({ name: 'Many', notifies_of_failure: false, continues_dialogue: false })],
  );
  const { member: memberId = '', organization: organizationId = '', schedule: scheduleId = '' } = who ?? {};
  const one = {
    organizationId,
    of: { scheduleId },
    memberId,
    botId: asking.bot,
    cause: 'person' as const,
    dueAt: new Date(),
    prompt,
  };
  await asking.server.db.asTenant(organizationId, (trx) =>
    makeExecutions(
      trx,
      Array.from({ length: count }, () => one),
    ),
  );
}
const booked = async () =>
  Number(
    (
      await query<{ tokens: string }>(
        `select coalesce(sum(input_tokens + output_tokens), 0) as tokens from model_usage`,
      )
    )[0]?.tokens,
  );
const outcomes = async () =>
  Object.fromEntries(
    (
      await query<{ outcome: string; count: string }>(
        `select coalesce(error_code, status) as outcome, count(*) from executions group by 1`,
      )
    ).map(({ outcome, count }) => [outcome, Number(count)]),
  );

test(`of ${executions} executions over an allowance for ${answersAllowed} not one more token is booked than allowed, and nobody is asked for those that are refused (LLM-05)`, async () => {
  await ask(1);
  await worker.untilOver();
  const each = await booked();
  const allowed = each * answersAllowed;
  const before = asking.model.requests.length;
  await allow(allowed);
  await ask(executions);
  await worker.untilOver();
  const { done = 0, allowance_spent: refused = 0, ...others } = await outcomes();
  const [{ reserved } = { reserved: '' }] = await query<{ reserved: string }>(
    `select sum(reserved_tokens) as reserved from allowance_use`,
  );
  console.info(
    `LLM-05: ${executions} executions at once over ${allowed} tokens: ${done} answered, ${refused} refused, ${await booked()} tokens booked, ${Math.max(0, (await booked()) - allowed)} more than allowed`,
  );
  expect(others).toEqual({});
  expect(done + refused).toBe(executions);
  expect(done).toBeGreaterThan(0);
  expect(await booked()).toBe(done * each);
  expect(await booked()).toBeLessThanOrEqual(allowed);
  expect(asking.model.requests.length - before).toBe(done);
  expect(Number(reserved)).toBe(0);
  await allow(null);
});

async function allow(tokens: number | null): Promise<void> {
  for (const table of ['executions', 'model_usage', 'allowance_use']) await query(`delete from ${table}`);
  await query(`update plans set member_tokens_a_month = $1 where name = 'Pro'`, [tokens]);
}

/** The same numbers with each run of the test. */
function numbers(seed: number): (most: number) => number {
  let state = seed;
  return (most) => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return 1 + Math.floor((state / 2 ** 32) * most);
  };
}

test.each([
  ['ends its answer where it is told to', false],
  ['says what it has to say', true],
])(
  'answers of any sizes take not one token more than there are, from a model that %s (LLM-05)',
  async (_, ignoresMaxTokens) => {
    const [allowed, asked, longest] = [30_000, 60, 4_000];
    const size = numbers(20_261_122);
    answer = () => Array.from({ length: size(longest) }, () => ' words');
    standIn.ignoresMaxTokens = ignoresMaxTokens;
    await allow(allowed);
    // The stand-in says that it was sent a hundred tokens, whatever it was.
    await ask(asked, 'Is it? '.repeat(50));
    await worker.untilOver();
    const rows = await query<{ status: string; error_code: string | null; output: string | null }>(
      `select status, error_code, output from executions`,
    );
    const cut = rows.filter(({ error_code: code, output }) => code === 'allowance_spent' && output !== null);
    const { done = 0, allowance_spent: refused = 0, ...others } = await outcomes();
    const [{ reserved } = { reserved: '' }] = await query<{ reserved: string }>(
      `select sum(reserved_tokens) as reserved from allowance_use`,
    );
    const tokens = await booked();
    console.info(
      `LLM-05: ${asked} executions of up to ${longest} tokens over ${allowed}: ${done} answered, ${refused} refused, ${cut.length} of them in the middle, ${tokens} tokens booked, ${Math.max(0, tokens - allowed)} more than allowed`,
    );
    expect(others).toEqual({});
    expect(done).toBeGreaterThan(0);
    expect(cut.length).toBeGreaterThan(0);
    expect(tokens).toBeLessThanOrEqual(allowed);
    expect(tokens).toBeGreaterThan(allowed / 2);
    expect(Number(reserved)).toBe(0);
    // The last ones of a month: the provider hears how many there are.
    await allow(600);
    answer = () => Array.from({ length: longest }, () => ' words');
    await ask(1, 'Is it? '.repeat(50));
    await worker.untilOver();
    const [last] = await query<{ error_code: string | null; output: string | null }>(
      `select error_code, output from executions`,
    );
    expect(last?.error_code).toBe('allowance_spent');
    expect(last?.output).toMatch(/^( words)+$/);
    expect(asking.model.requests.at(-1)?.body.max_tokens).toBeGreaterThan(0);
    expect(await booked()).toBeLessThanOrEqual(600);
    await allow(null);
    answer = () => ['Yes.'];
  },
);

test(`a model that never has enough of its tool is asked no more than ${steps} times and once for its answer (LLM-05)`, async () => {
  await giveTools(asking.server, asking.bot, [builtIn('calculator')], steps);
  const before = asking.model.requests.length;
  await query(`delete from executions`);
  await ask(1);
  await worker.untilOver();
  const asked = asking.model.requests.length - before;
  const [{ calls } = { calls: '' }] = await query<{ calls: string }>(`select count(*) as calls from tool_calls`);
  console.info(`LLM-05: an endless loop ended after ${calls} calls of its tool and ${asked} of the model`);
  expect(Number(calls)).toBeLessThanOrEqual(steps);
  expect(asked).toBeLessThanOrEqual(steps + 1);
});
