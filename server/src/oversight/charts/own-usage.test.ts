import { randomUUID } from 'node:crypto';
import { setTimeZone } from '@parlance/shared/contract/api/charts/charts';
import { getOwnUsage, type OwnUsage, type OwnUsageDays } from '@parlance/shared/contract/api/charts/own-usage';
import { setMemberState } from '@parlance/shared/contract/api/offboarding';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { sql } from 'kysely';
import { start } from '../../testing/asking.ts';
import type { ModelServer } from '../../testing/model-server.ts';
import { type OldDatabase, openOldDatabase } from '../../testing/old-database.ts';
import { dataOf } from '../../testing/registering.ts';
import { runOf, startAskingModel } from '../../testing/start-asking.ts';
import type { Client, TestServer } from '../../testing/test-app.ts';
import { all, countAllChanges } from './count.ts';
import { ownSums } from './own-usage.ts';

let model: ModelServer;
let server: TestServer;
let member: Client;
let admin: Client;
let bot: string;
let close: () => Promise<void>;
/** The member’s, and the organisation’s. */
let of: { readonly member_id: string; readonly organization_id: string };
beforeAll(async () => {
  ({ model, server, member, bot, close } = await startAskingModel(
    'House Guide',
    { answer: () => [' one', ' two'] },
    { MODEL_NAME: 'large', MODEL_INPUT_PRICE: '1', MODEL_OUTPUT_PRICE: '2' },
  ));
  admin = await server.as('admin@pro.example');
  const { member_id, organization_id } = dataOf(await member.call(getWhoami));
  of = { member_id, organization_id };
});
afterAll(() => close());
beforeEach(() =>
  server.db.asSystem(async (trx) => {
    // Whatever waits is counted when it is taken away.
    for (const table of ['chart_changes', 'chart_member_days'] as const) await trx.deleteFrom(table).execute();
  }),
);

const today = () => new Date().toISOString().slice(0, 10);
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const count = () => countAllChanges(server.db, new AbortController().signal);
const usage = async (client: Client, days?: OwnUsageDays): Promise<OwnUsage> =>
  dataOf(await client.call(getOwnUsage, days === undefined ? {} : { query: { days } }));
const change = (
  at: string,
  figures: Record<string, number>,
  changes: { member_id?: string; bot_id?: string | null } = {},
) =>
  server.db.asSystem((trx) =>
    trx
      .insertInto('chart_changes')
      .values({ ...of, bot_id: bot, ...changes, at: new Date(at), figures: JSON.stringify(figures) })
      .execute(),
  );
const noon = (day: string) => `${day}T12:00:00Z`;
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

test('begins empty, with a zero for each day', async () => {
  const zeros = (days: number) => new Array<number>(days).fill(0);
  for (const days of ['7', '30', '90'] as const) {
    const of0 = zeros(Number(days));
    expect(await usage(member, days)).toEqual({
      from: dayBefore(Number(days) - 1),
      to: today(),
      figures: { dialogues: of0, answers: of0, input_tokens: of0, output_tokens: of0 },
      costs: [],
      bots: [],
    });
  }
  expect((await usage(member)).figures.answers).toHaveLength(30);
  expect((await member.call(getOwnUsage, { query: { days: '365' as OwnUsageDays } })).status).toBe(400);
});

test('shows an answer at once, the same when it is counted, and a second time nothing more', async () => {
  const turn = await start(member, bot, 'How many?');
  await server.app.runs.ended(runOf(turn));
  const waiting = await usage(member, '7');
  expect(model.requests.length).toBeGreaterThan(0);
  expect([waiting.figures.dialogues.at(-1), waiting.figures.answers.at(-1), waiting.bots]).toEqual([
    1,
    1,
    [{ id: bot, name: 'House Guide', dialogues: 1, answers: 1 }],
  ]);
  expect(
    [sumOf(waiting.figures.input_tokens), sumOf(waiting.figures.output_tokens)].every((tokens) => tokens > 0),
  ).toBe(true);
  expect(waiting.costs).toEqual([{ currency: 'USD', values: [0, 0, 0, 0, 0, 0, waiting.costs[0]?.values.at(-1)] }]);
  await Promise.all([count(), count()]);
  expect(await server.db.asSystem((trx) => trx.selectFrom('chart_changes').select('id').execute())).toEqual([]);
  expect(await usage(member, '7')).toEqual(waiting);
});

test('is of the caller alone: neither a colleague’s, nor another organisation’s, nor what nobody did', async () => {
  const { member_id: colleague } = dataOf(await admin.call(getWhoami));
  await change(noon(today()), { dialogues: 5, answers: 7 }, { member_id: colleague });
  await server.db.asSystem((trx) =>
    trx
      .insertInto('chart_changes')
      .values({ ...of, member_id: null, bot_id: bot, at: new Date(), figures: '{"answers": 11}' })
      .execute(),
  );
  const { user_id, other } = await server.db.asSystem(async (trx) => {
    const own = await trx
      .selectFrom('memberships')
      .where('id', '=', of.member_id)
      .select('user_id')
      .executeTakeFirstOrThrow();
    const elsewhere = await trx
      .selectFrom('organizations')
      .where('id', '<>', of.organization_id)
      .select('id')
      .executeTakeFirstOrThrow();
    return { ...own, other: elsewhere.id };
  });
  // The same person in another organisation is another member.
  const { id: elsewhere } = await server.db.asSystem((trx) =>
    trx
      .insertInto('memberships')
      .values({ organization_id: other, user_id, role_title: '', is_admin: false, is_owner: false } as never)
      .returning('id')
      .executeTakeFirstOrThrow(),
  ); // what is not said has a default
  const inserted = {
    organization_id: other,
    member_id: elsewhere,
    bot_id: null,
    at: new Date(),
    figures: '{"answers": 13}',
  };
  await server.db.asSystem((trx) => trx.insertInto('chart_changes').values(inserted).execute());
  for (const whether of ['waits', 'is counted']) {
    expect([
      whether,
      sumOf((await usage(member)).figures.answers),
      sumOf((await usage(admin)).figures.answers),
    ]).toEqual([whether, 0, 7]);
    await count();
  }
  const seen = (organizationId: string) =>
    server.db.asTenant(organizationId, (trx) => trx.selectFrom('chart_member_days').select('member_id').execute());
  expect([await seen(of.organization_id), await seen(other)]).toEqual([
    [{ member_id: colleague }],
    [{ member_id: elsewhere }],
  ]);
  await server.db.asSystem((trx) => trx.deleteFrom('memberships').where('id', '=', elsewhere).execute());
  expect(await seen(other)).toEqual([]);
});

test('who leaves reads nothing, and who comes back goes on from what was theirs', async () => {
  await change(noon(today()), { answers: 3 });
  await count();
  const setState = async (state: 'active' | 'deactivated') =>
    dataOf(await admin.call(setMemberState, { params: { member_id: of.member_id }, body: { state } }));
  await setState('deactivated');
  expect((await member.call(getOwnUsage)).status).toBe(401);
  await setState('active');
  member = await server.as('member@pro.example');
  expect(sumOf((await usage(member)).figures.answers)).toBe(3);
});

test('a day is one of the organisation’s time zone, and what is older is left out', async () => {
  await change(`${dayBefore(3)}T15:59:59Z`, { answers: 1 });
  await change(`${dayBefore(3)}T16:00:00Z`, { answers: 2 });
  dataOf(await admin.call(setTimeZone, { body: { time_zone: 'Asia/Taipei' } }));
  for (const whether of ['waits', 'is counted']) {
    const { from, to, figures } = await usage(member, '7');
    const place = (day: string) => figures.answers[(Date.parse(day) - Date.parse(from)) / 86_400_000];
    expect([whether, to, place(dayBefore(3)), place(dayBefore(2))]).toEqual([
      whether,
      new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
      1,
      2,
    ]);
    await count();
  }
  dataOf(await admin.call(setTimeZone, { body: { time_zone: 'UTC' } }));
  await change(noon(dayBefore(6)), { answers: 10 });
  await change(noon(dayBefore(7)), { answers: 100 });
  expect([
    sumOf((await usage(member, '7')).figures.answers),
    sumOf((await usage(member, '30')).figures.answers),
  ]).toEqual([13, 113]);
});

test('names the five bots that were asked most, in the language of the caller, and none that is gone', async () => {
  const bots = await server.db.asSystem(
    (trx) =>
      trx
        .insertInto('bots')
        .values(
          Array.from({ length: 7 }, (_, at) => ({
            organization_id: of.organization_id,
            name: JSON.stringify({ en: `Bot ${at}` }),
            description: '{}',
            greeting: '{}',
            avatar: '',
          })) as never,
        )
        .returning(['id', sql<string>`name ->> 'en'`.as('name')])
        .execute(), // what is not said has a default
  );
  for (const [at, { id }] of bots.entries())
    await change(noon(dayBefore(at)), { answers: at + 1, dialogues: 1, input_tokens: 9 }, { bot_id: id });
  await change(noon(today()), { input_tokens: 1_000 });
  await change(noon(today()), { answers: 100 }, { bot_id: randomUUID() });
  await count();
  const gone = bots.find(({ name }) => name === 'Bot 6');
  await server.db.asSystem((trx) =>
    trx
      .updateTable('bots')
      .set({ deleted_at: new Date() })
      .where('id', '=', gone?.id ?? '')
      .execute(),
  );
  expect((await usage(member)).bots.map(({ name, answers, dialogues }) => [name, answers, dialogues])).toEqual([
    ['Bot 5', 6, 1],
    ['Bot 4', 5, 1],
    ['Bot 3', 4, 1],
    ['Bot 2', 3, 1],
    ['Bot 1', 2, 1],
  ]);
});

test('a count that fails leaves what waits where it is', async () => {
  await change(noon(today()), { answers: 4 });
  await server.pool.query(`alter table chart_days add constraint refuses check (value < 0) not valid`);
  await expect(count()).rejects.toThrow(/refuses/);
  await server.pool.query('alter table chart_days drop constraint refuses');
  expect(await server.db.asSystem((trx) => trx.selectFrom('chart_member_days').select('day').execute())).toEqual([]);
  await count();
  expect(sumOf((await usage(member)).figures.answers)).toBe(4);
});

test('among a hundred thousand figures of others it reads the caller’s alone', async () => {
  await server.db.asSystem(async (trx) => {
    // Of people who are not made for it.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      insert into chart_member_days (organization_id, member_id, day, bot_id, figures)
      select ${of.organization_id}::uuid, case when person = 0 then ${of.member_id}::uuid else md5(person::text)::uuid end, current_date - day, ${all}::uuid, '{"answers": 1}'
      from generate_series(0, 299) as person, generate_series(0, 364) as day`.execute(trx);
    await sql`
      insert into chart_changes (organization_id, member_id, at, figures)
      select ${of.organization_id}::uuid, md5((n % 300)::text)::uuid, now(), '{"answers": 1}' from generate_series(1, 20000) as n`.execute(
      trx,
    );
  });
  await server.pool.query('vacuum analyze chart_member_days, chart_changes');
  const read = ownSums(
    { organizationId: of.organization_id, memberId: of.member_id },
    { from: dayBefore(89), to: today(), time_zone: 'UTC' },
  );
  const { rows } = await server.db.asTenant(of.organization_id, (trx) =>
    sql<{ 'QUERY PLAN': string }>`explain (analyze, costs off) ${read}`.execute(trx),
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).not.toContain('Seq Scan');
  expect(plan).toMatch(/(?:Index Scan using|Bitmap Index Scan on) chart_member_days_pkey/);
  expect(plan).toMatch(/(?:Index Scan using|Bitmap Index Scan on) chart_changes_by_member/);
  const found = [...plan.matchAll(/Scan (?:using|on) (?:chart_\w+).*?rows=([\d.]+) loops=(\d+)/g)].reduce(
    (sum, [, each, loops]) => sum + Number(each) * Number(loops),
    0,
  );
  expect({ plan, isBounded: found > 0 && found <= 2 * 90 }).toEqual({ plan, isBounded: true });
  expect(sumOf((await usage(member, '90')).figures.answers)).toBe(90);
});

describe('on a database of the release before', () => {
  let database: OldDatabase;
  beforeAll(async () => {
    database = await openOldDatabase('0850');
  });
  afterAll(() => database.close());

  test('what was counted is there, and what waits is counted once', async () => {
    await database.run(`
      insert into organizations (id, name, plan_name, workspace_status, time_zone) values ('00000000-0000-4000-8000-0000000000a1', 'Old Works', 'Team', 'ACTIVE', 'Asia/Taipei');
      insert into users (id, email, password_hash) values ('00000000-0000-4000-8000-000000000001', 'member@old.example', 'hash');
      insert into memberships (id, organization_id, user_id, is_admin, is_owner) values ('00000000-0000-4000-8000-0000000000b1', '00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-000000000001', true, true);
      insert into model_usage (organization_id, member_id, run_id, call, provider, model_name, input_tokens, output_tokens, is_estimated, cost_micros, currency, created_at)
      select '00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000b1', gen_random_uuid(), 1, 'house', 'large', 10, 3, false, 7, 'EUR', at::timestamptz
      from unnest(array[now() - interval '200 days', now() - interval '10 days', date_trunc('day', now(), 'UTC') - interval '1 day 8 hours 1 second', date_trunc('day', now(), 'UTC') - interval '1 day 8 hours']) as at;
      delete from chart_changes;
      insert into model_usage (organization_id, member_id, run_id, call, provider, model_name, input_tokens, output_tokens, is_estimated)
      values ('00000000-0000-4000-8000-0000000000a1', '00000000-0000-4000-8000-0000000000b1', gen_random_uuid(), 1, 'house', 'large', 100, 0, false);`);
    await database.migrateOn();
    const sums = () => database.rowsOf(`select figures from chart_member_days order by day`);
    const counted = { input_tokens: 10, output_tokens: 3, 'cost:EUR': 7 };
    expect(await sums()).toEqual([
      { figures: counted },
      { figures: counted },
      { figures: counted },
      { figures: { input_tokens: 0, output_tokens: 0 } },
    ]);
    // As the release before does it when it counts.
    await database.run('delete from chart_changes');
    expect(await sums()).toEqual([
      { figures: counted },
      { figures: counted },
      { figures: counted },
      { figures: { input_tokens: 100, output_tokens: 0 } },
    ]);
  });
});
