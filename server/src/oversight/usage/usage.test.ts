import { beaconMaxBytes, postEvents, postSessionData, usageMaxSeconds } from '@parlance/shared/contract/api/usage';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

const web = 'http://localhost:3000';
const asBeacon = { origin: web, 'sec-fetch-site': 'same-site', 'content-type': 'text/plain;charset=UTF-8' };

let server: TestServer;
let member: Client;
beforeAll(async () => {
  server = await startTestServer();
  member = await server.as('member@pro.example');
});
afterAll(() => server.close());

const sessionOf = (seconds: object = {}) => ({
  session_id: crypto.randomUUID(),
  typing: 12,
  reading: 34,
  interacting: 5,
  idling: 0,
  ...seconds,
});
const eventOf = (parts: object = {}) => ({
  event_id: crypto.randomUUID(),
  name: 'page_view',
  at: Date.now(),
  route: '/dialogue/:dialogueId',
  detail: { language: 'en', count: 3, is_admin: false },
  ...parts,
});

/**
 * Sends a beacon as a browser does while its page goes away: the cookie, the origin, no X-CSRFToken, a body declared as
 * text.
 */
function beacon(client: Client, path: string, body: unknown, headers: Record<string, string> = asBeacon) {
  const cookie = client.cookies.has('sessionid') ? { cookie: `sessionid=${client.cookies.get('sessionid')}` } : {};
  return server.charts.inject({
    method: 'POST',
    url: path,
    headers: { ...cookie, ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
const post = (client: Client, body: unknown, headers?: Record<string, string>) =>
  beacon(client, postSessionData.path, body, headers);
const postBatch = (client: Client, body: unknown, headers?: Record<string, string>) =>
  beacon(client, postEvents.path, body, headers);

const stored = (sessionId: string) =>
  server.db.asSystem((trx) =>
    trx.selectFrom('usage_sessions').selectAll().where('session_id', '=', sessionId).execute(),
  );
const storedEvents = (ids: readonly string[]) =>
  server.db.asSystem((trx) => trx.selectFrom('analytics_events').selectAll().where('event_id', 'in', ids).execute());

describe.each([
  [
    'POST /charts/v1/session-data',
    (client: Client, headers?: Record<string, string>) => post(client, sessionOf(), headers),
  ],
  [
    'POST /charts/v1/events',
    (client: Client, headers?: Record<string, string>) => postBatch(client, { events: [eventOf()] }, headers),
  ],
])('%s', (_, send) => {
  test('without a session is 401', async () => {
    expect((await send(server.anonymous())).statusCode).toBe(401);
  });

  test.each(['member@expired.example', 'owner@expired.example', 'pending@new.example'])(
    'of %s is 403',
    async (email) => {
      expect((await send(await server.as(email))).statusCode).toBe(403);
    },
  );

  test('from the page is 200 without X-CSRFToken, as text/plain and as application/json', async () => {
    expect((await send(member)).statusCode).toBe(200);
    expect((await send(member, { ...asBeacon, 'content-type': 'application/json' })).statusCode).toBe(200);
  });

  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a sibling subdomain', { origin: 'http://evil.localhost:3000', 'sec-fetch-site': 'same-site' }],
    ['another port of the same host', { origin: 'http://localhost:4000', 'sec-fetch-site': 'same-site' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a browser that hides its origin', { 'sec-fetch-site': 'cross-site' }],
    ['somebody who does not say from where', {}],
    ['somebody who says it with a token only', { 'x-csrftoken': 'any' }],
    ['an address that was typed', { 'sec-fetch-site': 'none' }],
  ])('from %s is 403', async (__, headers) => {
    const answer = await send(member, { 'content-type': 'text/plain', ...headers });
    expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status: 403, code: 'origin_refused' });
  });
});

test('a session is stored for its member and organisation', async () => {
  const session = sessionOf();
  const answer = await post(member, session);
  expect(answer.json()).toEqual({ success: true, data: { session_id: session.session_id } });
  const rows = await stored(session.session_id);
  expect(rows).toEqual([expect.objectContaining(session)]);
});

test('a session posted twenty times at once is one row, and every answer is the same (N = 20)', async () => {
  const session = sessionOf();
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(member, session)));
  expect(new Set(answers.map(({ statusCode, payload }) => `${statusCode} ${payload}`)).size).toBe(1);
  expect(await stored(session.session_id)).toHaveLength(1);
});

test('what was counted first stays, whatever is posted under the same id later', async () => {
  const session = sessionOf();
  await post(member, session);
  expect((await post(member, { ...session, typing: 9999 })).statusCode).toBe(200);
  expect(await stored(session.session_id)).toEqual([expect.objectContaining({ typing: 12 })]);
});

test('the same id of another member, in this organisation or another, neither overwrites nor hides anything', async () => {
  const session = sessionOf();
  await post(member, session);
  const answers = [
    await post(await server.as('admin@pro.example'), { ...session, typing: 1 }),
    await post(await server.as('owner@free.example'), { ...session, typing: 2 }),
  ];
  expect(answers.map(({ payload }) => payload)).toEqual(
    answers.map(() => JSON.stringify({ success: true, data: { session_id: session.session_id } })),
  );
  const rows = await stored(session.session_id);
  expect(rows.map(({ typing }) => typing).sort((a, b) => a - b)).toEqual([1, 2, 12]);
  expect(new Set(rows.map(({ organization_id }) => organization_id)).size).toBe(2);
});

test('an organisation sees its own sessions and events only, and writes for no other', async () => {
  const session = sessionOf();
  await post(member, session);
  const [row] = await stored(session.session_id);
  const foreign = await server.db.asSystem((trx) =>
    trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('users.email', '=', 'owner@free.example')
      .select(['memberships.id', 'memberships.organization_id'])
      .executeTakeFirstOrThrow(),
  );
  const seen = await server.db.asTenant(foreign.organization_id, (trx) =>
    trx.selectFrom('usage_sessions').selectAll().where('session_id', '=', session.session_id).execute(),
  );
  expect(seen).toEqual([]);
  const forged = server.db.asTenant(foreign.organization_id, (trx) =>
    trx
      .insertInto('usage_sessions')
      .values({ ...sessionOf(), organization_id: row?.organization_id ?? '', member_id: row?.member_id ?? '' })
      .execute(),
  );
  await expect(forged).rejects.toThrow(/row-level security/);
});

test.each<[string, unknown]>([
  ['a negative number', sessionOf({ typing: -1 })],
  ['a fraction', sessionOf({ reading: 1.5 })],
  ['more than a day', sessionOf({ idling: usageMaxSeconds + 1 })],
  ['more than a day in all', sessionOf({ typing: 0, reading: usageMaxSeconds, interacting: 1, idling: 0 })],
  ['a text', sessionOf({ typing: '12' })],
  ['null, which is what NaN and Infinity become', sessionOf({ typing: Number.NaN })],
  ['a missing number', { ...sessionOf(), idling: undefined }],
  ['a further field', sessionOf({ member_id: crypto.randomUUID() })],
  ['a protected column', sessionOf({ organization_id: crypto.randomUUID(), received_at: '2020-01-01' })],
  ['an id that is none', sessionOf({ session_id: 'x' })],
  ['a list', [sessionOf()]],
  ['null', 'null'],
  ['NaN itself', '{"session_id":"x","typing":NaN}'],
  ['JSON that breaks off', '{"session_id":'],
  ['nothing', ''],
  ['a form', 'typing=1&reading=2'],
])('a session with %s is 400 and stores nothing', async (_, body) => {
  const count = async () =>
    (await server.db.asSystem((trx) => trx.selectFrom('usage_sessions').select('session_id').execute())).length;
  const before = await count();
  expect((await post(member, body)).statusCode).toBe(400);
  expect(await count()).toBe(before);
});

test('the bounds themselves are taken', async () => {
  const session = sessionOf({ typing: 0, reading: usageMaxSeconds - 1, interacting: 1, idling: 0 });
  expect((await post(member, session)).statusCode).toBe(200);
  expect(await stored(session.session_id)).toHaveLength(1);
});

test('a body larger than a beacon may be is 413, and another type than JSON or text 415', async () => {
  const large = JSON.stringify({ ...sessionOf(), more: 'x'.repeat(beaconMaxBytes) });
  expect((await post(member, large)).statusCode).toBe(413);
  expect((await postBatch(member, large)).statusCode).toBe(413);
  expect(
    (await post(member, sessionOf(), { ...asBeacon, 'content-type': 'application/x-www-form-urlencoded' })).statusCode,
  ).toBe(415);
});

test('text/plain is taken by these routes and by no other of the service', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/auth/v1/sign_in',
    headers: { 'content-type': 'text/plain' },
    payload: '{}',
  });
  expect(answer.statusCode).toBe(415);
});

test('a batch of events is stored once, however often it comes', async () => {
  const events = Array.from({ length: 50 }, () => eventOf());
  const answers = await Promise.all([
    postBatch(member, { events }),
    postBatch(member, { events }),
    postBatch(member, { events: [...events].reverse() }),
  ]);
  expect(answers.map(({ statusCode, payload }) => [statusCode, payload])).toEqual(
    answers.map(() => [200, JSON.stringify({ success: true, data: { accepted: 50 } })]),
  );
  const rows = await storedEvents(events.map(({ event_id }) => event_id));
  expect(rows).toHaveLength(50);
  expect(rows[0]).toMatchObject({
    name: 'page_view',
    route: '/dialogue/:dialogueId',
    detail: { language: 'en', count: 3, is_admin: false },
  });
});

test('an event from the future is one of the moment it came', async () => {
  const [early, late] = [eventOf({ at: 1_000 }), eventOf({ at: Date.now() + 10 * 24 * 3600 * 1000 })];
  expect((await postBatch(member, { events: [early, late] })).statusCode).toBe(200);
  const rows = await storedEvents([early.event_id, late.event_id]);
  expect(rows.find(({ event_id: id }) => id === early.event_id)?.occurred_at).toEqual(new Date(1_000));
  expect(rows.find(({ event_id: id }) => id === late.event_id)?.occurred_at.getTime()).toBeLessThanOrEqual(Date.now());
});

test('one event twice in one batch is one row', async () => {
  const event = eventOf();
  expect((await postBatch(member, { events: [event, event] })).statusCode).toBe(200);
  expect(await storedEvents([event.event_id])).toHaveLength(1);
});

test.each<[string, unknown]>([
  ['no event', { events: [] }],
  ['more than fifty', { events: Array.from({ length: 51 }, () => eventOf()) }],
  ['a name with a space', { events: [eventOf({ name: 'page view' })] }],
  ['a time that is a fraction', { events: [eventOf({ at: 1.5 })] }],
  ['a time that no date has', { events: [eventOf({ at: Number.MAX_SAFE_INTEGER })] }],
  ['a list inside', { events: [eventOf({ detail: { list: [1] } })] }],
  ['a text that is too long', { events: [eventOf({ detail: { text: 'x'.repeat(201) } })] }],
  [
    'too many details',
    {
      events: [
        eventOf({ detail: Object.fromEntries(Array.from({ length: 21 }, (__, index) => [`key_${index}`, index])) }),
      ],
    },
  ],
  ['a further field', { events: [eventOf({ member_id: crypto.randomUUID() })] }],
  ['U+0000', { events: [eventOf({ detail: { text: '\0' } })] }],
])('a batch with %s is 400', async (_, body) => {
  expect((await postBatch(member, body)).statusCode).toBe(400);
});

describe('a member who reports more than a person can do', () => {
  const most = 100;
  let small: TestServer;
  beforeAll(async () => {
    small = await startTestServer({ MEMBER_EVENTS_AN_HOUR: String(most) });
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    await small.close();
  });
  const send = async (client: Client, path: string, body: object) =>
    small.charts.inject({
      method: 'POST',
      url: path,
      headers: { cookie: `sessionid=${client.cookies.get('sessionid')}`, ...asBeacon },
      payload: JSON.stringify(body),
    });
  const fifty = () => ({ events: Array.from({ length: 50 }, () => eventOf()) });

  test('is told to come again, and nothing of it is stored; a colleague is not', async () => {
    const [loud, colleague] = [await small.as('member@pro.example'), await small.as('admin@pro.example')];
    const rows = () => small.db.asSystem((trx) => trx.selectFrom('analytics_events').select('event_id').execute());
    const sessions = () => small.db.asSystem((trx) => trx.selectFrom('usage_sessions').select('session_id').execute());
    // The clock stands, so that nothing is given meanwhile. At a whole number: half an hour after a fraction is a
    // little less than half an hour.
    const now = Math.ceil(performance.now());
    jest.spyOn(performance, 'now').mockReturnValue(now);
    for (let sent = 0; sent < most; sent += 50)
      expect((await send(loud, postEvents.path, fifty())).statusCode).toBe(200);
    const [events, before] = [(await rows()).length, (await sessions()).length];
    const refused = await send(loud, postEvents.path, fifty());
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1800']);
    expect((await send(loud, postSessionData.path, sessionOf())).statusCode).toBe(429);
    expect([(await rows()).length, (await sessions()).length]).toEqual([events, before]);
    expect((await send(colleague, postEvents.path, fifty())).statusCode).toBe(200);
    jest.spyOn(performance, 'now').mockReturnValue(now + 1_800_000);
    expect((await send(loud, postEvents.path, fifty())).statusCode).toBe(200);
  });
});
