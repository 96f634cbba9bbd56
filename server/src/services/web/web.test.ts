import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { languages } from '@parlance/shared/contract/values/language';
import type { FastifyInstance } from 'fastify';
import { readConfig } from '../../platform/config/config.ts';
import { createLog } from '../../platform/telemetry/log.ts';
import type { Neighbours } from './front.ts';
import { webService } from './web.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'parlance-web-'));
const hostFolder = path.join(folder, 'host');
const registryFile = path.join(folder, 'registry.json');
const logged: string[] = [];
const log = createLog({ LOG_LEVEL: 'error' }, { write: (told) => logged.push(told) });
let web: FastifyInstance;
/** Stands in the page. */
const script = '(()=>{"use strict"})()';

const screens = [
  {
    id: 'home',
    path: '/',
    titles: { en: 'Home</script><script>alert(1)</script>' },
    files: ['home.js', 'home.css'],
    shared: ['@parlance/shared/ui/core'],
    first: [{ path: '/bots/v1/bots', query: { limit: 100, q: 'a&b' } }],
  },
  {
    id: 'bots',
    path: '/bots/:botId',
    children: ['more'],
    titles: {},
    first: [
      { path: '/bots/v1/bots/:botId' },
      { service: 'charts', path: '/charts/v1/bots' },
      { service: 'of-tomorrow', path: '/bots' },
      { path: '/bots/:ofTomorrow' },
    ],
  },
  {
    id: 'dashboard',
    path: '/dashboard',
    titles: {},
    requires: { role: 'admin', feature: 'dashboard' },
    files: ['dashboard.js'],
    first: [{ path: '/charts/v1/summary' }],
  },
];
const line = (name: string) => ({
  base: `/remotes/${name}/1-a/`,
  dir: name,
  remote: {
    name,
    version: '1-a',
    entry: 'entry.js',
    container: `c_${name}`,
    screens: name === 'chat' ? screens : [],
    locales: { en: 'locales/en.json' },
    integrity: {
      'entry.js': 'sha384-e',
      'home.js': 'sha384-h',
      'home.css': 'sha384-c',
      'locales/en.json': 'sha384-l',
      'mf-stats.json': 'sha384-s',
    },
  },
});

function put(file: string, content: string | Buffer): void {
  const target = path.join(folder, file);
  mkdirSync(path.dirname(target), { recursive: true });
  writeFileSync(target, content);
}

/** A build's painter: as the host's is, named by its content. */
function putPainter(name: string, program: string): void {
  put(`host/painted.${name}.mjs`, program);
  put('host/painted.json', JSON.stringify({ entries: { painted: [`painted.${name}.mjs`] }, shared: {} }));
}

beforeAll(async () => {
  const core = { '@parlance/shared/ui/core': ['core.js'] };
  put(
    'host/host.json',
    JSON.stringify({
      entries: { shell: ['shell.css', 'shell.abc.js'] },
      parts: { plan: ['plan.abc.js'] },
      shared: core,
    }),
  );
  put('host/login.json', JSON.stringify({ entries: { login: ['login.css', 'login.abc.js'] }, shared: {} }));
  put('host/form.json', JSON.stringify({ entries: { form: ['form.css', 'form.abc.js'] }, shared: {} }));
  put(
    'host/form.html',
    '<html lang="{{language}}" data-theme="{{theme}}">{{{head}}}<h1>{{text.form.title}}</h1>{{{languages}}}{{{data}}}',
  );
  put(
    'host/shell.html',
    '<html lang="{{language}}" data-theme="{{theme}}"><meta name="color-scheme" content="{{schemes}}">{{{early}}}{{{script}}}{{{head}}}<noscript>{{text.noScript}}</noscript><div id="root">{{{painted}}}</div>{{{data}}}',
  );
  put(
    'host/login.html',
    '<html lang="{{language}}" data-theme="{{theme}}">{{{head}}}<h1>{{text.login.heading}}</h1>{{{languages}}}{{{themes}}}{{{early}}}{{{data}}}',
  );
  const texts = {
    host: {
      noScript: 'A & B',
      login: { heading: 'Hi' },
      form: { title: 'Form' },
      operator: { title: 'Operator' },
      person: {},
      themes: { light: 'L', dark: 'D', system: 'S' },
      error: { secret: 'not on the login page' },
    },
    shared: {
      ui: { retry: 'Once more', close: 'not on the login page' },
      errors: { code_wrong: 'Wrong', seats_taken: 'not on the login page', rate_limited: 'Slow' },
    },
  };
  for (const language of languages) put(`host/texts/${language}.json`, JSON.stringify(texts));
  put('host/early.js', script);
  putPainter(
    'first',
    'export const paint = ({ texts, remotes, ...painted }) => `<i>${JSON.stringify({ ...painted, lead: texts.host.noScript, remotes: remotes.map(({ base }) => base) })}</i>`;',
  );
  put('host/shell.abc.js', 'shell'.repeat(200));
  put('host/shell.abc.js.br', brotliCompressSync('shell'.repeat(200)));
  put('host/shell.abc.js.map', '{}');
  put('host/fonts/Formula.abc.woff2', 'font');
  put('host/files/de-DE.abc.json', '{}');
  put('chat/entry.js', 'entry');
  put('chat/entry.js.map', '{}');
  put('chat/locales/en.json', '{}');
  put('secret.js', 'secret');
  put('registry.json', JSON.stringify([line('chat'), { base: 1 }]));
  web = await webService({
    config: readConfig({
      NODE_ENV: 'test',
      HOST_DIR: hostFolder,
      REGISTRY_FILE: registryFile,
      SUPPORT_EMAIL: 'help@chat.example',
      WEB_ORIGIN: 'http://chat.example:3000',
    }),
    log,
  });
});
afterAll(async () => {
  await web.close();
  rmSync(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) =>
  web.inject({ url, headers: { host: 'chat.example:3000', ...headers } });
const signedIn = { cookie: 'sessionid=s' };

test('a page carries the whole header set, and lets run no script but files and the one that stands in it, by its content', async () => {
  const { headers, statusCode, body } = await get('/', signedIn);
  expect(statusCode).toBe(200);
  const policy = String(headers['content-security-policy']);
  expect(policy).toContain(`script-src 'self' 'sha256-${createHash('sha256').update(script).digest('base64')}';`);
  expect(body).toContain(`<script>${script}</script>`);
  expect(policy).not.toContain('unsafe-eval');
  expect(policy.match(/unsafe-inline/g)).toEqual(['unsafe-inline']);
  expect(policy).toContain("style-src-attr 'unsafe-inline'");
  const services = 'http://chat.example:8000 http://chat.example:8001 http://chat.example:8002';
  expect(policy).toContain(`connect-src 'self' ${services};`);
  // Pictures and sounds that tools give.
  expect(policy).toContain(`img-src 'self' data: blob: ${services};`);
  expect(policy).toContain(`media-src 'self' ${services};`);
  for (const closed of [
    "frame-ancestors 'none'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-src 'none'",
    "worker-src 'none'",
  ])
    expect(policy).toContain(closed);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'content-type': 'text/html; charset=utf-8',
  });
  expect(headers['permissions-policy']).toContain('camera=()');
});

type EarlyCalls = { readonly ask: readonly string[]; readonly keys: string; readonly registration: object };
async function askedEarly(url: string, headers: Record<string, string> = signedIn): Promise<EarlyCalls> {
  const { body } = await get(url, headers);
  return JSON.parse(/id="parlance-early">(.*?)<\/script>/.exec(body)?.[1] ?? 'null');
}

test('a page asks early for who the person is, and for what its screen begins with, by the addresses of its own configuration', async () => {
  const [main, charts] = ['http://chat.example:8000', 'http://chat.example:8001'];
  const person = [`${main}/auth/v1/whoami`, `${main}/users/v1/profile`];
  expect(await askedEarly('/')).toEqual({
    ask: [...person, `${main}/bots/v1/bots?limit=100&q=a%26b`],
    keys: `${main}/.well-known/jwks.json`,
    registration: { profile: `${main}/users/v1/profile`, address: `${main}/user-journey/v1/registration-status` },
  });
  // Calls of a newer remote unknown to this version are left out, and an id is one segment of an address whatever it
  // contains.
  expect((await askedEarly('/bots/a%2Fb%3Fc')).ask).toEqual([
    ...person,
    `${main}/bots/v1/bots/a%2Fb%3Fc`,
    `${charts}/charts/v1/bots`,
  ]);
  expect((await askedEarly('/bots/b/more')).ask).toEqual([
    ...person,
    `${main}/bots/v1/bots/b`,
    `${charts}/charts/v1/bots`,
  ]);
  for (const path of ['/dashboard', '/nowhere', '/?q=mine', '/terms/service'])
    expect({ path, ask: (await askedEarly(path)).ask }).toEqual({ path, ask: person });
  expect((await get('/', signedIn)).body).not.toContain('"first":[{');
});

test('browsers are told to come by TLS alone where WEB_ORIGIN is https, whatever Host a proxy says', async () => {
  const hstsOf = async (settings: Record<string, string>, headers: Record<string, string>) => {
    const service = await webService({
      config: readConfig({ NODE_ENV: 'test', HOST_DIR: hostFolder, REGISTRY_FILE: registryFile, ...settings }),
      log,
    });
    const answer = await service.inject({ url: '/healthz', headers });
    await service.close();
    return answer.headers['strict-transport-security'];
  };
  expect(await hstsOf({ WEB_ORIGIN: 'https://chat.example.org' }, { host: 'localhost:3000' })).toBe(
    'max-age=31536000; includeSubDomains',
  );
  expect(await hstsOf({ WEB_ORIGIN: 'http://localhost:8080' }, { host: 'web:3000' })).toBeUndefined();
  expect(
    await hstsOf({ TRUST_PROXY: 'loopback' }, { host: 'localhost:3000', 'x-forwarded-proto': 'https' }),
  ).toBeUndefined();
});

test('authorization servers of tools are told of this installation where they could reach it', async () => {
  const documentOf = async (origin: string) => {
    const service = await webService({
      config: readConfig({ NODE_ENV: 'test', HOST_DIR: hostFolder, REGISTRY_FILE: registryFile, WEB_ORIGIN: origin }),
      log,
    });
    const answer = await service.inject({
      url: '/client-metadata/mcp_notes_example',
      headers: { host: new URL(origin).host },
    });
    await service.close();
    return answer;
  };
  const answer = await documentOf('https://chat.example.org');
  expect(answer.headers['content-type']).toMatch(/^application\/json/);
  expect(answer.json()).toMatchObject({
    client_id: 'https://chat.example.org/client-metadata/mcp_notes_example',
    redirect_uris: ['https://chat.example.org/tool-sign-in/mcp_notes_example'],
    token_endpoint_auth_method: 'none',
  });
  expect((await documentOf('http://chat.example.org')).statusCode).toBe(404);
});

test('who has the session cookie of this host alone is signed in; without TLS that name says nothing', async () => {
  const cookie = '__Host-sessionid=s';
  expect((await get('/dialogue/1', { cookie })).statusCode).toBe(200);
  const local = await webService({
    config: readConfig({ NODE_ENV: 'test', HOST_DIR: hostFolder, REGISTRY_FILE: registryFile }),
    log,
  });
  expect((await local.inject({ url: '/dialogue/1', headers: { cookie } })).statusCode).toBe(302);
  await local.close();
});

test('the nonce is of this answer alone, in the policy and on the style sheet', async () => {
  const [one, other] = await Promise.all([get('/', signedIn), get('/', signedIn)]);
  const nonces = [one, other].map(
    ({ headers }) => /'nonce-([\w-]{22})'/.exec(String(headers['content-security-policy']))?.[1],
  );
  expect(nonces[0]).toBeDefined();
  expect(nonces[0]).not.toBe(nonces[1]);
  expect(one.body).toContain(`<link rel="stylesheet" href="/assets/shell.css" nonce="${nonces[0]}">`);
});

test('data blocks cannot be left: no “<” of their content stands in the page', async () => {
  const { body } = await get('/', signedIn);
  expect(body).not.toContain('<script>alert');
  const block = /id="parlance-registry">(.*?)<\/script>/s.exec(body)?.[1] ?? '';
  expect(block).not.toContain('<');
  const [entry] = JSON.parse(block);
  expect(entry.remote.screens[0].titles.en).toBe(screens[0]?.titles.en);
  expect(entry).not.toHaveProperty('dir');
  expect(body).toContain('<noscript>A &amp; B</noscript>');
  // Nor does it bring the texts of pages that are programs of their own.
  for (const elsewhere of ['"title":"Form"', '"title":"Operator"']) expect(body).not.toContain(elsewhere);
});

describe('the pins of a remote', () => {
  type Entry = {
    readonly base: string;
    readonly remote: { readonly integrity: Record<string, string> };
    readonly pins?: { readonly file: string; readonly integrity: string };
  };
  const chatOn = async (path: string) =>
    (
      JSON.parse(/id="parlance-registry">(.*?)<\/script>/s.exec((await get(path, signedIn)).body)?.[1] ?? '') as Entry[]
    )[0];
  // No page requests the files in which a build describes itself.
  const all = { 'entry.js': 'sha384-e', 'home.js': 'sha384-h', 'home.css': 'sha384-c', 'locales/en.json': 'sha384-l' };

  test('stand in the page that shows it, whoever may see the screen', async () => {
    for (const path of ['/', '/dashboard']) expect(await chatOn(path)).toMatchObject({ remote: { integrity: all } });
    expect(await chatOn('/')).not.toHaveProperty('pins');
  });

  test('are a file of the remote for any other page, which pins the entry and that file; it is named by its content', async () => {
    const {
      base,
      remote,
      pins = { file: '', integrity: '' },
    } = (await chatOn('/profile')) ?? { base: '', remote: null };
    expect(remote?.integrity).toEqual({ 'entry.js': 'sha384-e' });
    const plain = await get(`${base}${pins.file}`);
    expect(plain.json()).toEqual(all);
    expect(plain.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    });
    expect(pins.integrity).toBe(`sha384-${createHash('sha384').update(plain.body).digest('base64')}`);
    const small = await get(`${base}${pins.file}`, { 'accept-encoding': 'br' });
    expect(brotliDecompressSync(small.rawPayload).toString()).toBe(plain.body);
    expect((await get(`${base}pins.0000000000000000.json`)).statusCode).toBe(404);
  });
});

test('addresses of the services follow the host of the request, unless they are set', async () => {
  const { body } = await get('/', { ...signedIn, host: 'other.example:3000' });
  expect(body).toContain('"apiBase":"http://other.example:8000"');
  expect(body).toContain('"supportEmail":"help@chat.example"');
});

describe('where one process serves pages and services', () => {
  /** A neighbour; its responses are tested in front.test.ts. */
  const neighbour = { routing: () => undefined, doors: new Set<Promise<unknown>>() };
  async function page(
    settings: Record<string, string>,
    url = '/',
    neighbours: Neighbours = { main: neighbour, charts: neighbour, payment: neighbour },
  ) {
    const service = await webService(
      { config: readConfig({ NODE_ENV: 'test', HOST_DIR: hostFolder, REGISTRY_FILE: registryFile, ...settings }), log },
      null,
      neighbours,
    );
    const { statusCode, headers, body } = await service.inject({
      url,
      headers: { ...signedIn, host: 'localhost:3000' },
    });
    await service.close();
    const [, connect = ''] = /connect-src ([^;]*);/.exec(String(headers['content-security-policy'])) ?? [];
    return {
      statusCode,
      connect,
      bases: Object.fromEntries(
        [...body.matchAll(/"(\w+)Base":"([^"]*)"/g)].map(([, name = '', base]) => [name, base]),
      ),
      preconnected: [...body.matchAll(/rel="preconnect" href="([^"]*)"/g)].map(([, origin]) => origin),
    };
  }

  test.each(['/', '/auth/login', '/form/abc'])(
    'a page finds all of them below its own origin, and is connected to no other: %s',
    async (url) => {
      expect(await page({}, url)).toEqual({
        statusCode: 200,
        connect: "'self'",
        bases: { api: '/api/main', charts: '/api/charts', payment: '/api/payment' },
        preconnected: [],
      });
    },
  );

  test('those that are elsewhere are found where they are', async () => {
    expect(await page({}, '/', { main: neighbour })).toMatchObject({
      connect: "'self' http://localhost:8001 http://localhost:8002",
      bases: { api: '/api/main', charts: 'http://localhost:8001', payment: 'http://localhost:8002' },
    });
  });

  test('what is set goes before, with its path', async () => {
    const { connect, bases, preconnected } = await page({
      API_URL: 'https://api.chat.example/v/main/',
      PAYMENT_URL: 'http://localhost:3000/pay',
    });
    expect(bases).toEqual({
      api: 'https://api.chat.example/v/main',
      charts: '/api/charts',
      payment: 'http://localhost:3000/pay',
    });
    expect(connect).toBe("'self' https://api.chat.example");
    expect(preconnected).toEqual(['https://api.chat.example']);
  });

  test('whoever has no session is sent to sign in: its cookie is seen', async () => {
    const service = await webService(
      { config: readConfig({ NODE_ENV: 'test', HOST_DIR: hostFolder, REGISTRY_FILE: registryFile }), log },
      null,
      { main: neighbour },
    );
    expect((await service.inject({ url: '/', headers: { host: 'localhost:3000' } })).statusCode).toBe(302);
    await service.close();
  });
});

test('an open screen is asked for ahead, with its pins; a gated one is not', async () => {
  const home = (await get('/', { ...signedIn, 'accept-language': 'en' })).body;
  expect(home).toContain('<link rel="preload" as="script" href="/assets/core.js">');
  expect(home).toContain('<link rel="preload" as="script" href="/remotes/chat/1-a/entry.js" integrity="sha384-e">');
  expect(home).toContain('<link rel="preload" as="style" href="/remotes/chat/1-a/home.css" integrity="sha384-c">');
  expect(home).toContain(
    '<link rel="preload" as="fetch" href="/remotes/chat/1-a/locales/en.json" crossorigin="anonymous">',
  );
  // The reader of the plan token is needed for everybody; for a screen that may be denied, nothing is prefetched.
  const preloaded = async (path: string, headers = {}) =>
    [...(await get(path, headers)).body.matchAll(/rel="preload" as="\w+" href="([^"]*)"/g)].map(([, href]) => href);
  expect(await preloaded('/dashboard', signedIn)).toEqual(['/assets/plan.abc.js']);
  expect(await preloaded('/terms/service')).toEqual([]);
});

describe('what stands in the page before the shell', () => {
  const paintedIn = (body: string) => /<div id="root">(.*?)<\/div>/.exec(body)?.[1];
  const asked = (body: string) => JSON.parse(paintedIn(body)?.replace(/<\/?i>/g, '') ?? '') as Record<string, unknown>;

  test('is painted by the build for the address and for what this browser has chosen', async () => {
    const { body } = await get('/dialogue/1?x=1', {
      cookie: 'sessionid=s; rail=collapsed; language=de-DE',
      'user-agent': 'A browser',
    });
    expect(asked(body)).toEqual({
      path: '/dialogue/1',
      language: 'de-DE',
      userAgent: 'A browser',
      isCollapsed: true,
      lead: 'A & B',
      remotes: ['/remotes/chat/1-a/'],
    });
    expect(asked((await get('/', signedIn)).body)).toMatchObject({ language: 'en', isCollapsed: false });
  });

  test.each(['/terms/privacy-policy', '/error?code=404', '/redirect?to=/'])(
    '%s has no frame, and is not',
    async (url) => {
      expect(paintedIn((await get(url, signedIn)).body)).toBe('');
    },
  );

  test('comes from the next build without a restart; from one that cannot paint a page comes without it, and the log says so once', async () => {
    putPainter('second', 'export const paint = () => "<b>second</b>";');
    expect(paintedIn((await get('/', signedIn)).body)).toBe('<b>second</b>');
    for (const [name, program] of [
      ['third', 'export const paint = () => { throw new Error("no paint"); };'],
      ['fourth', 'export const other = 1;'],
      ['fifth', 'not a program'],
    ] as const) {
      putPainter(name, program);
      const before = logged.length;
      const pages = [await get('/', signedIn), await get('/', signedIn)];
      expect(pages.map(({ statusCode, body }) => [statusCode, paintedIn(body)])).toEqual([
        [200, ''],
        [200, ''],
      ]);
      expect(logged.slice(before).filter((told) => told.includes(`painted.${name}.mjs paints no page`))).toHaveLength(
        1,
      );
    }
  });
});

test.each(['/', '/dialogue/1', '/nowhere', '//evil.example/x'])(
  'without a session %s leads to the login',
  async (url) => {
    const { statusCode, headers } = await get(url);
    expect(statusCode).toBe(302);
    expect(headers.location).toMatch(/^\/auth\/login/);
  },
);

test('the way back is kept', async () => {
  expect((await get('/dialogue/1?a=b&c')).headers.location).toBe('/auth/login?to=%2Fdialogue%2F1%3Fa%3Db%26c');
  expect((await get('/auth/other?to=%2Fx')).headers.location).toBe('/auth/login?to=%2Fx');
});

test.each(['/error?code=404', '/redirect?to=/', '/terms/privacy-policy', '/terms'])('%s is for anyone', async (url) => {
  expect((await get(url)).statusCode).toBe(200);
});

test('the login page comes in the language asked for, with the texts it shows and the shell to fetch next', async () => {
  const { body } = await get('/auth/login?to=/', { 'accept-language': 'fr-CA,de;q=0.5', cookie: 'theme=dark' });
  expect(body).toContain('<html lang="fr-FR" data-theme="dark">');
  expect(body).toContain('<option value="fr-FR" lang="fr-FR" selected>Français</option>');
  expect(body).toContain('/assets/shell.abc.js');
  expect(body).toContain('/remotes/chat/1-a/home.js');
  expect(body).toContain('"code_wrong":"Wrong"');
  expect(body).toContain('"ui":{"retry":"Once more"}');
  expect(body).not.toContain('not on the login page');
});

test('the login page lets the shell that takes its place do what the shell’s own page lets it do', async () => {
  const policyOf = async (url: string, headers: Record<string, string>) =>
    String((await get(url, headers)).headers['content-security-policy'])
      .replaceAll(/'nonce-[\w-]+'/g, 'nonce')
      .replace(/ 'sha256-[^']+'/, '');
  expect(await policyOf('/auth/login', {})).toBe(await policyOf('/', signedIn));
  const { body } = await get('/auth/login');
  expect(body).toContain('"shell":["/assets/shell.css","/assets/shell.abc.js"]');
});

test('it asks for what the page of the shell would, as soon as somebody has signed in, and repeats no id of an address', async () => {
  const loginFor = (to: string) => askedEarly(`/auth/login?to=${encodeURIComponent(to)}`, {});
  expect(await loginFor('/')).toEqual(await askedEarly('/'));
  const { ask: person } = await askedEarly('/terms/service');
  for (const to of ['/bots/secret', '/?q=mine', '/dashboard', '//elsewhere.example/x'])
    expect({ to, ask: (await loginFor(to)).ask }).toEqual({ to, ask: person });
  for (const nowhere of ['/bots/%ff', 'http://[', '']) expect(await loginFor(nowhere)).toEqual(await askedEarly('/'));
});

test('the page of a form is for anyone, knows neither shell nor remotes, and tells no other site its address', async () => {
  const { statusCode, body, headers } = await get(`/form/${'a'.repeat(43)}`, { 'accept-language': 'nl' });
  expect(statusCode).toBe(200);
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(headers['content-security-policy']).toContain("script-src 'self';");
  expect(body).toContain('<html lang="nl-NL" data-theme="system">');
  expect(body).toContain('<script src="/assets/form.abc.js" defer></script>');
  expect(body).toContain('"rate_limited":"Slow"');
  for (const elsewhere of ['shell.abc.js', '/remotes/', 'not on the login page', 'aaaa'])
    expect(body).not.toContain(elsewhere);
  expect((await get('/form/a/b')).statusCode).toBe(302);
});

test('the login page knows whether this browser still has a session cookie', async () => {
  expect((await get('/auth/login')).body).toContain('"isSessionGone":true');
  expect((await get('/auth/login', { cookie: 'sessionid=x' })).body).toContain('"isSessionGone":false');
});

test('the page that ends a sign-in to a tool tells nobody its address, and goes by the login with all of it', async () => {
  const address = '/tool-sign-in/mcp_notes_example?code=kept-quiet&state=s';
  const { body, headers } = await get(address, signedIn);
  expect(headers['referrer-policy']).toBe('no-referrer');
  expect(body).not.toContain('kept-quiet');
  expect((await get(address)).headers.location).toBe(`/auth/login?to=${encodeURIComponent(address)}`);
});

test('any other path of /auth leads to the login page with its query, which neither the page nor a further request repeats', async () => {
  const { headers } = await get('/auth/password-reset?to=%2Fbots%2Fsecret');
  expect(headers.location).toBe('/auth/login?to=%2Fbots%2Fsecret');
  const page = await get('/auth/login?to=%2Fbots%2Fsecret');
  expect(page.headers['referrer-policy']).toBe('no-referrer');
  expect(page.body).not.toContain('secret');
});

test.each([
  ['light', 'light', 'light'],
  ['dark', 'dark', 'dark'],
  ['system', 'system', 'light dark'],
  ['blue', 'system', 'light dark'],
])('the choice of %s is in the page before any style or script has come', async (cookie, theme, schemes) => {
  const { body } = await get('/', { cookie: `sessionid=s; theme=${cookie}` });
  expect(body).toContain(`data-theme="${theme}"><meta name="color-scheme" content="${schemes}">`);
});

test.each(['/', '/auth/login', `/form/${'a'.repeat(43)}`, '/terms/privacy-policy'])(
  '%s comes in the language that was chosen in this browser, whichever it asks for',
  async (url) => {
    const { body } = await get(url, { cookie: 'sessionid=s; language=de-DE', 'accept-language': 'fr' });
    expect(body).toContain('<html lang="de-DE"');
  },
);

test.each(['', 'xx', '"><script>', 'de'])(
  'a chosen language “%s” that is none leaves the one that the browser asks for',
  async (chosen) => {
    expect((await get('/auth/login', { cookie: `language=${chosen}`, 'accept-language': 'fr' })).body).toContain(
      '<html lang="fr-FR"',
    );
  },
);

test('an odd way back does not break the login page, nor does a theme that is none', async () => {
  expect((await get('/auth/login?to=http://[', { cookie: 'theme="><script>' })).body).toContain('data-theme="system"');
});

test('a form sent before its script was there is dropped', async () => {
  const { statusCode, headers } = await web.inject({
    method: 'POST',
    url: '/auth/login?to=/x',
    payload: 'email=a&password=b',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
  expect([statusCode, headers.location]).toEqual([303, '/auth/login?to=/x']);
});

test('hashed files are kept forever and sent as they were compressed', async () => {
  const compressed = await get('/assets/shell.abc.js', { 'accept-encoding': 'gzip, br' });
  expect(compressed.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    'content-type': 'text/javascript; charset=utf-8',
  });
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe('shell'.repeat(200));
  const plain = await get('/assets/shell.abc.js', { 'accept-encoding': 'br;q=0' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect(plain.body).toBe('shell'.repeat(200));
});

test('the fonts of formulas stand in the folder of their own', async () => {
  const { statusCode, headers } = await get('/assets/fonts/Formula.abc.woff2');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'font/woff2',
  });
});

test('texts of a part stand in a folder of their own', async () => {
  const { statusCode, headers } = await get('/assets/files/de-DE.abc.json');
  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/json; charset=utf-8',
  });
});

test('pages are compressed as well', async () => {
  const { headers, rawPayload } = await get('/', { ...signedIn, 'accept-encoding': 'br' });
  expect(headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(rawPayload).toString()).toContain('parlance-registry');
});

test('texts are asked for again and not sent twice', async () => {
  const { headers } = await get('/texts/de-DE.json');
  expect(headers['cache-control']).toBe('no-cache');
  expect((await get('/texts/de-DE.json', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
});

test.each([
  '/assets/missing.js',
  '/assets/host.json',
  '/assets/shell.html',
  '/assets/shell.abc.js.map',
  '/assets/shell.abc.js.br',
  '/assets/..%2f..%2fsecret.js',
  '/assets/%2e%2e%2fsecret.js',
  '/assets/files/missing.json',
  '/assets/files/..%2fhost.json',
  '/assets/files/Formula.abc.woff2',
  '/assets/fonts/Missing.woff2',
  '/assets/fonts/..%2fshell.abc.js',
  '/assets/Formula.abc.woff2',
  '/remotes/chat/1-a/entry.js.map',
  '/remotes/chat/1-a/../secret.js',
  '/remotes/chat/1-a/..%2f..%2fsecret.js',
  '/remotes/chat/0-old/entry.js',
  '/remotes/nobody/1-a/entry.js',
  '/remotes/chat/1-a/__proto__',
  '/api',
  '/api/main/healthz',
  '/api/main/auth/login',
  '//api/main/x',
  '/%61pi/x',
  '/x/../api/x',
  '/texts/xx.json',
  '/texts/..%2fhost.json',
  '/favicon.ico',
  '/missing.js',
  '/wp-login.php',
  '/a/b/c.css',
])('what no build knows is not there, and never a page: %s', async (url) => {
  const { statusCode, headers, body } = await get(url, signedIn);
  expect([statusCode, headers['content-type'], body]).toEqual([404, 'text/plain; charset=utf-8', 'Not found']);
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test('another registry is read without a restart; one that is broken leaves the last', async () => {
  put('registry.json', JSON.stringify([line('chat'), line('admin'), line('studio')]));
  expect((await get('/', signedIn)).body).toContain('/remotes/studio/1-a/');
  put('registry.json', '[{"half":');
  expect((await get('/', signedIn)).body).toContain('/remotes/studio/1-a/');
});

test('where the main API keeps its cookie to another host, the browser finds out who it is', async () => {
  const apart = await webService({
    config: readConfig({
      NODE_ENV: 'test',
      HOST_DIR: hostFolder,
      REGISTRY_FILE: registryFile,
      API_URL: 'https://api.elsewhere.example',
      WEB_ORIGIN: 'https://chat.example',
    }),
    log,
  });
  expect((await apart.inject({ url: '/', headers: { host: 'chat.example' } })).statusCode).toBe(200);
  await apart.close();
});

test('a build that is not there is a sentence in the log and a plain answer', async () => {
  const empty = await webService({
    config: readConfig({
      NODE_ENV: 'test',
      HOST_DIR: path.join(folder, 'none'),
      REGISTRY_FILE: path.join(folder, 'none.json'),
    }),
    log,
  });
  const { statusCode, body } = await empty.inject({ url: '/auth/login' });
  expect(statusCode).toBe(500);
  expect(body).not.toContain(folder);
  await empty.close();
});
