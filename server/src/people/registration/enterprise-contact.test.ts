import {
  contactSales,
  getRegistration,
  saveRegistrationNames,
} from '@parlance/shared/contract/api/registration/registration-steps';
import { dataOf, verifiedAs } from '../../testing/registering.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe('an enquiry to sales', () => {
  const enquiry = () => ({
    name: 'Grace',
    organization: 'Big Corp',
    seats: 5000,
    message: 'Do you offer\nsingle sign-on?',
    idempotency_key: crypto.randomUUID(),
  });

  test('is stored and mailed once by its key, and the registration stays where it is', async () => {
    const client = await verifiedAs(server, 'grace@walk.example');
    dataOf(await client.call(saveRegistrationNames, { body: { username: 'Grace', organization: 'Big Corp' } }));
    const body = enquiry();
    const before = (await server.mailTo(server.config.SALES_EMAIL)).length;
    const answers = await Promise.all(Array.from({ length: 5 }, () => client.call(contactSales, { body })));
    expect(new Set(answers.map((answer) => dataOf(answer).id)).size).toBe(1);
    expect((await server.mailTo(server.config.SALES_EMAIL)).slice(before).map(({ template }) => template)).toEqual([
      'enterprise_enquiry',
    ]);
    expect(dataOf(await client.call(getRegistration))).toMatchObject({ stage: 4 });
    expect((await client.call(contactSales, { body: { ...enquiry(), message: ' ' } })).status).toBe(400);
  });

  test.each([
    ['name', 'Hopper'],
    ['organization', 'Other Corp'],
    ['seats', 1],
    ['message', 'Something else'],
  ])('sent with the key of another one (its %s is) is refused, and no mail', async (field, value) => {
    const client = await verifiedAs(server, `${field}@walk.example`);
    dataOf(await client.call(saveRegistrationNames, { body: { username: 'Grace', organization: 'Big Corp' } }));
    const body = enquiry();
    dataOf(await client.call(contactSales, { body }));
    const before = (await server.mailTo(server.config.SALES_EMAIL)).length;
    expect(await client.call(contactSales, { body: { ...body, [field]: value } })).toMatchObject({
      status: 409,
      body: { code: 'idempotency_key_reused' },
    });
    expect(await server.mailTo(server.config.SALES_EMAIL)).toHaveLength(before);
  });

  test('is limited to ten a day', async () => {
    const client = await verifiedAs(server, 'spam@walk.example');
    dataOf(await client.call(saveRegistrationNames, { body: { username: 'S', organization: 'S' } }));
    const statuses: number[] = [];
    for (let round = 0; round < 12; round += 1)
      statuses.push((await client.call(contactSales, { body: enquiry() })).status);
    expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
  });
});
