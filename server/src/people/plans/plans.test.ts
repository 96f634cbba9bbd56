import { listPlans, planNames } from '@parlance/shared/contract/api/plans/plans';
import { dataOf } from '../../testing/registering.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('anybody sees the plans of the table with what they grant and cost, cheapest first', async () => {
  const { items } = dataOf(await server.anonymous().call(listPlans));
  expect(items.map(({ name }) => name)).toEqual(['Free!', 'personal', 'Team', 'Growth', 'business', 'Pro']);
  expect(items.map(({ name }) => name).sort()).toEqual([...planNames].sort());
  expect(items[0]).toEqual({
    name: 'Free!',
    for: ['personal', 'organization'],
    features: ['user_management', 'file_management'],
    limits: { seats: 3, dialogues_a_month: 100, storage_megabytes: 100, agents: 2, schedules: 0 },
    price_a_month: 0,
    currency: 'EUR',
  });
  for (const kind of ['personal', 'organization'] as const)
    expect(items.filter((plan) => plan.for.includes(kind)).length).toBeGreaterThan(1);
});
