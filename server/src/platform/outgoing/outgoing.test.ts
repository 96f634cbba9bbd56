import { type Server, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Lookup } from './checked-connector.ts';
import { OutgoingFailure } from './outgoing-failure.ts';
import { type Outgoing, createOutgoing } from './outgoing.ts';
import { isPublicAddress } from './public-address.ts';

type Site = { port: number; connections: number; close: () => Promise<void> };

/** Starts a server that counts connections, whatever they say. */
async function site(host: string, answer: Parameters<typeof createServer>[1]): Promise<Site> {
  const server: Server = createServer(answer);
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  const { port } = server.address() as AddressInfo; // the server listens on a port
  const made: Site = {
    port,
    connections: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  server.on('connection', () => made.connections++);
  return made;
}

/** The addresses that names resolve to in these tests; a name with two lists changes its mind on the second lookup. */
const names = new Map<string, string[]>();
const lookup: Lookup = (name) =>
  Promise.resolve((names.get(name) ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

let canaries: Site[];
let open: Site;
let outgoing: Outgoing;
const largeBytes = 100_000_000;

beforeAll(async () => {
  // Listens on all addresses of both families: whoever gets through to this machine is counted.
  canaries = [
    await site('0.0.0.0', (_, response) => response.end('secret')),
    await site('::', (_, response) => response.end('secret')),
  ];
  open = await site('127.0.0.1', (request, response) => {
    const url = new URL(request.url ?? '/', 'http://open');
    const to = url.searchParams.get('to');
    const left = Number(url.searchParams.get('left') ?? 0);
    if (left > 0)
      return void response
        .writeHead(302, { location: `/?left=${left - 1}${to === null ? '' : `&to=${encodeURIComponent(to)}`}` })
        .end();
    if (to !== null)
      return void response
        .writeHead(Number(url.searchParams.get('status') ?? 302), { location: Buffer.from(to).toString('latin1') })
        .end();
    if (url.pathname === '/large') return void large(response).catch(() => response.destroy());
    if (url.pathname === '/drip') return void drip(response);
    if (url.pathname === '/hang') return;
    response
      .writeHead(200, { 'content-type': 'text/plain' })
      .end(JSON.stringify({ method: request.method, secret: request.headers['x-secret'] ?? null }));
  });
  outgoing = createOutgoing({ allowedHosts: [`127.0.0.1:${open.port}`, `wiki.example:${open.port}`], lookup });
});
afterAll(async () => {
  await outgoing.close();
  await Promise.all([...canaries, open].map((each) => each.close()));
});

async function large(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/plain' });
  const block = Buffer.alloc(65_536, 'x');
  for (let sent = 0; sent < largeBytes && !response.destroyed; sent += block.length) {
    if (!response.write(block))
      await Promise.race([
        new Promise((resolve) => response.once('drain', resolve)),
        new Promise((resolve) => response.once('close', resolve)),
      ]);
  }
  response.end();
}

function drip(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/plain' });
  const timer = setInterval(() => response.write('x'), 20);
  response.once('close', () => clearInterval(timer));
}

const at = (path: string) => `http://127.0.0.1:${open.port}${path}`;

/** This machine, its link and its network, in every notation known to us. */
const insideHosts = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.000.000.001',
  '127.0.0.1.',
  '127.255.255.254',
  '0.0.0.0',
  '0',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:0:127.0.0.1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
  '[2001:0:7f00:1::]',
  '[fe80::1]',
  '[fc00::1]',
  '[fd12:3456::1]',
  '[fec0::1]',
  '[ff02::1]',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '169.254.169.254',
  '[::ffff:169.254.169.254]',
  '100.64.0.1',
  '192.0.0.1',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '①②⑦.⓪.⓪.①',
  '１２７.0.0.1',
  '%31%32%37.0.0.1',
];
const insideAddresses = [
  '127.0.0.1',
  '127.8.8.8',
  '::1',
  '::',
  '0.0.0.0',
  '10.1.2.3',
  '172.20.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  'fe80::1',
  'fd00::1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::1',
  '::7f00:1',
];

test('INP-05: nothing that a person names leads to this machine, its link or its network', async () => {
  let tried = 0;
  const reached: string[] = [];
  const tryAt = async (address: string) => {
    tried++;
    const outcome = await outgoing.get(address, { timeoutMs: 3_000 }).then(
      ({ bytes }) => `answered ${bytes.toString()}`,
      (error: unknown) => (error instanceof OutgoingFailure ? error.apiCode : String(error)),
    );
    if (outcome !== 'address_refused') reached.push(`${address}: ${outcome}`);
  };
  for (const [index, address] of insideAddresses.entries()) names.set(`inside-${index}.example`, [address]);
  names.set('all-inside.example', insideAddresses);
  const hosts = [...insideHosts, ...names.keys()];
  for (const { port } of canaries) {
    for (const host of hosts) {
      await tryAt(`http://${host}:${port}/`);
      await tryAt(`https://${host}:${port}/`);
      // Redirects from an allowed host, at once and after four others.
      await tryAt(at(`/?to=${encodeURIComponent(`http://${host}:${port}/`)}`));
      await tryAt(at(`/?left=4&to=${encodeURIComponent(`http://${host}:${port}/`)}`));
      await tryAt(at(`/?status=307&to=${encodeURIComponent(`//${host}:${port}/`)}`));
    }
  }
  const connections = canaries.reduce((sum, canary) => sum + canary.connections, 0);
  console.info(`INP-05: ${connections} of ${tried} requests reached a canary, ${reached.length} were not refused`);
  expect(reached).toEqual([]);
  expect(connections).toBe(0);
});

test.each(['8.8.8.8', '1.1.1.1', '2606:4700:4700::1111', '::ffff:8.8.8.8'])(
  '%s is an address of the public internet',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test.each([
  'file:///etc/passwd',
  'ftp://example.org/',
  'gopher://example.org/',
  'data:text/plain,x',
  'javascript:1',
  'http://user:password@example.org/',
  'http://',
  '',
  'example.org',
  `http://example.org/${'x'.repeat(4_000)}`,
])('%s is no address to go to', async (address) => {
  await expect(outgoing.get(address)).rejects.toMatchObject({ apiCode: 'address_refused' });
});

test('hosts that the operator lists are reached, on the port that is listed alone', async () => {
  names.set('wiki.example', ['127.0.0.1']);
  expect((await outgoing.get(`http://wiki.example:${open.port}/`)).status).toBe(200);
  await expect(outgoing.get(`http://wiki.example:${canaries[0]?.port}/`)).rejects.toMatchObject({
    apiCode: 'address_refused',
  });
});

test('five redirects are followed and a sixth is not', async () => {
  expect((await outgoing.get(at('/?left=5'))).status).toBe(200);
  await expect(outgoing.get(at('/?left=6'))).rejects.toMatchObject({ apiCode: 'address_unreachable' });
});

test('what is secret goes to the host that it is for, and to no other', async () => {
  names.set('wiki.example', ['127.0.0.1']);
  const secretHeaders = { 'x-secret': 'key' };
  const said = async (address: string) =>
    // our own server's answer
    JSON.parse((await outgoing.get(address, { secretHeaders })).bytes.toString()) as { secret: string | null };
  expect(await said(at('/'))).toMatchObject({ secret: 'key' });
  expect(await said(at(`/?to=${encodeURIComponent(`http://wiki.example:${open.port}/`)}`))).toMatchObject({
    secret: null,
  });
});

test('what changes something is not led on to another host', async () => {
  const address = at(`/?status=307&to=${encodeURIComponent(`http://wiki.example:${open.port}/`)}`);
  await expect(outgoing.get(address, { method: 'POST', body: '{}' })).rejects.toMatchObject({
    apiCode: 'address_refused',
  });
});

test('100 MB end at the limit, in little memory', async () => {
  const before = process.memoryUsage().rss;
  await expect(outgoing.get(at('/large'), { maxBytes: 1_000_000 })).rejects.toMatchObject({
    apiCode: 'answer_too_large',
  });
  expect(process.memoryUsage().rss - before).toBeLessThan(60_000_000);
});

test.each(['/drip', '/hang'])('%s is given up in time', async (path) => {
  for (const caller of [{}, { signal: new AbortController().signal }])
    await expect(outgoing.get(at(path), { timeoutMs: 200, ...caller })).rejects.toMatchObject({
      apiCode: 'address_timeout',
    });
});

test('a caller that gives up is told its own reason', async () => {
  const caller = new AbortController();
  const asked = outgoing.get(at('/hang'), { signal: caller.signal });
  await pause(20);
  caller.abort(new Error('enough'));
  await expect(asked).rejects.toThrow('enough');
});

test('a client with a protocol of its own is held to the same', async () => {
  const fetch = outgoing.fetchFor({ maxBytes: 1_000_000 });
  expect(await (await fetch(at('/'), { method: 'POST', body: '{}' })).json()).toMatchObject({ method: 'POST' });
  await expect(fetch(`http://127.0.0.1:${canaries[0]?.port}/`)).rejects.toMatchObject({ apiCode: 'address_refused' });
  await expect((await fetch(at('/large'))).text()).rejects.toMatchObject({ apiCode: 'answer_too_large' });
});

test('a client that follows redirects itself is given them', async () => {
  const fetch = outgoing.fetchFor({ maxBytes: 1_000_000 });
  const path = `/?to=${encodeURIComponent('http://169.254.169.254/')}`;
  for (const method of ['GET', 'POST']) {
    const answer = await fetch(at(path), { method, redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([302, 'http://169.254.169.254/']);
    await expect(fetch(at(path), { method })).rejects.toMatchObject({ apiCode: 'address_refused' });
  }
});

test('one organisation has half of the connections to a host, and what it has more to ask waits for its own', async () => {
  const server = createServer((_, response) => void held.push(response));
  const held: ServerResponse[] = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // the server listens on a port
  const shared = createOutgoing({ allowedHosts: [`127.0.0.1:${port}`] });
  const ask = (organizationId: string) => shared.get(`http://127.0.0.1:${port}/`, { organizationId });
  const given = new AbortController();
  const mine = Array.from({ length: 10 }, () => ask('one'));
  const gaveUp = shared.get(`http://127.0.0.1:${port}/`, { organizationId: 'one', signal: given.signal });
  const streams = shared.fetchFor({ maxBytes: 100, organizationId: 'other' });
  while (held.length < 4) await pause(5);
  const answer = streams(`http://127.0.0.1:${port}/`);
  while (held.length < 5) await pause(5);
  held[4]?.end('here');
  expect(await (await answer).text()).toBe('here');
  expect(held).toHaveLength(5);
  given.abort(new Error('enough'));
  await expect(gaveUp).rejects.toThrow('enough');
  for (let at = 0; at < 11; at += 1) {
    while (held.length <= at) await pause(5);
    held[at]?.end();
  }
  expect((await Promise.all(mine)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
  await shared.close();
  server.close();
});
