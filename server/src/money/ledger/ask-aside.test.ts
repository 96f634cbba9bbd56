import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { BudgetSpent } from '../../platform/language-models/budget.ts';
import { dataOf } from '../../testing/agents.ts';
import { until } from '../../testing/asking.ts';
import { type AskingModel, startAskingModel } from '../../testing/start-asking.ts';
import { askAside, releaseForsaken } from './ask-aside.ts';

let asking: AskingModel;
let paying: { organizationId: string; memberId: string; botId: string | null };
beforeAll(async () => {
  asking = await startAskingModel('Blank Sheet', { answer: () => Array.from({ length: 200 }, () => ' words') });
  const { organization_id: organizationId, member_id: memberId } = dataOf(await asking.member.call(getWhoami));
  paying = { organizationId, memberId, botId: null };
});
afterAll(() => asking.close());
beforeEach(() => limit(100_000));
afterEach(() => asking.model.setFault(null));

const query = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
  (await asking.server.pool.query<Row>(text, [...values])).rows;
async function limit(tokens: number | null): Promise<void> {
  for (const table of ['model_usage', 'allowance_use']) await query(`delete from ${table}`);
  await query(`update plans set member_tokens_a_month = $1 where name = 'Pro'`, [tokens]);
}
const ask = (signal = AbortSignal.timeout(30_000)) =>
  askAside({ db: asking.server.db, models: asking.server.app.models }, paying, {
    modelId: null,
    instructions: 'Say something.',
    turns: [{ author: 'member', content: 'What?' }],
    language: 'en',
    signal,
    longest: 10_000,
  });
/** Of the member's budget: what was used, and what is reserved. */
const stand = async () => {
  const [row] = await query<{ tokens: string; reserved: string }>(
    `select tokens, reserved_tokens as reserved from allowance_use where subject = 'member' and subject_id = $1`,
    [paying.memberId],
  );
  return [Number(row?.tokens), Number(row?.reserved)];
};
const booked = async () =>
  Number(
    (
      await query<{ tokens: string }>(
        `select coalesce(sum(input_tokens + output_tokens), 0) as tokens from model_usage`,
      )
    )[0]?.tokens,
  );

test('is reserved while it is asked, counted where nothing was asked that month before, and given back beyond that', async () => {
  asking.model.hold(1);
  const said = ask();
  await until(() => asking.model.requests.at(-1)?.tokensSent === 1);
  const [used, reserved] = await stand();
  expect(used).toBe(0);
  expect(reserved).toBeGreaterThan(1_000);
  asking.model.goOn();
  expect(await said).toMatch(/^( words)+$/);
  expect(await stand()).toEqual([300, 0]);
  expect(await query(`select 1 from side_requests`)).toEqual([]);
  expect(await query(`select subject, tokens::int as tokens from allowance_use where subject <> 'member'`)).toEqual([
    { subject: 'organization', tokens: 300 },
  ]);
});

test('of any number at once no more is booked than there is, and nobody is asked for those that are refused (LLM-05)', async () => {
  const [allowed, all] = [2_500, 20];
  await limit(allowed);
  const before = asking.model.requests.length;
  const outcomes = await Promise.allSettled(Array.from({ length: all }, () => ask()));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
  const tokens = await booked();
  console.info(
    `LLM-05: ${all} requests aside at once over ${allowed} tokens: ${all - refused.length} whole, ${refused.length} refused or cut, ${tokens} tokens booked, ${Math.max(0, tokens - allowed)} more than allowed`,
  );
  expect(refused.every((reason) => reason instanceof BudgetSpent)).toBe(true);
  expect(refused.length).toBeGreaterThan(0);
  expect(asking.model.requests.length - before).toBeLessThan(all);
  expect(tokens).toBeLessThanOrEqual(allowed);
  expect(await stand()).toEqual([tokens, 0]);
});

test('what fails is given back, and without a limit nothing is reserved', async () => {
  asking.model.setFault({ kind: 'status', status: 400 });
  await expect(ask()).rejects.toThrow();
  expect(await stand()).toEqual([0, 0]);
  asking.model.setFault(null);
  await limit(null);
  asking.model.hold(1);
  const said = ask();
  await until(() => asking.model.requests.at(-1)?.tokensSent === 1);
  expect(await stand()).toEqual([0, 0]);
  asking.model.goOn();
  await said;
  expect(await stand()).toEqual([300, 0]);
});

test.each([
  [
    'when its time is up',
    async () => {
      await query(`update side_requests set lease_until = now() - interval '1 second'`);
      // By the server's own sweep.
      while ((await stand())[1] !== 0) await new Promise((resolve) => setTimeout(resolve, 50));
    },
  ],
  [
    'at once by the only process of a database',
    () => asking.server.db.asSystem((trx) => releaseForsaken(trx, { all: true })),
  ],
])('what a process that died had reserved is given back %s', async (_, release) => {
  asking.model.hold(1);
  const end = new AbortController();
  const said = ask(end.signal).catch(() => null);
  await until(() => asking.model.requests.at(-1)?.tokensSent === 1);
  await asking.server.db.asSystem((trx) => releaseForsaken(trx, { all: false }));
  expect((await stand())[1]).toBeGreaterThan(1_000);
  await release();
  expect((await stand())[1]).toBe(0);
  // It is not its own end that gave it back.
  expect(asking.model.requests.at(-1)).toMatchObject({ aborted: false, finished: false });
  end.abort();
  asking.model.goOn();
  await said;
  // Its end gives nothing back that is gone.
  expect((await stand())[1]).toBe(0);
});

test('asks for nobody who is no member any more', async () => {
  const before = asking.model.requests.length;
  await query(`update memberships set deactivated_at = now() where id = $1`, [paying.memberId]);
  await expect(ask()).rejects.toMatchObject({ apiCode: 'account_deactivated' });
  await query(`update memberships set deactivated_at = null where id = $1`, [paying.memberId]);
  expect(asking.model.requests.length).toBe(before);
});
