import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { reportScreen, type ScreenFailure } from '@parlance/shared/contract/api/release-reports';
import { shipRelease } from '@parlance/shared/contract/api/releases';
import { languages } from '@parlance/shared/contract/language';
import { makeRelease, writeBuild } from '../../testing/releases.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import { deleteOldReports } from './reports.ts';

const key = 'o'.repeat(40);
const folder = mkdtempSync(path.join(tmpdir(), 'parlance-reports-'));
let server: TestServer;
let version: string;

beforeAll(async () => {
  const built = writeBuild(path.join(folder, 'admin'), { code: 'built' });
  version = built.version;
  writeFileSync(path.join(folder, 'registry.json'), JSON.stringify([{ base: `/remotes/admin/${version}/`, dir: 'admin', remote: built }]));
  writeFileSync(path.join(folder, 'host.json'), JSON.stringify({ entries: {}, shared: {}, surface: { '@parlance/shared/session': { version: '0.1.0', names: ['useSession'] } } }));
  for (const language of languages) writeFileSync(path.join(folder, `${language}.json`), '{}');
  server = await startTestServer({ OPERATOR_KEY: key, HOST_DIR: folder, REGISTRY_FILE: path.join(folder, 'registry.json') });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

type Told = { readonly version?: string; readonly screen?: string; readonly failure?: ScreenFailure | null };
async function told(email: string, given: Told = {}): Promise<boolean> {
  const { status, body } = await (await server.as(email)).call(reportScreen, { body: { remote: 'admin', version, screen: 'dashboard', failure: null, ...given } });
  if (status !== 200 || !body.success) throw new Error(`It was answered ${status}.`);
  return body.data.is_counted;
}
const counts = async (of = version) => (await server.pool.query<{ visits: number; load_failures: number; draw_failures: number }>(`select sum(visits)::int as visits, sum(load_failures)::int as load_failures, sum(draw_failures)::int as draw_failures from release_visits where version = $1`, [of])).rows[0];

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
  const all = await Promise.all(Array.from({ length: 10 }, (_, at) => told('admin@pro.example', { failure: at % 2 === 0 ? 'load' : null })));
  expect(all.filter((is) => is).length).toBeLessThanOrEqual(2);
  expect(await counts()).toEqual({ visits: 3, load_failures: 2, draw_failures: 1 });
});

test('what no release is, no screen of it, and nobody, counts nothing', async () => {
  expect(await told('owner@team.example', { version: '1.0.0-000000000000' })).toBe(false);
  expect(await told('owner@team.example', { screen: 'elsewhere' })).toBe(false);
  expect((await server.app.inject({ method: 'POST', url: reportScreen.path, payload: { remote: 'admin', version, screen: 'dashboard', failure: 'load' }, headers: { host: 'localhost' } })).statusCode).toBe(401);
  expect(await counts()).toMatchObject({ visits: 3 });
});

test('a release of the store counts for itself, and anew when it is shipped again', async () => {
  const { version: shipped, archive } = makeRelease(path.join(folder, 'release'), { code: 'shipped' });
  const ship = () => server.app.inject({ method: 'POST', url: shipRelease.path, payload: { remote: 'admin', archive, by: 'ada' }, headers: { host: 'localhost', authorization: `Bearer ${key}` } });
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
  await server.db.asSystem(deleteOldReports);
  expect([await rows('release_reporters'), await rows('release_visits')]).toEqual([4, 2]);
  await server.pool.query(`update release_reporters set hour = hour - interval '3 hours'`);
  await server.pool.query(`update release_visits set hour = hour - interval '3 hours'`);
  await server.db.asSystem(deleteOldReports);
  expect([await rows('release_reporters'), await rows('release_visits')]).toEqual([0, 2]);
  await server.pool.query(`update release_visits set hour = hour - interval '31 days'`);
  await server.db.asSystem(deleteOldReports);
  expect(await rows('release_visits')).toBe(0);
});
