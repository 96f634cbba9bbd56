import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';

/** A second of it is over only when the test is, on any machine. */
const perSecond = 5;
const burst = 10;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ ORGANIZATION_REQUESTS_A_SECOND: String(perSecond) });
});
afterAll(() => server.close());

test('an organisation that asks more than it may is refused with Retry-After, whoever of it asks; its neighbour is served', async () => {
  const [one, colleague, neighbour] = [
    await server.as('owner@pro.example'),
    await server.as('member@pro.example'),
    await server.as('owner@team.example'),
  ];
  // The first of a session asks twice: it has no csrftoken yet.
  for (const client of [one, colleague]) expect((await client.call(getWhoami)).status).toBe(200);
  const asked = await Promise.all(
    Array.from({ length: burst * 10 }, (_, at) => (at % 2 === 0 ? one : colleague).call(getWhoami)),
  );
  const refused = asked.filter(({ status }) => status === 429);
  expect(asked.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(burst - 4);
  expect(refused.length).toBeGreaterThan(burst * 5);
  expect(refused[0]?.headers['retry-after']).toBe('1');
  expect(refused[0]?.body).toMatchObject({ code: 'rate_limited' });
  expect((await neighbour.call(getWhoami)).status).toBe(200);
});

test('when its second is over it is served again', async () => {
  const client = await server.as('member@free.example');
  await Promise.all(Array.from({ length: burst * 3 }, () => client.call(getWhoami)));
  const later = performance.now() + 1_000;
  jest.spyOn(performance, 'now').mockReturnValue(later);
  expect((await client.call(getWhoami)).status).toBe(200);
  jest.restoreAllMocks();
});
