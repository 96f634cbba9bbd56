import { getRegistrationStatus } from '@parlance/shared/contract/api/registration/registration';
import {
  getRegistration,
  searchRegistrationAttempt,
} from '@parlance/shared/contract/api/registration/registration-steps';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { getProfile } from '@parlance/shared/contract/api/users/profile';
import { dataOf, signedUpAs } from '../../testing/registering.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

describe.each([
  ['status', getRegistrationStatus],
  ['attempt', searchRegistrationAttempt],
] as const)('the lookup of a registration’s %s', (_, lookup) => {
  const ask = (client: Client, email: string) => client.call(lookup, { query: { email } });

  test('tells a person the own one, in any letter case', async () => {
    const pending = await server.as('pending@new.example');
    expect(dataOf(await ask(pending, 'Pending@new.example'))).toMatchObject({ stage: 3 });
    const unverified = await signedUpAs(server, `${lookup.path.length}@status.example`);
    expect(dataOf(await ask(unverified, `${lookup.path.length}@status.example`))).toMatchObject({ stage: 2 });
  });

  test('answers for anybody else alike, known, registering or not', async () => {
    await signedUpAs(server, 'registers@status.example');
    const askers = [
      await server.as('member@pro.example'),
      await server.as('pending@new.example'),
      await signedUpAs(server, 'asks@status.example'),
    ];
    const answers = [];
    for (const client of askers) {
      for (const email of [
        'owner@pro.example',
        'owner@free.example',
        'registers@status.example',
        'nobody@nowhere.example',
      ]) {
        const { status, body } = await ask(client, email);
        answers.push(JSON.stringify({ status, ...body, request_id: '' }));
      }
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('"status":404');
  });

  test('without a session it answers 401, and a query that is no e-mail 400', async () => {
    expect((await ask(server.anonymous(), 'pending@new.example')).status).toBe(401);
    expect((await ask(await server.as('member@pro.example'), 'no address')).status).toBe(400);
  });
});

test('of a member the status is complete, and there is no registration under way', async () => {
  const member = await server.as('member@pro.example');
  expect(dataOf(await member.call(getRegistrationStatus, { query: { email: 'member@pro.example' } }))).toEqual({
    is_completed: true,
    stage: 5,
  });
  expect((await member.call(searchRegistrationAttempt, { query: { email: 'member@pro.example' } })).status).toBe(404);
  expect((await member.call(getRegistration)).body).toMatchObject({ code: 'registration_complete' });
});

test('the demonstration registration is at the names, with its address verified', async () => {
  const pending = await server.as('pending@new.example');
  expect(dataOf(await pending.call(getRegistration))).toMatchObject({
    email: 'pending@new.example',
    stage: 3,
    is_verified: true,
    username: null,
    code: null,
  });
  expect(dataOf(await pending.call(getWhoami))).toMatchObject({ terms_to_accept: [], organization_name: '' });
  expect(dataOf(await pending.call(getProfile))).toMatchObject({ email: 'pending@new.example', username: null });
});
