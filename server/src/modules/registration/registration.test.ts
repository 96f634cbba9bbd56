import { getRegistrationStatus } from '@parlance/shared/contract/api/registration';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('tells a person how far the own registration is', async () => {
  const pending = await server.as('pending@new.example');
  expect((await pending.call(getRegistrationStatus, { query: { email: 'Pending@new.example' } })).body).toMatchObject({ data: { is_completed: false, stage: 3 } });
  const member = await server.as('member@pro.example');
  expect((await member.call(getRegistrationStatus, { query: { email: 'member@pro.example' } })).body).toMatchObject({ data: { is_completed: true } });
});

test('answers for anybody else alike, known or not', async () => {
  const member = await server.as('member@pro.example');
  const known = await member.call(getRegistrationStatus, { query: { email: 'owner@pro.example' } });
  const unknown = await member.call(getRegistrationStatus, { query: { email: 'nobody@nowhere.example' } });
  expect([known.status, unknown.status]).toEqual([404, 404]);
  expect({ ...known.body, request_id: '' }).toEqual({ ...unknown.body, request_id: '' });
});

test('without a session it answers 401, and a query that is no e-mail 400', async () => {
  expect((await server.anonymous().call(getRegistrationStatus, { query: { email: 'pending@new.example' } })).status).toBe(401);
  const member = await server.as('member@pro.example');
  expect((await member.call(getRegistrationStatus, { query: { email: 'no address' } })).status).toBe(400);
});
