import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reportScreen, type ScreenFailure } from '@parlance/shared/contract/api/releases/release-reports';
import { rollBackRelease, shipRelease, switchRemote } from '@parlance/shared/contract/api/releases/releases';
import { languages } from '@parlance/shared/contract/values/language';
import { deleteDue } from '../../platform/upkeep/due.ts';
import { dataOf, signedUpAs, verifiedAs } from '../../testing/registering.ts';
import { makeRelease, writeBuild } from '../../testing/releases.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import { countReport, oldReports } from './reports.ts';

const key = 'o'.repeat(40);
const folder = mkdtempSync(path.join(tmpdir(), 'parlance-reports-'));
let server: TestServer;
let version: string;

beforeAll(async () => {
  const built = writeBuild(path.join(folder, 'admin'), { code: 'built' });
  version = built.version;
  writeFileSync(
    path.join(folder, 'registry.json'),
    JSON.stringify([{ base: `/remotes/admin/${version}/`, dir: 'admin', remote: built }]),
  );
  writeFileSync(
    path.join(folder, 'host.json'),
    JSON.stringify({
      entries: {},
      shared: {},
      surface: { '@parlance/shared/session': { version: '0.1.0', names: ['useSession'] } },
    }),
  );
  for (const language of languages) writeFileSync(path.join(folder, `${language}.json`), '{}');
  server = await startTestServer({
    OPERATOR_KEY: key,
    HOST_DIR: folder,
    REGISTRY_FILE: path.join(folder, 'registry.json'),
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

type ReportOptions = { readonly version?: string; readonly screen?: string; readonly failure?: ScreenFailure | null };
async function told(email: string, given: ReportOptions = {}): Promise<boolean> {
  const { status, body } = await (
    await server.as(email)
  ).call(reportScreen, { body: { remote: 'admin', version, screen: 'dashboard', failure: null, ...given } });
  if (status !== 200 || !body.success) throw new Error(`It was answered ${status}.`);
  return body.data.is_counted;
}
const operator = { host: 'localhost', authorization: `Bearer ${key}` };
const send = (payload: object) =>
  server.app.inject({ method: 'POST', url: shipRelease.path, payload, headers: operator });
const counts = async (of = version) =>
  (
    await server.pool.query<{ visits: number; load_failures: number; draw_failures: number }>(
      `select sum(visits)::int as visits, sum(load_failures)::int as load_failures, sum(draw_failures)::int as draw_failures from release_visits where version = $1`,
      [of],
    )
  ).rows[0];

test('a person counts once an hour for a release, and once more where it failed, whatever they send', async () => {
  expect(await told('owner@pro.example')).toBe(true);
  expect(await told('owner@pro.example')).toBe(false);
  expect(await told('owner@pro.example', { failure: 'draw' })).toBe(true);
  expect(await told('owner@pro.example', { failure: 'load' })).toBe(false);
  expect(await told('member@pro.example', { failure: 'load' })).toBe(true);
  expect(await told('member@pro.example')).toBe(false);
  expect(await counts()).toEqual({ visits: 2, load_failures: 1, draw_failures: 1 });
});

test('pages that tell it at the same time are counted once', async () => {
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, at) => told('admin@pro.example', { failure: at % 2 === 0 ? 'load' : null })),
  );
  expect(all.filter((is) => is).length).toBeLessThanOrEqual(2);
  expect(await counts()).toEqual({ visits: 3, load_failures: 2, draw_failures: 1 });
});

test('who is registering, a workspace that is not active, and who is not served this version, count nothing', async () => {
  const before = await counts();
  const form = { remote: 'admin', version, screen: 'dashboard', failure: 'load' } as const;
  for (let at = 0; at < 20; at += 1) {
    const guest = await signedUpAs(server, `stranger-${at}@guest.example`);
    expect(dataOf(await guest.call(reportScreen, { body: form })).is_counted).toBe(false);
  }
  const half = await verifiedAs(server, 'verified@guest.example');
  expect(dataOf(await half.call(reportScreen, { body: form })).is_counted).toBe(false);
  expect((await (await server.as('owner@expired.example')).call(reportScreen, { body: form })).status).toBe(403);
  const { version: canary, archive } = makeRelease(path.join(folder, 'canary'), { code: 'canary' });
  const audience = { percent: 0, organizations: [], plans: ['Team'] };
  expect((await send({ remote: 'admin', archive, audience, by: 'ada' })).statusCode).toBe(200);
  expect([
    await told('admin@pro.example', { version: canary, failure: 'load' }),
    await told('owner@team.example', { failure: 'load' }),
  ]).toEqual([false, false]);
  expect(await counts()).toEqual(before);
  expect(await told('owner@team.example', { version: canary })).toBe(true);
  // What is switched off fails for nobody.
  const turn = (is_off: boolean) =>
    server.app.inject({
      method: 'PUT',
      url: switchRemote.path,
      payload: { remote: 'admin', is_off, feature: null, by: 'ada' },
      headers: operator,
    });
  await turn(true);
  expect([
    await told('owner@team.example', { version: canary, failure: 'load' }),
    await told('otp@pro.example', { failure: 'load' }),
  ]).toEqual([false, false]);
  await turn(false);
  await server.app.inject({
    method: 'POST',
    url: rollBackRelease.path,
    payload: { remote: 'admin', from: canary, by: 'ada' },
    headers: operator,
  });
  await server.pool.query('delete from release_reporters where version = $1', [canary]);
  await server.pool.query('delete from release_visits where version = $1', [canary]);
});

test('of many organisations two people each count, also where twenty say it at once', async () => {
  const { rows } = await server.pool.query<{ id: string }>(
    `select organization_id as id from memberships join users on users.id = user_id where email = 'owner@pro.example'`,
  );
  const by = { organizationId: rows[0]?.id ?? '', peopleCounted: () => Promise.resolve(2) };
  const release = { remote: 'admin', version: '1.0.0-many', screen: 'dashboard', failure: 'load' } as const;
  const all = await Promise.all(
    Array.from({ length: 20 }, () =>
      server.db.asSystem((trx) => countReport(trx, release, { ...by, userId: crypto.randomUUID() })),
    ),
  );
  expect(all.filter((is) => is)).toHaveLength(2);
  expect(await counts(release.version)).toEqual({ visits: 2, load_failures: 2, draw_failures: 0 });
  await server.pool.query(
    `delete from release_reporters where version = '1.0.0-many'; delete from release_visits where version = '1.0.0-many'`,
  );
});

test('what no release is, no screen of it, and nobody, counts nothing', async () => {
  expect(await told('owner@team.example', { version: '1.0.0-000000000000' })).toBe(false);
  expect(await told('owner@team.example', { screen: 'elsewhere' })).toBe(false);
  expect(
    (
      await server.app.inject({
        method: 'POST',
        url: reportScreen.path,
        payload: { remote: 'admin', version, screen: 'dashboard', failure: 'load' },
        headers: { host: 'localhost' },
      })
    ).statusCode,
  ).toBe(401);
  expect(await counts()).toMatchObject({ visits: 3 });
});

test('a release of the store counts for itself, and anew when it is shipped again', async () => {
  const { version: shipped, archive } = makeRelease(path.join(folder, 'release'), { code: 'shipped' });
  const ship = () => send({ remote: 'admin', archive, by: 'ada' });
  expect((await ship()).statusCode).toBe(200);
  expect(await told('owner@pro.example', { version: shipped, screen: 'elsewhere' })).toBe(false);
  expect(await told('owner@pro.example', { version: shipped, failure: 'load' })).toBe(true);
  expect(await counts(shipped)).toEqual({ visits: 1, load_failures: 1, draw_failures: 0 });
  await ship();
  expect(await counts(shipped)).toEqual({ visits: null, load_failures: null, draw_failures: null });
  expect(await told('owner@pro.example', { version: shipped })).toBe(true);
});

test('who counted is known for hours, and the figures for a month', async () => {
  const rows = async (table: string) => (await server.pool.query(`select 1 from ${table}`)).rowCount;
  await server.db.asSystem(async (trx) => {
    for (const due of Object.values(oldReports)) await deleteDue(trx, due);
  });
  expect([await rows('release_reporters'), await rows('release_visits')]).toEqual([4, 2]);
  await server.pool.query(`update release_reporters set hour = hour - interval '3 hours'`);
  await server.pool.query(`update release_visits set hour = hour - interval '3 hours'`);
  await server.db.asSystem(async (trx) => {
    for (const due of Object.values(oldReports)) await deleteDue(trx, due);
  });
  expect([await rows('release_reporters'), await rows('release_visits')]).toEqual([0, 2]);
  await server.pool.query(`update release_visits set hour = hour - interval '31 days'`);
  await server.db.asSystem(async (trx) => {
    for (const due of Object.values(oldReports)) await deleteDue(trx, due);
  });
  expect(await rows('release_visits')).toBe(0);
});
