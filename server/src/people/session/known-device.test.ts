import { getWhoami, signIn, signOut } from '@parlance/shared/contract/api/session/session';
import { demoPassword } from '../../demo/organizations.ts';
import { dataOf } from '../../testing/registering.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ WEB_ORIGIN: 'https://chat.example.org' });
});
afterAll(() => server.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

/** A browser in which the person has signed in and out. */
async function knownBrowser(email: string): Promise<Client> {
  const client = server.anonymous();
  dataOf(await client.call(signIn, { body: { email, password: demoPassword } }));
  dataOf(await client.call(signOut));
  return client;
}

/** A stranger who changes everything that a header can say. */
const guess = (email: string, number: number, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: signIn.path,
    headers: {
      'x-forwarded-for': `10.0.${number}.1`,
      'x-real-ip': `10.1.${number}.1`,
      forwarded: `for=10.2.${number}.1`,
      'user-agent': `browser ${number}`,
      'accept-language': 'de',
      ...headers,
    },
    remoteAddress: `192.0.2.${number % 250}`,
    payload: { email, password: `guess ${number}` },
  });

test('however many strangers guess, ten passwords are evaluated, and the person gets in from a known browser (AUT-02)', async () => {
  const email = 'owner@pro.example';
  const own = await knownBrowser(email);
  const statuses = (await Promise.all(Array.from({ length: 200 }, (_, number) => guess(email, number)))).map(
    ({ statusCode }) => statusCode,
  );
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(190);
  const elsewhere = await server.anonymous().call(signIn, { body: { email, password: demoPassword } });
  expect(elsewhere.body).toMatchObject({ code: 'account_locked' });
  expect(Number(elsewhere.headers['retry-after'])).toBeGreaterThan(600);
  dataOf(await own.call(signIn, { body: { email, password: demoPassword } }));
  expect((await own.call(getWhoami)).status).toBe(200);
  console.info('AUT-02: 10 of 200 guesses were evaluated, and the known browser was let in');
});

test('a known browser has ten of its own, and no more', async () => {
  const email = 'admin@pro.example';
  const own = await knownBrowser(email);
  const answers = await Promise.all(
    Array.from({ length: 15 }, (_, number) => own.call(signIn, { body: { email, password: `wrong ${number}` } })),
  );
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(10);
  expect((await own.call(signIn, { body: { email, password: demoPassword } })).status).toBe(429);
});

test('a cookie that is forged, or known for somebody else, opens no further ten', async () => {
  const email = 'owner@free.example';
  const foreign = await knownBrowser('member@free.example');
  for (let number = 0; number < 10; number += 1) expect((await guess(email, number)).statusCode).toBe(401);
  for (const deviceid of [foreign.cookies.get('deviceid') ?? '', 'A'.repeat(43), 'short', "' or 1=1 --"]) {
    expect((await guess(email, 99, { cookie: `deviceid=${deviceid}` })).statusCode).toBe(429);
  }
});

test('a cookie that somebody planted never becomes that of another person', async () => {
  const attacker = await knownBrowser('member@pro.example');
  const planted = attacker.cookies.get('deviceid') ?? '';
  const victim = server.anonymous();
  victim.cookies.set('deviceid', planted);
  dataOf(await victim.call(signIn, { body: { email: 'owner@team.example', password: demoPassword } }));
  expect(victim.cookies.get('deviceid')).not.toBe(planted);
  for (let number = 0; number < 10; number += 1) await guess('owner@team.example', number);
  expect((await guess('owner@team.example', 99, { cookie: `deviceid=${planted}` })).statusCode).toBe(429);
});

test('the cookie is out of reach of scripts and long-lived, and stored as a hash', async () => {
  const answer = await server.app.inject({
    method: 'POST',
    url: signIn.path,
    headers: { host: 'chat.example.org' },
    payload: { email: 'member@expired.example', password: demoPassword },
  });
  const cookie = answer.cookies.find(({ name }) => name === 'deviceid');
  expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/', maxAge: 400 * 24 * 3600 });
  const rows = await server.db.asSystem((trx) => trx.selectFrom('known_devices').selectAll().execute());
  expect(rows.some(({ token_hash }) => token_hash.toString('latin1').includes(cookie?.value ?? 'missing'))).toBe(false);
});

test('a sign-in from a further browser is told by mail; the first one, and a known one, is not', async () => {
  const email = 'owner@expired.example';
  const body = { email, password: demoPassword };
  const mails = async () => (await server.mailTo(email)).map(({ template }) => template);
  const first = await knownBrowser(email);
  dataOf(await first.call(signIn, { body }));
  expect(await mails()).toEqual([]);
  await server.app.inject({ method: 'POST', url: signIn.path, headers: { 'user-agent': firefox }, payload: body });
  expect(await mails()).toEqual(['new_sign_in']);
  dataOf(await first.call(signIn, { body }));
  expect(await mails()).toEqual(['new_sign_in']);
});
