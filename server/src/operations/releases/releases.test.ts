import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type Audience,
  listReleases,
  rollBackRelease,
  setAudience,
  shipRelease,
  switchRemote,
} from '@parlance/shared/contract/api/releases/releases';
import { languages } from '@parlance/shared/contract/values/language';
import type { FastifyInstance } from 'fastify';
import { unzipSync, zipSync } from 'fflate';
import { webService } from '../../services/web/web.ts';
import { startParlance } from '../../start.ts';
import { makeRelease, writeBuild } from '../../testing/releases.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import { ReleaseRefused, readRelease } from './archive.ts';
import { isInAudience } from './audience.ts';
import { runReleases, runRollback, shipFolder } from './command-line.ts';
import { surfaceFaults } from './surface.ts';

const key = 'o'.repeat(40);
const folder = mkdtempSync(path.join(tmpdir(), 'parlance-releases-'));
const authorization = `Bearer ${key}`;
const put = (file: string, content: string) => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), content);
};
let builds = 0;
const release = (given: Parameters<typeof makeRelease>[1]) =>
  makeRelease(path.join(folder, `build-${(builds += 1)}`), given);

let server: TestServer;
/** Two web services on one database, as if on two machines: each has a folder of its own. */
let webs: [FastifyInstance, FastifyInstance];
/** The version of the build that the host was deployed with. */
let built: string;

beforeAll(async () => {
  const names = ['useSession', 'sessionStore'];
  put(
    'host/host.json',
    JSON.stringify({
      entries: { shell: ['shell.abc.js'] },
      shared: {},
      surface: { '@parlance/shared/session': { version: '0.1.0', names } },
    }),
  );
  put('host/shell.html', '{{{early}}}{{{head}}}{{{data}}}');
  put('host/early.js', '');
  for (const language of languages) put(`host/texts/${language}.json`, JSON.stringify({ host: {}, shared: {} }));
  const lines = [
    ['admin', '/dashboard'],
    ['chat', '/'],
  ].map(([name = '', at = '']) => {
    const remote = writeBuild(path.join(folder, name), { name, code: 'built', paths: [at] });
    if (name === 'admin') built = remote.version;
    return { base: `/remotes/${name}/${remote.version}/`, dir: name, remote };
  });
  put('registry.json', JSON.stringify(lines));
  server = await startTestServer({
    OPERATOR_KEY: key,
    WEB_ORIGIN: 'http://localhost:3000',
    HOST_DIR: path.join(folder, 'host'),
    REGISTRY_FILE: path.join(folder, 'registry.json'),
    LOG_LEVEL: 'warn',
  });
  const { config, log, ...source } = server.dependencies;
  const of = (machine: string) =>
    webService({ config: { ...config, DATA_DIR: path.join(folder, machine) }, log }, source);
  webs = [await of('one'), await of('two')];
});
afterAll(async () => {
  for (const web of webs) await web.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const post = (url: string, payload: object, headers: Record<string, string> = { authorization }) =>
  server.app.inject({ method: 'POST', url, payload, headers: { host: 'localhost', ...headers } });
const shipIt = (archive: string, remote = 'admin', audience?: Audience) =>
  post(shipRelease.path, { remote, archive, by: 'ada', ...(audience === undefined ? {} : { audience }) });
const putIt = (url: string, payload: object) =>
  server.app.inject({
    method: 'PUT',
    url,
    payload: { remote: 'admin', by: 'ada', ...payload },
    headers: { host: 'localhost', authorization },
  });
const back = (from: string, remote = 'admin') => post(rollBackRelease.path, { remote, from, by: 'ada' });
const list = async () =>
  (await server.app.inject({ url: listReleases.path, headers: { host: 'localhost', authorization } })).json().data;
const reasons = (answer: Awaited<ReturnType<typeof post>>) =>
  answer.json().issues.map(({ message }: { message: string }) => message);

/** The version of admin that a page gets, with these cookies; `none` where it gets none. */
async function servedBy(web: FastifyInstance, cookie = ''): Promise<string> {
  return (
    (await web.inject({ url: '/registry.json', headers: { cookie } })).json().remotes.admin?.split('/').at(-2) ?? 'none'
  );
}
const cookieOf = async (email: string) => (await server.as(email)).headers()['cookie'] ?? '';
/** Resolves once both web services serve the version. */
async function served(version: string, cookie = ''): Promise<void> {
  for (const web of webs) while ((await servedBy(web, cookie)) !== version) await wait(20);
}

test('nobody without the operator’s key reads, ships or goes back, and nobody from elsewhere with it', async () => {
  const { archive } = release({ code: 'zero' });
  const body = { remote: 'admin', archive, by: 'eve' };
  for (const headers of [{}, { authorization: `Bearer ${'x'.repeat(40)}` }, { authorization, host: 'chat.example' }]) {
    expect((await post(shipRelease.path, body, headers as Record<string, string>)).statusCode).toBe(401);
  }
  expect(
    (await post(rollBackRelease.path, { remote: 'admin', from: '1.0.0-000000000000', by: 'eve' }, {})).statusCode,
  ).toBe(401);
  const owner = await server.as('owner@pro.example');
  expect((await owner.call(listReleases)).status).toBe(401);
  expect((await list()).log).toEqual([]);
});

test('a release is served by every web service, the two before it stay reachable, and an older one is gone', async () => {
  await served(built);
  const versions: string[] = [];
  for (const code of ['one', 'two', 'three', 'four']) {
    const { version, archive } = release({ code });
    expect((await shipIt(archive)).statusCode).toBe(200);
    await served(version);
    versions.push(version);
  }
  const [one = '', two, three, four] = versions;
  for (const web of webs) {
    const page = await web.inject({ url: '/dashboard', headers: { cookie: 'sessionid=s' } });
    expect(page.body).toContain(`"base":"/remotes/admin/${four}/"`);
    expect(page.body).toContain('"base":"/remotes/chat/');
    for (const [version, code] of [
      [two, 'two'],
      [three, 'three'],
      [four, 'four'],
    ]) {
      const file = await web.inject({ url: `/remotes/admin/${version}/entry.js` });
      expect([file.statusCode, file.body]).toEqual([200, code]);
      expect(
        (await web.inject({ url: `/remotes/admin/${version}/entry.js`, headers: { 'accept-encoding': 'br' } })).headers[
          'content-encoding'
        ],
      ).toBe('br');
      for (const other of ['remote.json', 'surface.json', '../../../host/host.json', 'entry.js.br'])
        expect((await web.inject({ url: `/remotes/admin/${version}/${other}` })).statusCode).toBe(404);
    }
    while ((await web.inject({ url: `/remotes/admin/${one}/entry.js` })).statusCode !== 404) await wait(20);
  }
  const { items, log } = await list();
  expect(items).toMatchObject([
    { remote: 'admin', current: four, releases: [{ version: four }, { version: three }, { version: two }] },
  ]);
  expect(log).toHaveLength(4);
  expect(log[0]).toMatchObject({
    by: 'ada',
    action: 'shipped',
    remote: 'admin',
    details: { version: four, before: three },
  });
});

test('going back leads to the release before, then to the one before that, then to what was built; a repeated request goes back once', async () => {
  const [four, three, two] = (await list()).items[0].releases.map(({ version }: { version: string }) => version);
  expect((await back(four)).statusCode).toBe(200);
  expect((await back(four)).json().code).toBe('conflict');
  await served(three);
  // A withdrawn release stays available for pages that have it.
  expect((await webs[1].inject({ url: `/remotes/admin/${four}/entry.js` })).statusCode).toBe(200);
  await back(three);
  await served(two);
  await back(two);
  await served(built);
  expect((await back(two)).json().code).toBe('conflict');
  // Shipped again, it is the newest again, and nobody goes back to what was taken back.
  const { archive, version } = release({ code: 'three' });
  expect(version).toBe(three);
  expect((await shipIt(archive)).json().data.releases[0]).toMatchObject({ version: three, is_withdrawn: false });
  await served(three);
  await back(three);
  await served(built);
});

test('a release that needs more of the host than it offers is refused with the reason, and nobody gets it', async () => {
  const before = await list();
  const answer = await shipIt(release({ code: 'ahead', takes: ['useSession', 'useTelepathy'] }).archive);
  expect([answer.statusCode, answer.json().code]).toEqual([400, 'validation_failed']);
  expect(reasons(answer)[0]).toMatch(/takes useTelepathy of @parlance\/shared\/session, which this host does not have/);
  expect(await list()).toEqual(before);
});

test('a surface fits where every name is there, in a version that promises the same', () => {
  const offered = { react: { version: '19.3.1', names: ['*'] }, session: { version: '0.1.2', names: ['a', 'b'] } };
  const of = (module: string, version: string, ...names: string[]) =>
    surfaceFaults({ [module]: { version, names } }, offered);
  expect([
    of('react', '19.3.1', 'useX'),
    of('react', '19.2.9'),
    of('session', '0.1.2', 'a', '*'),
    of('session', '0.1.0', 'b'),
  ]).toEqual([[], [], [], []]);
  for (const faults of [
    of('react', '19.4.0'),
    of('react', '18.3.1'),
    of('react', '20.0.0'),
    of('session', '0.2.0'),
    of('session', '0.0.1'),
    of('session', '0.1.3'),
    of('session', '0.1.2', 'c'),
    of('router', '0.1.0'),
  ])
    expect(faults).toHaveLength(1);
});

test('an address of another remote, another remote’s release and what is no archive are refused', async () => {
  expect(reasons(await shipIt(release({ code: 'greedy', paths: ['/dashboard', '/'] }).archive))).toEqual([
    'The path / belongs to “chat”.',
  ]);
  expect(reasons(await shipIt(release({ code: 'other', name: 'lab', paths: ['/lab'] }).archive))).toEqual([
    'It is a release of “lab”.',
  ]);
  expect(reasons(await shipIt(Buffer.from('no archive').toString('base64')))).toEqual(['The archive is damaged.']);
});

test('one byte that is not pinned anywhere in an archive, and a name that leads out of it, refuse it', () => {
  const files = unzipSync(Buffer.from(release({ code: 'pinned' }).archive, 'base64'));
  const refusedBy = (change: (files: Record<string, Uint8Array>) => void) => {
    const changed = { ...files };
    change(changed);
    expect(() => readRelease(zipSync(changed))).toThrow(ReleaseRefused);
  };
  expect(readRelease(zipSync(files)).remote.name).toBe('admin');
  for (const file of Object.keys(files).filter((name) => !/^(remote|surface)\.json$/.test(name))) {
    refusedBy((changed) => {
      const bytes = Uint8Array.from(changed[file] ?? []);
      bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
      changed[file] = bytes;
    });
  }
  for (const file of ['entry.js', 'locales/de-DE.json', 'remote.json', 'surface.json'])
    refusedBy((changed) => void Reflect.deleteProperty(changed, file));
  for (const name of [
    '../evil.js',
    '/etc/evil.js',
    'a/../../evil.js',
    '.hidden.js',
    'a\\evil.js',
    'unpinned.js',
    'entry.js.gz',
  ])
    refusedBy((changed) => (changed[name] = Buffer.from('evil')));
  // Pinned as it may be: what leads out of a folder stays out.
  for (const name of ['../evil.js', 'a/../../evil.js', '.hidden.js']) {
    const { archive } = release({ code: 'outside', files: { [name]: 'evil' } });
    expect(() => readRelease(Buffer.from(archive, 'base64'))).toThrow('may not stand in a release');
  }
  // A pin that is taken away, or another version than the content's.
  const text = Buffer.from(files['remote.json'] ?? []).toString();
  for (const forged of [
    text.replace(/"entry\.js":"sha384-[^"]+",/, ''),
    text.replace(/1\.0\.0-[\da-f]{12}/, '1.0.0-000000000000'),
    text.replace('"entry":"entry.js"', '"entry":"/../entry.js"'),
  ]) {
    expect(forged).not.toBe(text);
    refusedBy((changed) => (changed['remote.json'] = Buffer.from(forged)));
  }
});

test('what somebody changed in the folder of a web service is not served by the next one that starts: it is taken from the store anew', async () => {
  const { version, archive } = release({ code: 'whole' });
  await shipIt(archive);
  await served(version);
  const file = path.join(folder, 'one', 'releases', 'admin', version, 'entry.js');
  chmodSync(file, 0o644);
  writeFileSync(file, 'forged');
  const { config, log, ...source } = server.dependencies;
  const next = await webService({ config: { ...config, DATA_DIR: path.join(folder, 'one') }, log }, source);
  expect((await next.inject({ url: `/remotes/admin/${version}/entry.js` })).body).toBe('whole');
  await next.close();
});

test('a canary reaches the organisations that a plan, an id or a share names, by their session and by nothing they say, and then everyone', async () => {
  const before = await servedBy(webs[0]);
  const [pro, free] = [await cookieOf('member@pro.example'), await cookieOf('owner@free.example')];
  const { version, archive } = release({ code: 'canary' });
  expect((await shipIt(archive, 'admin', { percent: 0, organizations: [], plans: ['Pro'] })).statusCode).toBe(200);
  await served(version, pro);
  expect(await servedBy(webs[0], free)).toBe(before);
  expect(await servedBy(webs[0])).toBe(before);
  expect(await servedBy(webs[0], 'sessionid=x; organization_id=pro; plan=Pro')).toBe(before);
  expect((await webs[0].inject({ url: '/dashboard', headers: { cookie: pro } })).body).toContain(
    `/remotes/admin/${version}/`,
  );
  const { organizationId } = await server.db.asSystem((trx) =>
    trx
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .where('users.email', '=', 'owner@free.example')
      .select('memberships.organization_id as organizationId')
      .executeTakeFirstOrThrow(),
  );
  expect(
    (await putIt(setAudience.path, { version, audience: { percent: 0, organizations: [organizationId], plans: [] } }))
      .statusCode,
  ).toBe(200);
  await served(version, free);
  expect(await servedBy(webs[1], pro)).toBe(before);
  expect((await putIt(setAudience.path, { version: '1.0.0-000000000000', audience: null })).json().code).toBe(
    'conflict',
  );
  for (const repeated of [1, 2])
    expect([(await putIt(setAudience.path, { version, audience: null })).statusCode, repeated]).toEqual([
      200,
      repeated,
    ]);
  await served(version);
  expect((await list()).items[0]).toMatchObject({ current: version, canary: null });
});

test('a page asks early for what the release of its very session begins with, and for nothing of another', async () => {
  const [pro, free] = [await cookieOf('member@pro.example'), await cookieOf('owner@free.example')];
  const askedAt = async (at: string, cookie: string): Promise<string[]> =>
    JSON.parse(
      /id="parlance-early">(.*?)<\/script>/s.exec((await webs[0].inject({ url: at, headers: { cookie } })).body)?.[1] ??
        '',
    ).ask.map((address: string) => new URL(address).pathname + new URL(address).search);
  const { version, archive } = release({
    code: 'asks for bots',
    first: [{ path: '/bots/v1/bots', query: { limit: 7 } }],
  });
  expect((await shipIt(archive, 'admin', { percent: 0, organizations: [], plans: ['Pro'] })).statusCode).toBe(200);
  await served(version, pro);
  const always = await askedAt('/dashboard', free);
  expect(always.join()).not.toContain('limit=7');
  expect(await askedAt('/dashboard', pro)).toEqual([...always, '/bots/v1/bots?limit=7']);
  expect(await askedAt('/', pro)).toEqual(await askedAt('/', free));
  expect((await back(version)).statusCode).toBe(200);
});

test('a canary that is taken back leaves everyone with what everyone has', async () => {
  const pro = await cookieOf('member@pro.example');
  const before = await servedBy(webs[0]);
  const { version, archive } = release({ code: 'bad canary' });
  await shipIt(archive, 'admin', { percent: 100, organizations: [], plans: [] });
  await served(version, pro);
  expect(await servedBy(webs[0])).toBe(before);
  expect((await back(version)).statusCode).toBe(200);
  await served(before, pro);
  expect((await back(version)).json().code).toBe('conflict');
  expect((await list()).items[0]).toMatchObject({ current: before, canary: null });
});

test('a share is the same organisations every time, a larger one has those of a smaller one, and it is about as large as it says', () => {
  const many = Array.from({ length: 500 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`);
  const reached = (percent: number) =>
    many.filter((organizationId) =>
      isInAudience(
        { percent, organizations: [], plans: [] },
        { remote: 'admin', version: '1.0.0-a' },
        { organizationId, planName: 'Pro', features: new Set() },
      ),
    );
  expect(reached(0)).toEqual([]);
  expect(reached(100)).toEqual(many);
  expect(reached(10)).toEqual(reached(10));
  expect(reached(10).filter((it) => !reached(30).includes(it))).toEqual([]);
  expect(Math.abs(reached(10).length - 50)).toBeLessThan(15);
});

test('a remote that is switched off is gone at once, with its files; one that asks for a feature is there for plans that grant it', async () => {
  const [pro, free] = [await cookieOf('owner@pro.example'), await cookieOf('owner@free.example')];
  const version = await servedBy(webs[0]);
  expect((await putIt(switchRemote.path, { is_off: true, feature: null })).statusCode).toBe(200);
  await served('none', pro);
  for (const web of webs)
    expect((await web.inject({ url: `/remotes/admin/${version}/entry.js` })).statusCode).toBe(404);
  await putIt(switchRemote.path, { is_off: false, feature: 'governance' });
  await served(version, pro);
  for (const cookie of [free, '', 'sessionid=x']) expect(await servedBy(webs[0], cookie)).toBe('none');
  await putIt(switchRemote.path, { is_off: false, feature: null });
  await served(version, free);
  expect((await putIt(switchRemote.path, { remote: 'nowhere', is_off: true, feature: null })).statusCode).toBe(404);
  expect((await list()).log[0]).toMatchObject({
    by: 'ada',
    action: 'switched',
    details: { is_off: false, feature: null },
  });
});

test('the command line ships, lists, goes back and says why not, by the running program', async () => {
  await server.app.listen({ host: 'localhost', port: 0 });
  // the server listens on a port
  const config = { ...server.config, API_PORT: (server.app.server.address() as AddressInfo).port };
  const place = path.join(folder, 'by-hand');
  const { version } = writeBuild(place, { code: 'by hand' });
  expect(await shipFolder(config, { remote: 'remote-admin', folder: place, audience: null })).toContain(
    `admin is served as ${version}`,
  );
  expect(await runReleases(['list'], config)).toContain(`→ ${version}`);
  await served(version);
  expect(await runRollback(['remote-admin'], config)).not.toContain(version);
  expect(await runReleases(['log'], config)).toContain('rolled_back');
  writeBuild(place, { code: 'ahead', takes: ['useTelepathy'] });
  await expect(shipFolder(config, { remote: 'admin', folder: place, audience: null })).rejects.toThrow('useTelepathy');
  await expect(runRollback(['chat'], config)).rejects.toThrow('nothing to go back from');
  for (const wrong of [
    [],
    ['list', 'admin'],
    ['give', 'admin'],
    ['give', 'admin', '--percent'],
    ['gate', 'admin', 'telepathy'],
    ['off', 'admin', '--everyone'],
    ['dance', 'admin'],
  ])
    await expect(runReleases(wrong, config)).rejects.toThrow('npm run operate -- ship');
  await expect(runReleases(['give', 'admin', '--everyone'], config)).rejects.toThrow('no canary');
  const canary = writeBuild(place, { code: 'by hand, for some' }).version;
  expect(
    await shipFolder(config, {
      remote: 'admin',
      folder: place,
      audience: { percent: 10, organizations: [], plans: ['Pro'] },
    }),
  ).toContain(`${canary} is served to 10% of organisations, and to plans Pro.`);
  expect(await runReleases(['give', 'remote-admin', '--percent', '50'], config)).toContain(
    `${canary} is served to 50% of organisations.`,
  );
  await expect(runReleases(['give', 'admin', '--percent', '101'], config)).rejects.toThrow();
  expect(await runReleases(['give', 'remote-admin', '--everyone'], config)).toContain(`admin is served as ${canary}.`);
  expect(await runReleases(['off', 'chat'], config)).toBe('chat is turned off.');
  expect(await runReleases(['gate', 'chat', 'dashboard'], config)).toBe('chat is turned off.');
  expect(await runReleases(['on', 'chat'], config)).toContain('to plans with dashboard');
  expect(await runReleases(['gate', 'chat', 'none'], config)).not.toContain('dashboard');
});

test('a process that serves pages alone serves releases from PostgreSQL, and what was built where there is no database to share', async () => {
  const { connectionString } = server.pool.options;
  // Release files are stored elsewhere: the storage of this test is no folder that another process would read.
  const place = path.join(folder, 'one');
  const alone = await startParlance(
    {
      ...server.config,
      LOG_LEVEL: 'silent',
      DATA_DIR: place,
      WEB_PORT: 0,
      DATABASE_URL: server.isEmbedded ? undefined : connectionString,
    },
    ['web'],
  );
  const versions = (await list()).items.find(({ remote }: { remote: string }) => remote === 'admin');
  // the field that the page of the other test reads too
  const answer = (await (await fetch(`${alone.addresses.web}/registry.json`)).json()) as { remotes: { admin: string } };
  await alone.close();
  expect(versions.current).not.toBe(built);
  expect(answer.remotes.admin).toBe(`/remotes/admin/${server.isEmbedded ? built : versions.current}/`);
});

test('the log of releases is only added to', async () => {
  await expect(server.pool.query(`update release_log set by_name = 'eve'`)).rejects.toThrow('only added to');
  await expect(server.pool.query('delete from release_log')).rejects.toThrow('only added to');
});
