import type { LookupAddress } from 'node:dns';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { setDefaultCACertificates, getCACertificates } from 'node:tls';
import { companyAuthority, serverCertificate, serverKey } from '../../testing/company-certificates.ts';
import { type TestProxy, startProxy } from '../../testing/proxy.ts';
import { type HttpSite, startSite } from '../../testing/tools.ts';
import { readConfig } from '../config/config.ts';
import { type Outgoing, createOutgoing } from './outgoing.ts';
import { useProxies } from './proxies.ts';

const password = 'hunter2 ü:@/';
let proxy: TestProxy;
let site: HttpSite;
let secure: { port: number; close(): Promise<void> };
let outgoing: Outgoing;
/** What name servers here know; everything else is known to the proxy alone. */
const known = new Map<string, string[]>();
const lookup = (name: string): Promise<readonly LookupAddress[]> => {
  const found = known.get(name);
  return found === undefined
    ? Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }))
    : Promise.resolve(found.map((address) => ({ address, family: 4 })));
};
const usualAuthorities = getCACertificates('default');

beforeAll(async () => {
  setDefaultCACertificates([...usualAuthorities, companyAuthority]);
  proxy = await startProxy({ user: { name: 'us er', password } });
  site = await startSite((request, response) => response.end(`${request.method} ${request.path} ${request.body}`));
  const server = createTlsServer({ key: serverKey, cert: serverCertificate }, (_, response) => response.end('secure'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  secure = {
    port: (server.address() as AddressInfo).port, // the server listens on a port
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
});
afterAll(async () => {
  await Promise.all([proxy.close(), site.close(), secure.close()]);
  setDefaultCACertificates(usualAuthorities);
});
beforeEach(() => {
  outgoing = createOutgoing({ allowedHosts: ['wiki.example'], lookup });
  known.clear();
  known.set('page.example', ['93.184.216.34']);
  known.set('inside.example', ['10.0.0.5']);
  known.set('mixed.example', ['93.184.216.34', '10.0.0.5']);
  proxy.requests.length = 0;
  proxy.setRefusal(null);
});
afterEach(async () => {
  useProxies({});
  await outgoing.close();
});

const use = (more: Record<string, string> = {}, url = proxy.url) =>
  useProxies(readConfig({ HTTPS_PROXY: url, HTTP_PROXY: url, ...more }));
const plainPort = () => site.host.split(':')[1] ?? '';

test('http goes to the proxy by its whole address, https through a tunnel, with name and password', async () => {
  use();
  const plain = await outgoing.get(`http://page.example:${plainPort()}/a?b`, { method: 'POST', body: 'text' });
  expect(plain.bytes.toString()).toBe('POST /a?b text');
  const tunnelled = await outgoing.get(`https://page.example:${secure.port}/`);
  expect(tunnelled.bytes.toString()).toBe('secure');
  expect(proxy.requests).toEqual([
    expect.stringMatching(`^POST http://page.example:${plainPort()}/a`),
    `CONNECT page.example:${secure.port}`,
  ]);
  const told = site.requests.at(-1)?.headers ?? {};
  expect(told['proxy-authorization']).toBeUndefined();
});

test('streams that stand open go through it too', async () => {
  use();
  const response = await outgoing.fetchFor({ maxBytes: 1_000, standsOpen: true })(
    `https://page.example:${secure.port}/`,
  );
  expect(await response.text()).toBe('secure');
  expect(proxy.requests).toHaveLength(1);
});

test('a proxy that is asked over TLS', async () => {
  const overTls = await startProxy({ tls: { key: serverKey, cert: serverCertificate } });
  use({}, overTls.url);
  expect((await outgoing.get(`https://page.example:${secure.port}/`)).bytes.toString()).toBe('secure');
  expect((await outgoing.get(`http://page.example:${plainPort()}/`)).status).toBe(200);
  expect(overTls.requests).toHaveLength(2);
  await overTls.close();
});

test.each([
  ['a name that leads inside', 'http://inside.example/'],
  ['a name of which one address leads inside', 'http://mixed.example/'],
  ['a literal address inside', 'http://10.0.0.5/'],
  ['a literal address in another notation', 'http://0x0a000005/'],
  ['the metadata of a cloud', 'http://169.254.169.254/latest/meta-data/'],
  ['a short name', 'http://intranet/'],
  ['a local name', 'http://printer.local/'],
  ['a local name with a dot', 'https://vault.internal./'],
  ['a name of a home network', 'https://nas.home.arpa/'],
])('%s is refused before the proxy is asked', async (_, address) => {
  for (const resolves of ['false', 'true']) {
    use({ PROXY_RESOLVES_NAMES: resolves });
    await expect(outgoing.get(address)).rejects.toMatchObject({ apiCode: 'address_refused' });
  }
  expect(proxy.requests).toEqual([]);
});

test('this machine is not asked of the proxy, and refused as ever', async () => {
  use({ PROXY_RESOLVES_NAMES: 'true' });
  await expect(outgoing.get('http://127.0.0.1/')).rejects.toMatchObject({ apiCode: 'address_refused' });
  expect(proxy.requests).toEqual([]);
});

test('a redirect is checked like the first address', async () => {
  use();
  proxy.requests.length = 0;
  const leading = await startSite((_, response) =>
    response.writeHead(302, { location: 'http://inside.example/' }).end(),
  );
  await expect(outgoing.get(`http://page.example:${leading.host.split(':')[1]}/`)).rejects.toMatchObject({
    apiCode: 'address_refused',
  });
  expect(proxy.requests).toHaveLength(1);
  await leading.close();
});

test('a name that only the proxy knows is refused in words, or left to it by a setting', async () => {
  use();
  const address = `http://unknown.example:${plainPort()}/`;
  await expect(outgoing.get(address)).rejects.toMatchObject({
    apiCode: 'address_unreachable',
    message:
      '“unknown.example” cannot be looked up here, and the proxy is not asked where it leads (PROXY_RESOLVES_NAMES).',
    details: { issues: [{ path: 'unreachable', message: 'proxy_name' }] },
  });
  expect(proxy.requests).toEqual([]);
  use({ PROXY_RESOLVES_NAMES: 'true' });
  expect((await outgoing.get(address)).status).toBe(200);
  expect(proxy.requests).toHaveLength(1);
});

test('a host that the operator lists is asked of the proxy without a lookup', async () => {
  use();
  expect((await outgoing.get(`http://wiki.example:${plainPort()}/`)).status).toBe(200);
  expect(proxy.requests).toHaveLength(1);
});

test('an exception of NO_PROXY is reached directly, as without a proxy', async () => {
  use({ NO_PROXY: 'page.example' });
  known.set('page.example', ['127.0.0.1']);
  await expect(outgoing.get(`http://page.example:${plainPort()}/`)).rejects.toMatchObject({
    apiCode: 'address_refused',
  });
  expect(proxy.requests).toEqual([]);
});

test.each([
  [
    'wants another password',
    407,
    () => proxy.url.replace(/us.*@/, 'somebody:wrong@'),
    /The proxy 127.0.0.1:\d+ refuses the name and password .*\(407\)/,
  ],
  ['refuses the way', 403, () => proxy.url, /The proxy 127.0.0.1:\d+ refuses the way to the server \(403\)/],
  [
    'is away',
    null,
    () => `http://us:${encodeURIComponent(password)}@127.0.0.1:1`,
    /The proxy 127.0.0.1:1 cannot be reached \(ECONNREFUSED\)/,
  ],
])('a proxy that %s is named as the reason, without its password', async (_, status, url, words) => {
  use({}, url());
  proxy.setRefusal(status === 403 ? status : null);
  // Over http a refusal of the way is a page of the proxy’s, which cannot be told from one of the server’s.
  const addresses = [
    `https://page.example:${secure.port}/`,
    ...(status === 403 ? [] : [`http://page.example:${plainPort()}/`]),
  ];
  for (const address of addresses) {
    const failure = await outgoing.get(address).then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toMatchObject({
      apiCode: 'address_unreachable',
      cause: { message: expect.stringMatching(words) },
      details: { issues: [{ path: 'unreachable', message: 'proxy' }] },
    });
    expect(everythingIn(failure)).not.toMatch(/hunter2|aHVudGVyMi/);
  }
});

test('a proxy that says nothing is given up', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => sockets.push(socket));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { port } = silent.address() as AddressInfo; // the server listens on a port
  use({}, `http://127.0.0.1:${port}`);
  await expect(outgoing.get(`https://page.example:${secure.port}/`, { timeoutMs: 300 })).rejects.toMatchObject({
    apiCode: 'address_timeout',
  });
  for (const socket of sockets) socket.destroy();
  silent.close();
});

/** All that a log or a dump could show of an error. */
function everythingIn(error: unknown): string {
  const seen: string[] = [];
  for (let at = error; at instanceof Error; at = at.cause)
    seen.push(
      at.message,
      at.stack ?? '',
      JSON.stringify(Object.fromEntries(Object.entries(at).filter(([, it]) => typeof it !== 'object'))),
    );
  return seen.join('\n');
}
