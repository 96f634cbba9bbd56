import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { type Catalogue, makeOneOfEach, readCatalogue } from '../testing/one-of-each.ts';
import { placesOfTexts, requestWith } from '../testing/places.ts';
import { type Client, type TestServer, startTestServer } from '../testing/test-app.ts';

/** What people send stands in no line of the log, whatever becomes of the request (AUT-09). */
let server: TestServer;
let owner: Client;
let own: ReadonlyMap<string, string>;
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'trace' });
  owner = await server.as(email);
  await owner.call(getWhoami);
  own = await idsOf(await server.db.asSystem(readCatalogue));
});
afterAll(() => server.close());

const email = 'owner@pro.example';
const web = 'http://localhost:3000';
const canary = 'kanarienvogel';

async function idsOf(catalogue: Catalogue): Promise<Map<string, string>> {
  return server.db.asSystem(async (trx) => {
    const membership = await trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('users.email', '=', email)
      .select(['memberships.organization_id as organizationId', 'memberships.id as memberId'])
      .executeTakeFirstOrThrow();
    return new Map(
      [...(await makeOneOfEach(trx, catalogue, membership))].map(([table, { id }]) => [table, String(id)]),
    );
  });
}

const headers = { origin: web, authorization: `Bearer ${canary}`, 'user-agent': canary, 'x-request-id': canary };

/** One field at a time, as somebody and as nobody. Returns how many requests the server could not answer. */
async function sendCanaries(): Promise<{ asked: number; broken: number }> {
  let asked = 0;
  let broken = 0;
  for (const place of [server.app, server.charts, server.payment].flatMap(placesOfTexts)) {
    for (const client of [server.anonymous(), owner]) {
      const { headers: type, ...request } = requestWith(place, `${canary}-${place.at.join('-')}`, own);
      const { statusCode } = await place.app.inject({
        ...request,
        headers: { ...client.headers(), ...headers, ...type },
      });
      asked += 1;
      if (statusCode === 500) broken += 1;
    }
  }
  return { asked, broken };
}

const told = () => server.log.filter((line) => line.includes(canary));

const manyRequestsMs = 400_000;

test(
  'nothing of a query, a body or a header is logged',
  async () => {
    const { asked } = await sendCanaries();
    expect(server.log.length).toBeGreaterThan(asked);
    expect(told()).toEqual([]);
    console.info(`AUT-09: ${told().length} of ${server.log.length} lines of the log hold what ${asked} requests sent`);
  },
  manyRequestsMs,
);

test('nor the secret of the address of a form', async () => {
  const token = canary.padEnd(43, 'x');
  const answer = await server.app.inject({ url: `/forms/v1/${token}?from=${canary}` });
  expect(answer.statusCode).toBe(404);
  expect(server.log.filter((line) => line.includes('/forms/v1/[redacted]'))).not.toEqual([]);
  expect(told()).toEqual([]);
});

test(
  'nor where the database takes no row and says which',
  async () => {
    const { rows } = await server.pool.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not in ('sessions', 'limited_acts')`,
    );
    for (const { name } of rows)
      await server.pool.query(`alter table ${name} add constraint takes_nothing check (false) not valid`);
    const { broken } = await sendCanaries();
    expect(broken).toBeGreaterThan(50);
    expect(told()).toEqual([]);
  },
  manyRequestsMs,
);
