import { getWhoami, signIn, signOut } from '@parlance/shared/contract/api/session/session';
import { demoPassword } from '../../demo/organizations.ts';
import { dataOf } from '../../testing/registering.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import { hashPassword } from './passwords.ts';

let server: TestServer;
let behindProxy: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  behindProxy = await startTestServer({ TRUST_PROXY: 'loopback, 10.0.0.0/8' });
});
afterAll(() => Promise.all([server.close(), behindProxy.close()]));

type Guess = {
  readonly number: number;
  readonly from: string;
  readonly headers?: Record<string, string>;
  readonly at?: TestServer;
};

/**
 * The status of a stranger’s guess at an account of its own, with every header changed that could say where it comes
 * from.
 */
async function guess({ number, from, headers = {}, at = server }: Guess): Promise<number> {
  const told = {
    'x-forwarded-for': `10.0.${number % 250}.${Math.floor(number / 250)}`,
    'x-real-ip': `10.1.${number % 250}.1`,
    forwarded: `for=10.2.${number % 250}.1`,
    'user-agent': `browser ${number}`,
  };
  const answer = await at.app.inject({
    method: 'POST',
    url: signIn.path,
    remoteAddress: from,
    headers: { ...told, ...headers },
    payload: { email: `person.${number}@sprayed.example`, password: 'Summer2026!' },
  });
  return answer.statusCode;
}

/** So many guesses, ten at a time: the queue for hashing is another limit, and not the one that is looked at. */
async function spray(count: number, from: (number: number) => string, first = 0): Promise<number[]> {
  const statuses: number[] = [];
  for (let number = first; number < first + count; number += 10) {
    statuses.push(
      ...(await Promise.all(
        Array.from({ length: 10 }, (_, more) => guess({ number: number + more, from: from(number + more) })),
      )),
    );
  }
  return statuses;
}

/** Somebody at the address keeps its whole share of the queue for hashing taken meanwhile. */
async function whileQueueIsFull<T>(address: string, work: () => Promise<T>): Promise<T> {
  let isOver = false;
  const takeAgain = async () => {
    while (!isOver)
      await hashPassword('of somebody else', address).catch(() => new Promise((resolve) => setImmediate(resolve)));
  };
  const others = Array.from({ length: 80 }, takeAgain);
  const result = await work();
  isOver = true;
  await Promise.all(others);
  return result;
}

const many = (statuses: readonly number[], wanted: number) => statuses.filter((status) => status === wanted).length;
const signInFrom = (remoteAddress: string, email: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: signIn.path,
    remoteAddress,
    headers,
    payload: { email, password: demoPassword },
  });

test('of three hundred accounts tried from one address a hundred passwords are evaluated, and a known browser there is let in (AUT-02)', async () => {
  const office = '198.51.100.7';
  const own = server.anonymous();
  const email = 'owner@pro.example';
  dataOf(await own.call(signIn, { body: { email, password: demoPassword } }));
  dataOf(await own.call(signOut));

  const statuses = await spray(300, () => office);
  expect(many(statuses, 401)).toBe(100);
  expect(many(statuses, 429)).toBe(200);
  const neighbour = await signInFrom(office, 'member@pro.example');
  expect(neighbour.json()).toMatchObject({ code: 'rate_limited' });
  expect(Number(neighbour.headers['retry-after'])).toBeGreaterThan(600);
  expect(Number(neighbour.headers['retry-after'])).toBeLessThanOrEqual(900);
  const known = await signInFrom(office, email, own.headers());
  expect(known.statusCode).toBe(200);
  expect(
    (
      await server.app.inject({
        url: getWhoami.path,
        headers: { cookie: `sessionid=${known.cookies.find(({ name }) => name === 'sessionid')?.value}` },
      })
    ).statusCode,
  ).toBe(200);
  expect((await signInFrom('198.51.100.8', 'member@pro.example')).statusCode).toBe(200);
  console.info(
    'AUT-02: 100 of 300 guesses at as many accounts were evaluated from one address, and the known browser was let in',
  );
});

test('whoever chooses among the addresses of an IPv6 network has the guesses of one', async () => {
  const statuses = await spray(110, (number) => `2001:db8:7:7::${(number + 1).toString(16)}`);
  expect([many(statuses, 401), many(statuses, 429)]).toEqual([100, 10]);
  expect(await guess({ number: 0, from: '2001:db8:7:8::1' })).toBe(401);
});

test('counted is what was evaluated and wrong: not a right password, nor one that its account or the queue turned away', async () => {
  const office = '198.51.100.20';
  const statuses = await whileQueueIsFull(office, () =>
    Promise.all(Array.from({ length: 30 }, (_, number) => guess({ number, from: office }))),
  );
  expect(many(statuses, 429)).toBeGreaterThan(0);
  for (let round = 0; round < 12; round += 1)
    expect((await signInFrom(office, 'admin@pro.example')).statusCode).toBe(200);
  for (let number = 0; number < 10; number += 1) await signInFrom('198.51.100.21', 'insistent@sprayed.example');
  for (let number = 0; number < 5; number += 1)
    expect((await signInFrom(office, 'insistent@sprayed.example')).statusCode).toBe(429);
  expect(many(statuses, 401) + many(await spray(110, () => office, 200), 401)).toBe(100);
});

test('through the proxies that the operator names the address is the one that they saw, whatever a client wrote before it', async () => {
  const proxy = await behindProxy.app.listen({ host: '127.0.0.1', port: 0 });
  const guessThrough = async (number: number, chain: string) => {
    const body = JSON.stringify({ email: `person.${number}@chained.example`, password: 'Summer2026!' });
    return (
      await fetch(`${proxy}${signIn.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': chain },
        body,
      })
    ).status;
  };
  // The client invents the first, the outer proxy adds the client, and the inner one adds the outer.
  const statuses: number[] = [];
  for (let number = 0; number < 101; number += 1)
    statuses.push(await guessThrough(number, `192.0.2.${number}, 198.51.100.50, 10.0.0.2`));
  expect(statuses).toEqual([...Array<number>(100).fill(401), 429]);
  expect(await guessThrough(101, '198.51.100.50, 198.51.100.51, 10.0.0.2')).toBe(401);
  // Whoever comes without a proxy is not believed.
  expect(
    await guess({ at: behindProxy, number: 102, from: '203.0.113.1', headers: { 'x-forwarded-for': '198.51.100.50' } }),
  ).toBe(401);
});
