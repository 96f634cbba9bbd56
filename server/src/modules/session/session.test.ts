import { getWhoami } from '@parlance/shared/contract/api/session';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('whoami tells a member who he is', async () => {
  const member = await server.as('member@pro.example');
  const answer = await member.call(getWhoami);
  expect(answer.body).toMatchObject({ success: true, data: { is_admin: false, primary_active_plan_name: 'Pro' } });
});
