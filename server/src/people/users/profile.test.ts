import { getProfile } from '@parlance/shared/contract/api/users/profile';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('shows the own profile', async () => {
  const owner = await server.as('owner@pro.example');
  expect((await owner.call(getProfile)).body).toEqual({
    success: true,
    data: {
      username: 'Olivia Bennett',
      email: 'owner@pro.example',
      role: 'Head of Knowledge',
      organization: 'Northwind Research',
      mfa_preference: 'NONE',
      language: 'en',
      teams: ['Knowledge', 'Support'],
    },
  });
});

test.each(['otp@pro.example', 'member@expired.example', 'pending@new.example'])(
  'is there for %s too',
  async (email) => {
    expect((await (await server.as(email)).call(getProfile)).status).toBe(200);
  },
);

test('without a session it answers 401', async () => {
  expect((await server.anonymous().call(getProfile)).status).toBe(401);
});
