import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  closeOperatorSession,
  getDeployment,
  getOperatorSession,
  openOperatorSession,
} from '@parlance/shared/contract/api/releases/operator';
import {
  type Audience,
  rollBackRelease,
  shipRelease,
  switchRemote,
} from '@parlance/shared/contract/api/releases/releases';
import { readConfig } from '../../platform/config/config.ts';
import { apiService } from '../../services/api.ts';
import { makeRelease, writeBuild } from '../../testing/releases.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import { openBuildFiles } from './build-files.ts';
import { type Guard, guardOf, takeBackFailing } from './guard.ts';
import { hashFor } from './reports.ts';

const key = 'o'.repeat(40);
const folder = mkdtempSync(path.join(tmpdir(), 'parlance-operator-'));
const files = { HOST_DIR: folder, REGISTRY_FILE: path.join(folder, 'registry.json') };
let server: TestServer;
let built: string;

beforeAll(async () => {
  const remote = writeBuild(path.join(folder, 'admin'), { code: 'built' });
  built = remote.version;
  writeFileSync(files.REGISTRY_FILE, JSON.stringify([{ base: `/remotes/admin/${built}/`, dir: 'admin', remote }]));
  writeFileSync(
    path.join(folder, 'host.json'),
    JSON.stringify({
      entries: {},
      shared: {},
      surface: { '@parlance/shared/session': { version: '0.1.0', names: ['useSession'] } },
    }),
  );
  server = await startTestServer({ OPERATOR_KEY: key, ...files, WEB_ORIGIN: 'http://localhost:3000' });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => server.pool.query('delete from limited_acts'));

type RequestOptions = {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly payload?: object;
  readonly headers?: Record<string, string>;
  readonly remoteAddress?: string;
};
const send = ({ method = 'GET', headers = {}, ...rest }: RequestOptions) =>
  server.app.inject({ method, headers: { host: 'localhost', ...headers }, ...rest });
const open = (given: string, more: Partial<RequestOptions> = {}) =>
  send({ method: 'POST', url: openOperatorSession.path, payload: { key: given, by: 'ada' }, ...more });
/** The headers of a session of the page. */
async function session(): Promise<{ cookie: string; 'x-csrftoken': string }> {
  const answer = await open(key);
  const [cookie] = answer.cookies.filter(({ name }) => name === 'operator');
  return { cookie: `operator=${cookie?.value}`, 'x-csrftoken': answer.json().data.csrf_token };
}
let releases = 0;
async function ship(audience?: Audience): Promise<string> {
  const { version, archive } = makeRelease(path.join(folder, `release-${(releases += 1)}`), {
    code: `release ${releases}`,
  });
  const answer = await send({
    method: 'POST',
    url: shipRelease.path,
    payload: { remote: 'admin', archive, by: 'ada', ...(audience === undefined ? {} : { audience }) },
    headers: { authorization: `Bearer ${key}` },
  });
  expect(answer.statusCode).toBe(200);
  return version;
}
const deployment = async () => (await send({ url: getDeployment.path, headers: await session() })).json().data;
const served = async () => (await deployment()).remotes[0];

test('the key opens a session that is strict, out of reach of scripts, short, and sent to the operator’s endpoints alone', async () => {
  const answer = await open(key);
  expect(answer.statusCode).toBe(200);
  expect(answer.cookies).toMatchObject([
    { name: 'operator', path: '/operator/v1', httpOnly: true, sameSite: 'Strict', maxAge: 3600 },
  ]);
  // Below a prefix these are found there.
  expect(
    (await send({ method: 'POST', url: `/api/main${openOperatorSession.path}`, payload: { key, by: 'ada' } })).cookies,
  ).toMatchObject([{ path: '/api/main/operator/v1' }]);
  const { cookie } = await session();
  expect((await send({ url: getOperatorSession.path, headers: { cookie } })).json().data).toMatchObject({ by: 'ada' });
  expect((await send({ url: getDeployment.path, headers: { cookie } })).statusCode).toBe(200);
  expect((await send({ method: 'DELETE', url: closeOperatorSession.path, headers: { cookie } })).statusCode).toBe(200);
  for (const url of [getOperatorSession.path, getDeployment.path])
    expect((await send({ url, headers: { cookie } })).statusCode).toBe(401);
});

test('another key opens nothing, and after ten of them neither does the right one', async () => {
  const answers = [];
  for (let tried = 0; tried < 11; tried++) answers.push((await open('x'.repeat(40))).json().code);
  expect(answers).toEqual([...Array<string>(10).fill('credentials_wrong'), 'rate_limited']);
  expect((await open(key)).json().code).toBe('rate_limited');
});

test('it is opened from this machine, and from elsewhere only where the settings say so and over https', async () => {
  const elsewhere = { headers: { host: 'chat.example' } };
  expect((await open(key, elsewhere)).statusCode).toBe(401);
  expect((await open(key, { remoteAddress: '203.0.113.7' })).statusCode).toBe(401);
  const { cookie } = await session();
  expect((await send({ url: getDeployment.path, headers: { cookie, host: 'chat.example' } })).statusCode).toBe(401);
  const abroad = await apiService({
    ...server.dependencies,
    config: readConfig({
      NODE_ENV: 'test',
      OPERATOR_KEY: key,
      ...files,
      OPERATOR_FROM_ANYWHERE: 'true',
      TRUST_PROXY: 'loopback',
      WEB_ORIGIN: 'https://chat.example',
    }),
  });
  const ask = (protocol: string) =>
    abroad.inject({
      method: 'POST',
      url: openOperatorSession.path,
      payload: { key, by: 'ada' },
      headers: { host: 'chat.example', 'x-forwarded-proto': protocol, 'x-forwarded-for': '203.0.113.7' },
    });
  expect((await ask('http')).statusCode).toBe(401);
  const opened = await ask('https');
  expect([opened.statusCode, opened.cookies[0]?.secure]).toEqual([200, true]);
  await abroad.close();
});

test('its cookie is Secure where WEB_ORIGIN is https, whatever Host a proxy says', async () => {
  const proxied = await apiService({
    ...server.dependencies,
    config: readConfig({ NODE_ENV: 'test', OPERATOR_KEY: key, ...files, WEB_ORIGIN: 'https://chat.example' }),
  });
  const answer = await proxied.inject({
    method: 'POST',
    url: openOperatorSession.path,
    payload: { key, by: 'ada' },
    headers: { host: 'localhost:8000' },
  });
  expect([answer.statusCode, answer.cookies[0]?.secure]).toEqual([200, true]);
  await proxied.close();
});

test('a session changes nothing without its CSRF token or from another origin, and ships nothing at all', async () => {
  const { cookie, ...proof } = await session();
  const off = {
    method: 'PUT',
    url: switchRemote.path,
    payload: { remote: 'admin', is_off: true, feature: null, by: 'ada' },
  } as const;
  expect((await send({ ...off, headers: { cookie } })).json().code).toBe('csrf_failed');
  expect((await send({ ...off, headers: { cookie, 'x-csrftoken': 'x'.repeat(43) } })).json().code).toBe('csrf_failed');
  expect((await send({ ...off, headers: { cookie, ...proof, origin: 'https://evil.example' } })).json().code).toBe(
    'origin_refused',
  );
  expect(
    (
      await send({
        method: 'POST',
        url: shipRelease.path,
        payload: { remote: 'admin', archive: 'x', by: 'ada' },
        headers: { cookie, ...proof },
      })
    ).statusCode,
  ).toBe(401);
  expect((await send({ ...off, headers: { cookie, ...proof } })).json().data).toMatchObject({ is_off: true });
  expect(
    (await send({ ...off, payload: { ...off.payload, is_off: false }, headers: { cookie, ...proof } })).json().data,
  ).toMatchObject({ is_off: false });
});

test('a session ends by itself', async () => {
  const { cookie } = await session();
  await server.pool.query(`update operator_sessions set expires_at = now() - interval '1 second'`);
  expect((await send({ url: getDeployment.path, headers: { cookie } })).statusCode).toBe(401);
});

const told = (version: string, visits: number, failures: number, hoursAgo = 0) =>
  server.pool.query(
    `insert into release_visits (remote, version, hour, screen, visits, load_failures) values ('admin', $1, date_trunc('hour', now(), 'UTC') - make_interval(hours => $4), 'dashboard', $2, $3)
     on conflict (remote, version, hour, screen) do update set visits = excluded.visits, load_failures = excluded.load_failures`,
    [version, visits, failures, hoursAgo],
  );
/** Organisations of two people each, who use the program. */
async function found(
  many: number,
  how: { readonly people?: number; readonly foundedIn?: string; readonly status?: string } = {},
): Promise<string[]> {
  const { people = 2, foundedIn = '-30 days', status = 'ACTIVE' } = how;
  const { rows } = await server.pool.query<{ id: string }>(
    `insert into organizations (name, plan_name, workspace_status, created_at) select 'Org', 'Free!', $2, now() + $3::interval from generate_series(1, $1) returning id`,
    [many, status, foundedIn],
  );
  await server.pool.query(
    `with made as (insert into users (email, password_hash) select gen_random_uuid() || '@many.example', 'x' from generate_series(1, $2 * cardinality($1::uuid[])) returning id),
      numbered as (select id, (row_number() over () - 1) / $2 as place from made)
     insert into memberships (organization_id, user_id, role_title, is_admin, is_owner) select ($1::uuid[])[place + 1], id, '', false, false from numbered`,
    [rows.map(({ id }) => id), people],
  );
  return rows.map(({ id }) => id);
}
/** Of each of these organisations so many people had a release, and it failed for so many of them. */
async function toldBy(
  version: string,
  organizations: readonly string[],
  people: number,
  failed: number,
  hoursAgo = 0,
): Promise<void> {
  for (const id of organizations)
    await server.pool.query(
      `insert into release_reporters (remote, version, hour, reporter, organization, has_failed)
       select 'admin', $1, date_trunc('hour', now(), 'UTC') - make_interval(hours => $5), convert_to($2 || at, 'UTF8'), $6, at <= $4 from generate_series(1, $3::integer) as at
       on conflict (remote, version, hour, reporter) do update set has_failed = excluded.has_failed`,
      [version, id, people, failed, hoursAgo, hashFor({ remote: 'admin', version }, id)],
    );
}
const forget = () =>
  server.pool.query(
    `delete from release_reporters; delete from memberships where organization_id in (select id from organizations where name = 'Org'); delete from organizations where name = 'Org'`,
  );
const look = (guard: Guard = { percent: 20, visits: 20 }, stuck = new Set<string>()) =>
  takeBackFailing({
    db: server.db,
    guard,
    stuck,
    log: server.dependencies.log,
    build: openBuildFiles({
      hostFolder: files.HOST_DIR,
      registryFile: files.REGISTRY_FILE,
      complain: (sentence) => {
        throw new Error(sentence);
      },
    }),
  });

test('what is served to whom and how it does is told, also of a remote of which nothing was shipped', async () => {
  const { remotes, guard } = await deployment();
  expect(remotes).toMatchObject([{ remote: 'admin', current: null, built, health: [] }]);
  expect(guard).toEqual({ percent: 20, visits: 20 });
  const [{ id, name }] = (
    await server.pool.query<{ id: string; name: string }>('select id, name from organizations limit 1')
  ).rows as [{ id: string; name: string }];
  const version = await ship({ percent: 0, organizations: [id], plans: [] });
  await told(version, 10, 1);
  await told(version, 6, 0, 5);
  await told(version, 6, 6, 30);
  const after = await deployment();
  expect(after.organizations).toEqual([{ id, name }]);
  expect(after.remotes[0]).toMatchObject({
    canary: { version },
    health: [
      {
        version,
        hours: [
          { visits: 6, load_failures: 0 },
          { visits: 10, load_failures: 1 },
        ],
        screens: [{ screen: 'dashboard', failures: 1 }],
      },
    ],
  });
  await send({
    method: 'POST',
    url: rollBackRelease.path,
    payload: { remote: 'admin', from: version, by: 'ada' },
    headers: await session(),
  });
  expect(await served()).toMatchObject({ canary: null, current: null });
});

test('a release that fails too often goes back by itself, and the log says why', async () => {
  const organizations = await found(12);
  const before = await ship();
  const version = await ship();
  await toldBy(version, organizations.slice(0, 9), 2, 2);
  await look();
  expect((await served()).current).toBe(version);
  // Of 24 people 4 are less than a fifth.
  await toldBy(version, organizations, 2, 0);
  await toldBy(version, organizations.slice(0, 4), 2, 1);
  await look();
  expect((await served()).current).toBe(version);
  await toldBy(version, organizations.slice(0, 3), 2, 2);
  await Promise.all([look(), look()]);
  expect((await served()).current).toBe(before);
  const { log } = await deployment();
  expect(log[0]).toMatchObject({
    by: 'Parlance',
    action: 'rolled_back',
    details: { before: version, version: before, because: { visits: 24, failures: 7 } },
  });
  expect(log[1]).toMatchObject({ action: 'shipped' });
  // The one before is as it was: what failed counts against nobody else.
  await look();
  expect((await served()).current).toBe(before);
  await forget();
});

test('no tenant takes back what all have: not by its people, and not by organisations that it founds or leaves', async () => {
  const [organizations, one] = [await found(12), await found(1, { people: 300 })];
  const version = await ship();
  const late = await found(30, { foundedIn: '1 minute' });
  const [expired, never] = [
    await found(30, { status: 'EXPIRED' }),
    Array.from({ length: 30 }, () => crypto.randomUUID()),
  ];
  await toldBy(version, organizations, 2, 0);
  await toldBy(version, one, 300, 300);
  for (const some of [late, expired, never]) await toldBy(version, some, 2, 2);
  await look();
  expect((await served()).current).toBe(version);
  // Two organisations are not enough either, however few of the others say anything.
  await toldBy(version, organizations.slice(0, 1), 2, 2);
  await look();
  expect((await served()).current).toBe(version);
  await forget();
});

test('where there is one organisation, so many of its people take a release back', async () => {
  // Those of the demonstration have not been there for long.
  await server.pool.query(`update memberships set last_used_at = now() - interval '30 days'`);
  const one = await found(1, { people: 200 });
  const before = await ship();
  const version = await ship();
  await toldBy(version, one, 19, 19);
  await look();
  expect((await served()).current).toBe(version);
  await toldBy(version, one, 100, 20);
  await look();
  expect((await served()).current).toBe(before);
  await forget();
  await server.pool.query('update memberships set last_used_at = now()');
});

test('a canary is taken from who has it, and what was long ago or is of the build takes nothing back', async () => {
  const organizations = await found(30);
  const current = (await served()).current;
  const canary = await ship({ percent: 0, organizations: organizations.slice(0, 12), plans: [] });
  await toldBy(canary, organizations.slice(0, 12), 2, 2, 2);
  await toldBy(built, organizations, 2, 2);
  // Who does not have it says nothing about it.
  await toldBy(canary, organizations.slice(12), 2, 2);
  await look();
  expect(await served()).toMatchObject({ current, canary: { version: canary } });
  await toldBy(canary, organizations.slice(0, 6), 2, 1);
  await toldBy(canary, organizations.slice(6, 12), 2, 1, 1);
  await look();
  expect(await served()).toMatchObject({ current, canary: null });
  await forget();
});

test('a canary that fewer have than that is taken back where it fails for all of them', async () => {
  const [one] = [await found(1, { people: 4 }), await found(12)];
  const canary = await ship({ percent: 0, organizations: one, plans: [] });
  await toldBy(canary, one, 3, 3);
  await look();
  expect((await served()).canary).toMatchObject({ version: canary });
  await toldBy(canary, one, 4, 4);
  await look();
  expect((await served()).canary).toBeNull();
  await forget();
});

test('a remote that is switched off fails for nobody', async () => {
  const organizations = await found(12);
  const version = await ship();
  await toldBy(version, organizations, 2, 2);
  const turn = async (is_off: boolean) =>
    send({
      method: 'PUT',
      url: switchRemote.path,
      payload: { remote: 'admin', is_off, feature: null, by: 'ada' },
      headers: await session(),
    });
  await turn(true);
  await look();
  expect((await served()).current).toBe(version);
  await turn(false);
  await look();
  expect((await served()).current).not.toBe(version);
  await forget();
});

test('what fails and has none to go back to is said once', async () => {
  const organizations = await found(12);
  await server.pool.query(`update remote_pointers set release_id = null; delete from remote_releases`);
  const version = await ship();
  await toldBy(version, organizations, 2, 2);
  const registry = readFileSync(files.REGISTRY_FILE, 'utf8');
  writeFileSync(files.REGISTRY_FILE, '[]');
  const said = () => server.log.filter((line) => line.includes('there is none to go back to')).length;
  const stuck = new Set<string>();
  for (let time = 0; time < 3; time += 1) await look({ percent: 20, visits: 20 }, stuck);
  expect([said(), (await served()).current]).toEqual([1, version]);
  writeFileSync(files.REGISTRY_FILE, registry);
  await forget();
});

test('nothing goes back by itself where the settings say never', () => {
  expect(guardOf({ ...server.config, RELEASE_FAILURE_PERCENT: 0 })).toBeNull();
});
