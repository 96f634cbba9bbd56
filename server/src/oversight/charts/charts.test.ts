import { randomUUID } from 'node:crypto';
import * as api from '@parlance/shared/contract/api/charts/charts';
import { postSessionData } from '@parlance/shared/contract/api/usage';
import { sql } from 'kysely';
import { dataOf } from '../../testing/registering.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { readChoices } from './choices.ts';
import { countAllChanges } from './count.ts';

let server: TestServer;
let admin: Client;
let organization: string;
/** By their e-mail. */
let members: ReadonlyMap<string, string>;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin@pro.example');
  const rows = await server.db.asSystem((trx) =>
    trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['memberships.id', 'email', 'organization_id'])
      .execute(),
  );
  members = new Map(rows.map(({ id, email }) => [email, id]));
  organization = rows.find(({ email }) => email === 'admin@pro.example')?.organization_id ?? '';
});
afterAll(() => server.close());
beforeEach(() =>
  server.db.asSystem(async (trx) => {
    for (const table of [
      'chart_changes',
      'chart_days',
      'chart_presence',
      'chart_askers',
      'chart_members',
      'usage_sessions',
    ] as const)
      await trx.deleteFrom(table).execute();
  }),
);

const hour = 3600;
const today = new Date().toISOString().slice(0, 10);
const dayBefore = (days: number) => new Date(Date.now() - days * 24 * hour * 1000).toISOString().slice(0, 10);
const sessionOf = (seconds: object = {}) => ({
  session_id: randomUUID(),
  typing: 60,
  reading: 120,
  interacting: 30,
  idling: 10,
  ...seconds,
});
const count = () => countAllChanges(server.db, new AbortController().signal);
const idOf = (email: string) => members.get(email) ?? '';
const noon = (day: string) => new Date(`${day}T12:00:00Z`);

const post = (client: Client, session: object) =>
  server.charts.inject({
    method: 'POST',
    url: postSessionData.path,
    headers: {
      cookie: `sessionid=${client.cookies.get('sessionid')}`,
      origin: 'http://localhost:3000',
      'content-type': 'text/plain',
    },
    payload: JSON.stringify(session),
  });
/** As it would have been stored on that day. */
const store = (memberId: string, day: string, seconds: object = {}) =>
  server.db.asSystem((trx) =>
    trx
      .insertInto('usage_sessions')
      .values({
        ...sessionOf(seconds),
        organization_id: organization,
        member_id: memberId,
        received_at: noon(day),
      } as never)
      .execute(),
  ); // received_at is generated where nobody says it
const change = (memberId: string | null, botId: string | null, day: string, figures: Record<string, number>) =>
  server.db.asSystem((trx) =>
    trx
      .insertInto('chart_changes')
      .values({
        organization_id: organization,
        member_id: memberId,
        bot_id: botId,
        at: noon(day),
        figures: JSON.stringify(figures),
      })
      .execute(),
  );
const series = async (query: Partial<api.ChartRange> = {}) =>
  dataOf(await admin.call(api.getChartSeries, { query: { from: dayBefore(6), to: today, ...query } }));
const codeOf = async (query: Partial<api.ChartRange>) => {
  const { status, body } = await admin.call(api.getChartSeries, { query: { from: dayBefore(6), to: today, ...query } });
  return body.success ? `${status}` : `${status} ${body.code}`;
};

test('a session that five posts each bring, shuffled and at once, while two workers count, is counted once (DUR-05, N = 200)', async () => {
  const people = await Promise.all(
    ['member@pro.example', 'admin@pro.example', 'owner@pro.example', 'otp@pro.example'].map((email) =>
      server.as(email),
    ),
  );
  const sessions = Array.from({ length: 200 }, () => sessionOf());
  const posts = Array.from({ length: 5 }, (_, time) =>
    sessions.map((session, at) => ({
      session,
      client: people[at % 4] ?? admin,
      order: (at * 7919 + time * 104_729) % 1009,
    })),
  )
    .flat()
    .toSorted((a, b) => a.order - b.order);
  const counting = (async () => {
    for (let time = 0; time < 5; time += 1) await Promise.all([count(), count()]);
  })();
  const answers = await Promise.all(posts.map(({ session, client }) => post(client, session)));
  expect(answers.filter(({ statusCode }) => statusCode !== 200)).toEqual([]);
  await counting;
  await Promise.all([count(), count()]);
  const { current } = await series();
  expect([
    current.figures.typing?.at(-1),
    current.figures.reading?.at(-1),
    current.figures.idling?.at(-1),
    current.figures.active_day?.at(-1),
  ]).toEqual([200 * 60, 200 * 120, 200 * 10, 4]);
  console.info(
    `DUR-05: ${posts.length} posts of ${sessions.length} usage sessions while two workers counted: 0 lost, 0 twice`,
  );
});

test('a count that fails adds nothing and loses nothing', async () => {
  await store(idOf('member@pro.example'), today);
  await server.pool.query('alter table chart_days add constraint refuses check (value < 0) not valid');
  await expect(count()).rejects.toThrow(/refuses/);
  await server.pool.query('alter table chart_days drop constraint refuses');
  await count();
  expect((await series()).current.figures.typing?.at(-1)).toBe(60);
});

test('who was there counts once in a day, a week and a month, in whichever order the days come', async () => {
  const [mei, adrian] = [idOf('member@pro.example'), idOf('admin@pro.example')];
  for (const day of [10, 2, 4, 2]) {
    await store(mei, dayBefore(day));
    await count();
  }
  for (const day of [3, 40, 2]) await store(adrian, dayBefore(day));
  await count();
  const { figures } = (await series({ from: dayBefore(44) })).current;
  const expected = (reach: number) =>
    Array.from(
      { length: 45 },
      (_, at) =>
        [
          [10, 2, 4],
          [3, 40, 2],
        ].filter((days) => days.some((day) => day >= 44 - at && day < 44 - at + reach)).length,
    );
  expect(figures.active_day).toEqual(expected(1));
  expect(figures.active_week).toEqual(expected(7));
  expect(figures.active_month).toEqual(expected(30));
});

test('a day of a member has no more seconds than a day, however many sessions claim', async () => {
  for (let at = 0; at < 5; at += 1)
    expect(
      (await post(admin, sessionOf({ typing: 10 * hour, reading: 0, interacting: 0, idling: 0 }))).statusCode,
    ).toBe(200);
  await count();
  expect((await post(admin, sessionOf({ typing: 10 * hour }))).statusCode).toBe(200);
  await count();
  expect((await series()).current.figures.typing?.at(-1)).toBe(20 * hour);
});

test('of an organisation that goes while it is asked nothing is offered', async () => {
  const gone = randomUUID();
  const asked = server.db.asTenant(gone, (trx) => readChoices(trx, { organizationId: gone, language: 'en' }));
  await expect(asked).rejects.toMatchObject({ apiCode: 'not_found' });
});

test('a session that is longer than a day is refused, and ten thousand at once are counted as far as a day goes', async () => {
  expect((await post(admin, sessionOf({ typing: 20 * hour, reading: 5 * hour }))).statusCode).toBe(400);
  await server.db.asSystem((trx) =>
    sql`
    insert into usage_sessions (organization_id, member_id, session_id, typing, reading, interacting, idling)
    select ${organization}, ${idOf('admin@pro.example')}, gen_random_uuid(), 30, 0, 0, 0 from generate_series(1, 10000)`.execute(
      trx,
    ),
  );
  await count();
  expect((await series()).current.figures.typing?.at(-1)).toBe(24 * hour);
  expect(await server.db.asSystem((trx) => trx.selectFrom('chart_changes').select('id').execute())).toEqual([]);
});

test('a day is one of the organisation’s time zone; what is counted stays', async () => {
  await server.db.asSystem((trx) =>
    trx
      .insertInto('chart_changes')
      .values({
        organization_id: organization,
        member_id: idOf('member@pro.example'),
        bot_id: null,
        at: new Date(`${dayBefore(3)}T23:30:00Z`),
        figures: '{"typing": 5}',
      })
      .execute(),
  );
  await count();
  expect(await admin.call(api.setTimeZone, { body: { time_zone: 'Asia/Taipei' } })).toMatchObject({ status: 200 });
  await server.db.asSystem((trx) =>
    trx
      .insertInto('chart_changes')
      .values({
        organization_id: organization,
        member_id: idOf('member@pro.example'),
        bot_id: null,
        at: new Date(`${dayBefore(3)}T23:30:00Z`),
        figures: '{"typing": 7}',
      })
      .execute(),
  );
  await count();
  const { current } = await series();
  expect(current.figures.typing).toEqual([0, 0, 0, 5, 7, 0, 0]);
  expect(dataOf(await admin.call(api.getChartChoices)).time_zone).toBe('Asia/Taipei');
  expect((await admin.call(api.setTimeZone, { body: { time_zone: 'Mars/Olympus' } })).status).toBe(400);
  dataOf(await admin.call(api.setTimeZone, { body: { time_zone: 'UTC' } }));
});

test('an expired workspace, a member and a plan without the dashboard reach none of it (TEN-08, N = 20)', async () => {
  const refused: [string, string][] = [
    ['owner@expired.example', 'workspace_expired'],
    ['member@expired.example', 'workspace_expired'],
    ['member@pro.example', 'forbidden'],
    ['owner@free.example', 'feature_missing'],
    ['member@free.example', 'forbidden'],
  ];
  for (const [email, code] of refused) {
    const client = await server.as(email);
    const answers = [
      await client.call(api.getChartSeries, { query: { from: today, to: today } }),
      await client.call(api.getChartTops, { query: { from: today, to: today } }),
      await client.call(api.getChartChoices),
      await client.call(api.setTimeZone, { body: { time_zone: 'UTC' } }),
    ];
    expect(answers.map(({ body }) => [email, body.success ? '' : body.code])).toEqual(answers.map(() => [email, code]));
  }
  console.info('TEN-08: 0 of 20 requests for figures by people who may not see them were answered');
});

test('the period before is as long and ends the day before; a range is at most a leap year and not the wrong way round', async () => {
  await change(null, null, dayBefore(7), { dialogues: 3, 'cost:EUR': 12 });
  await count();
  const { current, previous } = await series();
  expect([current.figures.dialogues, previous.figures.dialogues, previous.to, previous.costs]).toEqual([
    new Array(7).fill(0),
    [0, 0, 0, 0, 0, 0, 3],
    dayBefore(7),
    [{ currency: 'EUR', values: [0, 0, 0, 0, 0, 0, 12] }],
  ]);
  expect(await codeOf({ from: today, to: dayBefore(1) })).toBe('400 validation_failed');
  expect(await codeOf({ from: '2024-01-01', to: '2024-12-31' })).toBe('200');
  expect(await codeOf({ from: '2024-01-01', to: '2025-01-01' })).toBe('400 validation_failed');
});

describe('teams and bots', () => {
  /** Twelve further people in two teams of five and one of three. */
  let teams: string[];
  let people: string[];
  beforeAll(async () => {
    await server.db.asSystem(async (trx) => {
      const users = await trx
        .insertInto('users')
        .values(
          Array.from({ length: 13 }, (_, at) => ({
            email: `p${at}@pro.example`,
            username: null,
            password_hash: '-',
          })) as never,
        )
        .returning('id')
        .execute(); // what is not said has a default
      const made = await trx
        .insertInto('memberships')
        .values(
          users.map(({ id }) => ({
            organization_id: organization,
            user_id: id,
            role_title: '',
            is_admin: false,
            is_owner: false,
          })) as never,
        )
        .returning('id')
        .execute(); // the same
      people = made.map(({ id }) => id).toSorted();
      teams = [];
      for (const [name, from, to] of [
        ['One', 0, 5],
        ['Two', 5, 10],
        ['Three', 10, 13],
      ] as const) {
        const { id } = await trx
          .insertInto('teams')
          .values({ organization_id: organization, name })
          .returning('id')
          .executeTakeFirstOrThrow();
        teams.push(id);
        await trx
          .insertInto('team_members')
          .values(
            people.slice(from, to).map((member_id) => ({ organization_id: organization, team_id: id, member_id })),
          )
          .execute();
      }
    });
  });

  test('a team of five has figures of its own, one of three has none, and foreign ones are not found', async () => {
    await store(people[0] ?? '', today);
    await store(people[11] ?? '', today);
    await count();
    expect((await series({ team_id: teams[0] ?? '' })).current.figures.typing?.at(-1)).toBe(60);
    expect((await series()).current.figures.typing?.at(-1)).toBe(120);
    expect(await codeOf({ team_id: teams[2] ?? '' })).toBe('403 group_too_small');
    const { id: foreign } = await server.db.asSystem((trx) =>
      trx.selectFrom('teams').where('organization_id', '<>', organization).select('id').executeTakeFirstOrThrow(),
    );
    expect([await codeOf({ team_id: foreign }), await codeOf({ team_id: randomUUID() })]).toEqual([
      '404 not_found',
      '404 not_found',
    ]);
    const choices = dataOf(await admin.call(api.getChartChoices));
    expect(choices.teams.map(({ name }) => name)).toEqual(['One', 'Two']);
    expect(choices.hidden_teams).toBe(3);
  });

  test('who changes a team sees none of what its people did before', async () => {
    await store(people[0] ?? '', today, { typing: 7 });
    await count();
    const of = { team_id: teams[0] ?? '', member_id: people[0] ?? '' };
    const before = (await series({ team_id: of.team_id })).current;
    await server.db.asSystem(async (trx) => {
      await trx.deleteFrom('team_members').where('member_id', '=', of.member_id).execute();
      await trx
        .insertInto('team_members')
        .values({ organization_id: organization, team_id: of.team_id, member_id: people[12] ?? '' })
        .execute();
    });
    await store(people[12] ?? '', dayBefore(1), { typing: 9 });
    expect((await series({ team_id: of.team_id })).current).toEqual(before);
    await server.db.asSystem(async (trx) => {
      await trx
        .deleteFrom('team_members')
        .where('team_id', '=', of.team_id)
        .where('member_id', '=', people[12] ?? '')
        .execute();
      await trx
        .insertInto('team_members')
        .values({ organization_id: organization, ...of })
        .execute();
    });
    await count();
    expect((await series({ team_id: of.team_id })).current.figures.typing).toEqual(before.figures.typing);
  });

  test('bots that everybody may ask are listed, what else is asked is together, and never what one person asks alone', async () => {
    const bots = await server.db.asSystem((trx) =>
      trx
        .selectFrom('bots')
        .where('organization_id', '=', organization)
        .where('access', '=', 'organization')
        .where('version', 'is not', null)
        .orderBy('id')
        .select('id')
        .execute(),
    );
    const [one = '', two = ''] = bots.map(({ id }) => id);
    const { id: own } = await server.db.asSystem((trx) =>
      trx
        .selectFrom('bots')
        .where('organization_id', '=', organization)
        .where('access', '=', 'private')
        .select('id')
        .executeTakeFirstOrThrow(),
    );
    for (const member of people.slice(0, 6)) await change(member, one, today, { answers: 1, active: 1 });
    for (const member of people.slice(0, 7)) await change(member, two, today, { answers: 2, active: 1 });
    await count();
    const tops = async (query: object = {}) =>
      dataOf(await admin.call(api.getChartTops, { query: { from: dayBefore(6), to: today, ...query } }));
    expect((await tops()).bots.map(({ id, answers }) => [id, answers])).toEqual([
      [two, 14],
      [one, 6],
    ]);
    expect((await tops()).other_bots).toBeNull();
    await change(people[0] ?? '', own, today, { answers: 1, active: 1, input_tokens: 40 });
    await count();
    expect(await tops()).toMatchObject({ bots: [{ id: two, answers: 14 }], other_bots: { answers: 7, tokens: 40 } });
    expect(await codeOf({ bot_id: own })).toBe('403 group_too_small');
    for (const member of people.slice(1, 5)) await change(member, own, today, { answers: 1, active: 1 });
    await count();
    expect((await tops()).bots).toHaveLength(2);
    expect((await tops()).other_bots).toMatchObject({ answers: 5, tokens: 40 });
    const ofBot = (await series({ bot_id: one })).current.figures;
    expect([ofBot.answers?.at(-1), ofBot.active_day?.at(-1), ofBot.typing]).toEqual([6, 6, undefined]);
    expect((await tops()).adoption).toMatchObject({ asked: 7, active: 7, regular: 0 });
  });

  test('regular is who has asked on five days, and still there who was so this week', async () => {
    const { id: bot } = await server.db.asSystem((trx) =>
      trx
        .selectFrom('bots')
        .where('organization_id', '=', organization)
        .where('access', '=', 'organization')
        .select('id')
        .limit(1)
        .executeTakeFirstOrThrow(),
    );
    for (const [at, days] of [
      [4, 3, 2, 1, 0],
      [24, 23, 22, 21, 20],
      [1, 1, 1, 1, 1],
    ].entries()) {
      for (const day of days) await change(people[at] ?? '', bot, dayBefore(day), { answers: 1, active: 1 });
    }
    await count();
    const { adoption } = dataOf(await admin.call(api.getChartTops, { query: { from: today, to: today } }));
    expect(adoption).toEqual({ members: 17, active: 3, asked: 3, regular: 2, this_week: 1 });
  });
});
