import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { getDeployment, openOperatorSession } from '@parlance/shared/contract/api/releases/operator';
import { reportVitals } from '@parlance/shared/contract/api/releases/release-reports';
import { languages } from '@parlance/shared/contract/values/language';
import { deleteDue } from '../../platform/upkeep/due.ts';
import { readReleases } from '../../services/metrics/installation.ts';
import { writeBuild } from '../../testing/releases.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import { oldReports } from './reports.ts';

const key = 'o'.repeat(40);
const folder = mkdtempSync(path.join(tmpdir(), 'parlance-vitals-'));
const web = 'http://localhost:3000';
let server: TestServer;
let version: string;

beforeAll(async () => {
  const built = writeBuild(path.join(folder, 'admin'), { code: 'built' });
  version = built.version;
  writeFileSync(
    path.join(folder, 'registry.json'),
    JSON.stringify([{ base: `/remotes/admin/${version}/`, dir: 'admin', remote: built }]),
  );
  writeFileSync(path.join(folder, 'host.json'), JSON.stringify({ entries: {}, shared: {}, surface: {} }));
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

/** As a page that goes away sends it: text, with no header of ours. */
async function send(
  email: string,
  vitals: object[],
  headers: Record<string, string> = { origin: web, 'sec-fetch-site': 'same-site' },
) {
  const client = await server.as(email);
  const cookie = `sessionid=${client.cookies.get('sessionid')}`;
  return server.app.inject({
    method: 'POST',
    url: reportVitals.path,
    headers: { host: 'localhost:8000', 'content-type': 'text/plain;charset=UTF-8', cookie, ...headers },
    payload: JSON.stringify({ vitals }),
  });
}
const of = (vital: string, value: number, remote = 'admin') => ({ remote, version, vital, value });
const rows = async () =>
  (await server.pool.query(`select vital, bucket, pages from release_vitals order by vital, bucket`)).rows;

test('a beacon counts each figure, a person once an hour, and nothing says who it was', async () => {
  const first = await send('owner@pro.example', [of('lcp', 1800), of('cls', 0.02), of('inp', 90), of('ttfb', 700)]);
  expect(first.json()).toEqual({ success: true, data: { counted: 4 } });
  expect((await send('owner@pro.example', [of('lcp', 9000)])).json().data.counted).toBe(0);
  expect((await send('member@pro.example', [of('lcp', 9000), of('lcp', 100)])).json().data.counted).toBe(1);
  expect(await rows()).toEqual([
    { vital: 'cls', bucket: 2, pages: 1 },
    { vital: 'inp', bucket: 3, pages: 1 },
    { vital: 'lcp', bucket: 5, pages: 1 },
    { vital: 'lcp', bucket: 10, pages: 1 },
    { vital: 'ttfb', bucket: 6, pages: 1 },
  ]);
  const { rows: users } = await server.pool.query<{ id: string }>(`select id from users`);
  const kept = JSON.stringify(
    (await server.pool.query(`select *, encode(reporter, 'escape') as text from vital_reporters`)).rows,
  );
  for (const { id } of users) expect(kept).not.toContain(id);
});

test('what no release is, what is no figure, another site and nobody count nothing', async () => {
  const before = await rows();
  expect((await send('owner@team.example', [of('lcp', 1, 'elsewhere')])).json().data.counted).toBe(0);
  for (const wrong of [
    [],
    [of('fcp', 1)],
    [of('lcp', -1)],
    [of('lcp', 1e12)],
    [{ ...of('lcp', 1), who: 'me' }],
    Array.from({ length: 5 }, () => of('lcp', 1)),
  ])
    expect((await send('owner@team.example', wrong)).statusCode).toBe(400);
  expect(
    (
      await send('owner@team.example', [of('lcp', 1)], {
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
      })
    ).json().code,
  ).toBe('origin_refused');
  expect((await send('owner@team.example', [of('lcp', 1)], {})).json().code).toBe('origin_refused');
  expect(
    (
      await server.app.inject({
        method: 'POST',
        url: reportVitals.path,
        headers: { host: 'localhost:8000', origin: web, 'content-type': 'text/plain' },
        payload: JSON.stringify({ vitals: [of('lcp', 1)] }),
      })
    ).statusCode,
  ).toBe(401);
  expect(await rows()).toEqual(before);
});

test('pages that say it at the same time are counted once', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => send('admin@pro.example', [of('inp', 600)])));
  expect(all.map((answer) => answer.json().data.counted).sort()).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
});

test('the operators’ page hears of it, and so do the figures', async () => {
  const { headers, body } = await server.app
    .inject({
      method: 'POST',
      url: openOperatorSession.path,
      payload: { key, by: 'ada' },
      headers: { host: 'localhost', origin: web },
    })
    .then((answer) => ({ headers: answer.headers, body: answer.json() }));
  expect(body.success).toBe(true);
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  const deployment = (
    await server.app.inject({ url: getDeployment.path, headers: { host: 'localhost', cookie } })
  ).json();
  const [admin] = deployment.data.remotes;
  expect(admin.health[0]).toMatchObject({
    version,
    hours: [],
    vitals: [
      { vital: 'lcp', pages: 2, good: 1, poor: 1 },
      { vital: 'inp', pages: 2, good: 1, poor: 1 },
      { vital: 'cls', pages: 1, good: 1, poor: 0 },
      { vital: 'ttfb', p75: 750, pages: 1, good: 1, poor: 0 },
    ],
  });

  // Figures are of releases that people had.
  await server.pool.query(
    `insert into release_visits (remote, version, hour, screen, visits, load_failures) values ('admin', $1, date_trunc('hour', now(), 'UTC'), 'dashboard', 3, 1)`,
    [version],
  );
  const { visits, failures, vitals, vitalSamples } = await server.db.lookUp(readReleases);
  expect(visits).toEqual([{ value: 3, labels: { remote: 'admin', version } }]);
  expect(failures).toContainEqual({ value: 1, labels: { remote: 'admin', version, kind: 'load' } });
  expect(vitals).toContainEqual({ value: 0.75, labels: { remote: 'admin', version, vital: 'ttfb' } });
  expect(vitalSamples).toContainEqual({ value: 1, labels: { remote: 'admin', version, vital: 'lcp', rating: 'poor' } });
});

test('who counted is known for hours, and the figures for a month', async () => {
  const counted = async (table: string) => (await server.pool.query(`select 1 from ${table}`)).rowCount;
  await server.pool.query(
    `update vital_reporters set hour = hour - interval '3 hours'; update release_vitals set hour = hour - interval '3 hours'`,
  );
  await server.db.asSystem(async (trx) => {
    for (const due of Object.values(oldReports)) await deleteDue(trx, due);
  });
  expect(await counted('vital_reporters')).toBe(0);
  expect(await counted('release_vitals')).toBeGreaterThan(0);
  await server.pool.query(`update release_vitals set hour = hour - interval '31 days'`);
  await server.db.asSystem(async (trx) => {
    for (const due of Object.values(oldReports)) await deleteDue(trx, due);
  });
  expect(await counted('release_vitals')).toBe(0);
});
