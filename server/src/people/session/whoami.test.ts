import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { decodeJwt } from 'jose';
import { dataOf } from '../../testing/registering.ts';
import { statementsOf } from '../../testing/statements.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(() => jest.restoreAllMocks());

const tokenOf = async (client: Client) => dataOf(await client.call(getWhoami)).plan_options;

test('who asks who they are costs two round trips: the session, and what is left to accept', async () => {
  const client = await server.as('member@pro.example');
  await client.call(getWhoami);
  const { result, statements } = await statementsOf(() => client.call(getWhoami));
  expect(dataOf(result).organization_name).not.toBe('');
  expect(statements.map((text) => /from "(\w+)"/.exec(text)?.[1])).toEqual(['sessions', 'terms_acceptances']);
});

describe('the plan token', () => {
  const signatures = () => jest.spyOn(crypto.subtle, 'sign');

  test('is signed once for everybody of an organisation', async () => {
    const [member, admin, other] = [
      await server.as('member@pro.example'),
      await server.as('admin@pro.example'),
      await server.as('owner@team.example'),
    ];
    const signed = signatures();
    const before = Date.now();
    jest.spyOn(Date, 'now').mockReturnValue(before + 20 * 60_000);
    const tokens = await Promise.all([member, admin, member].map(tokenOf));
    expect(new Set(tokens).size).toBe(1);
    expect(signed).toHaveBeenCalledTimes(1);
    expect(await tokenOf(other)).not.toBe(tokens[0]);
    expect(signed).toHaveBeenCalledTimes(2);
  });

  test('is signed anew where fewer than ten minutes of it are left, and where the clock was put back', async () => {
    const member = await server.as('member@free.example');
    const clock = jest.spyOn(Date, 'now');
    const from = Date.now() + 60 * 60_000;
    const at = (minutes: number) => {
      clock.mockReturnValue(from + minutes * 60_000);
      return tokenOf(member);
    };
    const first = await at(0);
    expect(await at(4.9)).toBe(first);
    const second = await at(5);
    expect(second).not.toBe(first);
    expect(await at(4)).not.toBe(second);
  });

  test('is another one with the features that the plan has then', async () => {
    const member = await server.as('owner@pro.example');
    const before = decodeJwt(await tokenOf(member));
    await server.pool.query(
      `update organizations set plan_name = (select plan_name from organizations where id = (select organization_id from memberships join users on users.id = user_id where email = 'owner@free.example')) where id = $1`,
      [before['organization_id']],
    );
    const after = decodeJwt(await tokenOf(member));
    expect(after['organization_id']).toBe(before['organization_id']);
    expect(before['governance']).toBe(true);
    expect(after['governance']).toBe(false);
  });
});
