import { hashPassword } from '../people/session/passwords.ts';
import { type TestServer, startTestServer } from '../testing/test-app.ts';
import { findOpenAccount } from './known-password.ts';
import { demoAccounts } from './organizations.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('an account is open as long as one has the password that everybody knows', async () => {
  const [first = '', ...others] = demoAccounts.map(({ email }) => email).sort();
  const password_hash = await hashPassword('a password of its own', '127.0.0.1');
  const change = (emails: string[]) =>
    server.db.asSystem((trx) => trx.updateTable('users').set({ password_hash }).where('email', 'in', emails).execute());
  expect(await findOpenAccount(server.db)).toBe(first);
  await change(others.slice(0, -1));
  expect(await findOpenAccount(server.db)).toBe(first);
  await change([first]);
  expect(await findOpenAccount(server.db)).toBe(others.at(-1));
  await change(others);
  expect(await findOpenAccount(server.db)).toBeNull();
});
