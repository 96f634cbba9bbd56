import { randomUUID } from 'node:crypto';
import * as api from '@parlance/shared/contract/api/retention';
import { sql, type KyselyPlugin, type RawNode } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { codeOf, dataOf } from '../../testing/agents.ts';
import { start } from '../../testing/asking.ts';
import { writeReasoning } from '../../testing/reasoning.ts';
import { type AskingModel, ended, runOf, startAskingModel } from '../../testing/start-asking.ts';
import type { Client } from '../../testing/test-app.ts';
import { findOld, removeSome } from './kinds.ts';
import { retentionApplying } from './retention-job.ts';

let asking: AskingModel;
let admin: Client;
let otp: Client;
let organizationId: string;
beforeAll(async () => {
  asking = await startAskingModel('Blank Sheet', { answer: () => ['Yes, ', 'thirty.'] });
  [admin, otp] = [await asking.server.as('admin@pro.example'), await asking.server.as('otp@pro.example')];
  ({ organization_id: organizationId } = await asking.server.db.asSystem((trx) =>
    trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('users.email', '=', 'member@pro.example')
      .select('memberships.organization_id')
      .executeTakeFirstOrThrow(),
  ));
});
afterAll(() => asking.close());
afterEach(async () => {
  for (const table of ['legal_holds', 'retention_policies', 'answer_reasoning', 'tool_call_extras'])
    await asking.server.pool.query(`delete from ${table}`);
});

type Answer = { readonly runId: string; readonly answerId: string };

async function answered(client = asking.member): Promise<Answer> {
  const turn = await ended(client, await start(client, asking.bot, 'How many days?'));
  return { runId: runOf(turn), answerId: turn.answer.id };
}

const reason = ({ runId }: Answer, days: number) => writeReasoning(asking.server.pool, runId, { days });

const tried = async (reasoning: number) => {
  const { kinds } = dataOf(await admin.call(api.tryRetention, { body: { days: { reasoning } } }));
  return kinds.map(({ kind, ...rest }) => (expect(kind).toBe('reasoning'), rest));
};
/** Purges what is older than these days; returns the number of removed rows. */
async function purge(reasoning: number): Promise<number> {
  const { version } = dataOf(await admin.call(api.getRetention, {}));
  dataOf(await admin.call(api.saveRetention, { body: { days: { reasoning }, version } }));
  await retentionApplying({ db: asking.server.db }).run({ organization: organizationId }, new AbortController().signal);
  const { applied } = dataOf(await admin.call(api.getRetention, {}));
  await asking.server.pool.query('delete from retention_policies');
  return applied?.removed.find(({ kind }) => kind === 'reasoning')?.count ?? 0;
}
/** Counts the pieces and extras that are left. */
async function left(): Promise<{ pieces: number; extras: number }> {
  const { rows } = await asking.server.pool.query<{ pieces: number; extras: number }>(
    'select (select count(*)::int from answer_reasoning) as pieces, (select count(*)::int from tool_call_extras) as extras',
  );
  return rows[0] ?? { pieces: 0, extras: 0 };
}

test('reasoning goes by its own age, as the dry run has said, and the answers and calls stay', async () => {
  const [old, fresh] = [await answered(), await answered()];
  await reason(old, 40);
  await reason(fresh, 1);
  expect(await tried(30)).toEqual([{ count: 3, oldest: expect.any(String), held: 0 }]);
  expect(await left()).toEqual({ pieces: 4, extras: 2 });
  expect(await purge(30)).toBe(3);
  expect(await left()).toEqual({ pieces: 2, extras: 1 });
  const { rows } = await asking.server.pool.query<{ content: string; calls: number }>(
    'select content, (select count(*)::int from tool_calls where run_id = $2) as calls from messages where id = $1',
    [old.answerId, old.runId],
  );
  expect(rows).toEqual([{ content: 'Yes, thirty.', calls: 1 }]);
  expect(await tried(30)).toEqual([{ count: 0, oldest: null, held: 0 }]);
});

test('it is kept for a day at least, and for ever unless somebody says otherwise', async () => {
  expect(codeOf(await admin.call(api.saveRetention, { body: { days: { reasoning: 0 }, version: 0 } }))).toBe(
    '400 validation_failed',
  );
  await reason(await answered(), 2);
  dataOf(await admin.call(api.saveRetention, { body: { days: { dialogues: 7 }, version: 0 } }));
  await retentionApplying({ db: asking.server.db }).run({ organization: organizationId }, new AbortController().signal);
  expect(await left()).toEqual({ pieces: 2, extras: 1 });
  await asking.server.pool.query('delete from retention_policies');
  expect(await purge(1)).toBe(3);
});

test('a hold on the member of its dialogue keeps it, and so does one on the organisation', async () => {
  await reason(await answered(), 40);
  await reason(await answered(otp), 40);
  const hold = async (subject: api.HoldSubject) =>
    dataOf(
      await admin.call(api.placeHold, {
        body: { idempotency_key: randomUUID(), subject, reason: 'Proceedings of the labour court', until: null },
      }),
    );
  const { id: hold_id } = await hold({ kind: 'member', email: 'otp@pro.example' });
  expect(await tried(30)).toEqual([{ count: 3, oldest: expect.any(String), held: 3 }]);
  expect(await purge(30)).toBe(3);
  expect(await left()).toEqual({ pieces: 2, extras: 1 });
  await hold({ kind: 'organization' });
  await admin.call(api.endHold, { params: { hold_id } });
  expect(await tried(30)).toEqual([{ count: 0, oldest: null, held: 3 }]);
  expect(await purge(30)).toBe(0);
  await asking.server.pool.query('delete from legal_holds');
  expect(await purge(30)).toBe(3);
});

test('that of an answer under way is neither counted nor removed', async () => {
  asking.model.hold(1);
  const turn = await start(asking.member, asking.bot, 'How many days?');
  const answer = { runId: runOf(turn), answerId: turn.answer.id };
  await reason(answer, 40);
  expect(await tried(30)).toEqual([{ count: 0, oldest: null, held: 0 }]);
  expect(await purge(30)).toBe(0);
  expect(await left()).toEqual({ pieces: 2, extras: 1 });
  asking.model.goOn();
  await ended(asking.member, turn);
  await asking.server.pool.query('delete from answer_reasoning; delete from tool_calls');
  await reason(answer, 40);
  expect(await purge(30)).toBe(3);
});

test('a call that names its answer itself loses its extras too', async () => {
  const answer = await answered();
  await reason(answer, 40);
  // As the call of a copied answer does.
  await asking.server.pool.query('update tool_calls set run_id = null, answer_id = $1 where run_id = $2', [
    answer.answerId,
    answer.runId,
  ]);
  expect(await tried(30)).toMatchObject([{ count: 3 }]);
  expect(await purge(30)).toBe(3);
});

test('nothing of another organisation is counted, removed or read (TEN-01)', async () => {
  await reason(await answered(), 40);
  const { id: other } = await asking.server.db.asSystem((trx) =>
    trx.selectFrom('organizations').where('plan_name', '=', 'Free!').select('id').executeTakeFirstOrThrow(),
  );
  const query = { organizationId: other, kind: 'reasoning', before: new Date(), held: noHolds } as const;
  expect(await asking.server.db.asSystem((trx) => findOld(trx, query))).toEqual({ count: 0, oldest: null, held: 0 });
  expect(await asking.server.db.asSystem((trx) => removeSome(trx, query))).toBe(0);
  expect(await left()).toEqual({ pieces: 2, extras: 1 });
  const readBy = (organization: string) =>
    asking.server.db.asTenant(organization, async (trx) => [
      (await trx.selectFrom('answer_reasoning').select('text').execute()).length,
      (await trx.selectFrom('tool_call_extras').select('extras').execute()).length,
    ]);
  expect([await readBy(organizationId), await readBy(other)]).toEqual([
    [2, 1],
    [0, 0],
  ]);
});

const noHolds = { isAny: false, isAll: false, memberIds: [] };

test('a purge reads as much as is old: both tables are found by age', async () => {
  const { server } = asking;
  await server.db.asSystem(async (trx) => {
    // Rows without their answers and calls, of which the purge reads only those that are old.
    await sql`set local session_replication_role = replica`.execute(trx);
    const age = sql`now() - case when n % 500 = 0 then interval '40 days' else interval '1 day' end`;
    await sql`insert into answer_reasoning (organization_id, answer_id, "offset", text, created_at)
      select ${organizationId}, md5((n / 5)::text)::uuid, n % 5, 'Let me see', ${age} from generate_series(1, 20000) as n`.execute(
      trx,
    );
    await sql`insert into tool_call_extras (organization_id, call_id, extras, created_at)
      select ${organizationId}, md5(n::text)::uuid, '{}', ${age} from generate_series(1, 20000) as n`.execute(trx);
  });
  await server.pool.query('vacuum analyze answer_reasoning, tool_call_extras');
  const before = new Date(Date.now() - 30 * 86_400_000);
  for (const work of [findOld, removeSome]) {
    const plans = await server.db.asSystem((trx) =>
      plansOf(trx, (explained) => work(explained, { organizationId, kind: 'reasoning', before, held: noHolds })),
    );
    expect(plans).toEqual([
      expect.stringMatching(/Index Scan (using|on) answer_reasoning_by_age/),
      expect.stringMatching(/Index Scan (using|on) tool_call_extras_by_age/),
    ]);
    expect(plans.join('\n')).not.toMatch(/Seq Scan on (answer_reasoning|tool_call_extras)/);
  }
});

/** Explains the statements of some work instead of executing them. */
async function plansOf(trx: Trx, work: (explained: Trx) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = [];
  const explaining: KyselyPlugin = {
    transformQuery({ node }) {
      const {
        sqlFragments: [first = '', ...rest],
      } = node as RawNode; // the statements of a purge are raw
      return { ...node, sqlFragments: [`explain ${first}`, ...rest] } as RawNode;
    },
    transformResult({ result }) {
      plans.push(result.rows.map((row) => String(row['QUERY PLAN'])).join('\n'));
      return Promise.resolve({ ...result, rows: [] });
    },
  };
  await work(trx.withPlugin(explaining));
  return plans;
}
