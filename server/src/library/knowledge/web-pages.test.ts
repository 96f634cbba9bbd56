import {
  type KnowledgeSource,
  addWebPage,
  changeKnowledge,
  createKnowledgeFolder,
  listKnowledgePassages,
  refreshKnowledge,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import { testRetrieval } from '@parlance/shared/contract/api/knowledge/knowledge-retrieval';
import { sql } from 'kysely';
import { type Site, dataOf, readWaitingKnowledge, sourceNow, startSite } from '../../testing/knowledge.ts';
import { makePdf } from '../../testing/make-files.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { requestRefreshes } from './upkeep.ts';

const paragraphs = (subject: string) =>
  Array.from(
    { length: 4 },
    (_, at) =>
      `<p>${subject} number ${at} is told here in a whole sentence, which is long enough to be an article.</p>`,
  ).join('');
const page = (title: string, subject: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body><nav><a href="/">Start</a><a href="/shop">Shop</a></nav><article><h1>${title}</h1>${paragraphs(subject)}</article><footer>Imprint and cookies</footer></body></html>`;

let server: TestServer;
let member: Client;
let site: Site;

beforeAll(async () => {
  server = await startTestServer();
  member = await server.as('member@pro.example');
});
beforeEach(async () => {
  site = await startSite({ '/lemurs': { headers: { etag: '"1"' }, body: page('All about lemurs', 'Lemur') } });
});
afterEach(() => site.close());
afterAll(() => server.close());

const params = ({ id }: KnowledgeSource) => ({ params: { source_id: id } });
const read = () => readWaitingKnowledge(server, [site.host]);
const contentOf = async (source: KnowledgeSource) =>
  dataOf(await member.call(listKnowledgePassages, params(source)))
    .items.map(({ content }) => content)
    .join('\n');
async function add(url: string, more: object = {}): Promise<KnowledgeSource> {
  const { id } = dataOf(await member.call(addWebPage, { body: { url, ...more } }));
  await read();
  return sourceNow(member, id);
}
async function again(source: KnowledgeSource): Promise<KnowledgeSource> {
  await member.call(refreshKnowledge, params(source));
  await read();
  return sourceNow(member, source.id);
}

test('a page is fetched, called as it calls itself, and found by its article without what stands around it', async () => {
  const { id } = dataOf(await member.call(addWebPage, { body: { url: site.address('/lemurs'), refresh: 'daily' } }));
  expect(await sourceNow(member, id)).toMatchObject({
    kind: 'web-page',
    state: 'waiting',
    name: `${site.host}/lemurs`,
    refreshed_at: null,
  });
  await read();
  const source = await sourceNow(member, id);
  expect(source).toMatchObject({
    state: 'ready',
    name: 'All about lemurs',
    url: site.address('/lemurs'),
    refresh: 'daily',
    refreshed_at: expect.any(String),
  });
  const content = await contentOf(source);
  expect(content).toContain('Lemur number 3');
  expect(content).not.toMatch(/Imprint|Shop/);
  const { items } = dataOf(
    await member.call(testRetrieval, { body: { question: 'lemurs?', language: 'en', knowledge_ids: [id] } }),
  );
  expect(items[0]).toMatchObject({ source_name: 'All about lemurs', heading: 'All about lemurs' });
});

test('the title is an address until the page says otherwise, and never where somebody named it', async () => {
  const named = await add(site.address('/lemurs'), { name: 'Apes' });
  expect(named.name).toBe('Apes');
  const renamed = await add(site.address('/lemurs'));
  await member.call(changeKnowledge, { ...params(renamed), body: { name: 'Half-apes' } });
  site.pages.set('/lemurs', { body: page('Other', 'Loris') });
  expect(await again(renamed)).toMatchObject({ name: 'Half-apes' });
});

test('what has not changed is not sent again; what has is read anew, under the same file', async () => {
  const source = await add(site.address('/lemurs'));
  const first = await again(source);
  expect(site.asked.at(-1)?.headers['if-none-match']).toBe('"1"');
  expect(first).toMatchObject({ state: 'ready', error_code: null });
  expect(Date.parse(first.refreshed_at ?? '')).toBeGreaterThan(Date.parse(source.refreshed_at ?? ''));
  expect(first.updated_at).toBe(source.updated_at);
  site.pages.set('/lemurs', { headers: { etag: '"2"' }, body: page('All about lorises', 'Loris') });
  expect(await again(source)).toMatchObject({ name: 'All about lorises', file_id: source.file_id });
  expect(await contentOf(source)).toMatch(/Loris(?![^]*Lemur)/);
});

test('a refresh that fails keeps the text from before and says why, until one works', async () => {
  const source = await add(site.address('/lemurs'));
  for (const [answer, code] of [
    [{ status: 500 }, 'address_unreachable'],
    [{ status: 403 }, 'page_refused'],
    [{ headers: { 'content-type': 'image/png' } }, 'page_unreadable'],
    [{ body: '' }, 'file_empty'],
  ] as const) {
    site.pages.set('/lemurs', answer);
    expect(await again(source)).toMatchObject({ state: 'ready', error_code: code, refreshed_at: source.refreshed_at });
    expect(await contentOf(source)).toContain('Lemur number 3');
  }
  site.pages.set('/lemurs', { body: page('Back', 'Lemur') });
  expect(await again(source)).toMatchObject({ state: 'ready', error_code: null, name: 'Back' });
});

test('a page that was never read has failed, says why, and can be tried again', async () => {
  const source = await add(site.address('/missing'));
  expect(source).toMatchObject({ state: 'failed', error_code: 'page_refused', passages: 0 });
  site.pages.set('/missing', { body: page('Found', 'Okapi') });
  expect(await again(source)).toMatchObject({ state: 'ready', error_code: null, name: 'Found' });
});

test('a text and a PDF are read as what they are', async () => {
  site.pages.set('/a.txt', { headers: { 'content-type': 'text/plain' }, body: 'Plain words.' });
  site.pages.set('/a.pdf', {
    headers: { 'content-type': 'application/pdf' },
    body: makePdf([['Page one.'], ['Page two.']]),
  });
  expect(await contentOf(await add(site.address('/a.txt')))).toBe('Plain words.');
  expect(
    dataOf(await member.call(listKnowledgePassages, params(await add(site.address('/a.pdf'))))).items.map(
      ({ page: number }) => number,
    ),
  ).toEqual([1, 2]);
});

test('no address leads into this network, whether it is named, led on to, or changed to later (INP-05)', async () => {
  const canary = await startSite({ '/': { body: page('Secret', 'Secret') } });
  const { port } = new URL(canary.address('/'));
  const direct = [
    `http://127.0.0.1:${port}/`,
    `http://localhost:${port}/`,
    `http://[::1]:${port}/`,
    `http://[::ffff:127.0.0.1]:${port}/`,
    `http://2130706433:${port}/`,
    `http://0x7f.1:${port}/`,
    `http://0.0.0.0:${port}/`,
    'http://169.254.169.254/latest/meta-data',
    'http://10.0.0.1/',
    'file:///etc/passwd',
    'gopher://127.0.0.1/',
    `http://user:pass@127.0.0.1:${port}/`,
  ];
  let tried = 0;
  const states: string[] = [];
  for (const url of direct) {
    const source = await add(url);
    states.push(`${source.state} ${source.error_code}`);
    tried += 1;
  }
  for (const [at, url] of direct.entries()) {
    site.pages.set('/hop5', { status: 302, headers: { location: url } });
    for (let hop = 1; hop < 5; hop++)
      site.pages.set(`/hop${hop}`, { status: 302, headers: { location: `/hop${hop + 1}` } });
    const source = await add(site.address(`/hop${(at % 5) + 1}`));
    states.push(`${source.state} ${source.error_code}`);
    tried += 1;
  }
  const moved = await add(site.address('/lemurs'));
  await member.call(changeKnowledge, { ...params(moved), body: { url: `http://127.0.0.1:${port}/` } });
  await read();
  expect(await sourceNow(member, moved.id)).toMatchObject({ state: 'ready', error_code: 'address_refused' });
  expect(canary.asked).toEqual([]);
  expect(states.filter((state) => !/^failed address_(refused|unreachable)$/.test(state))).toEqual([]);
  console.info(`INP-05: ${canary.asked.length} of ${tried + 1} web pages reached this network`);
  await canary.close();
});

test('what is due is fetched again, and nothing else', async () => {
  const [daily, weekly, never] = [
    await add(site.address('/lemurs'), { refresh: 'daily' }),
    await add(site.address('/lemurs'), { refresh: 'weekly' }),
    await add(site.address('/lemurs')),
  ];
  const tried = (ago: string) =>
    server.db.asSystem((trx) =>
      trx
        .updateTable('knowledge_sources')
        .set({ tried_at: sql<Date>`now() - ${ago}::interval` })
        .where('id', 'in', [daily.id, weekly.id, never.id])
        .execute(),
    );
  const asked = async () => {
    await server.db.asSystem(requestRefreshes);
    const rows = await server.db.asSystem((trx) =>
      trx.selectFrom('knowledge_sources').where('requested_at', 'is not', null).select('id').execute(),
    );
    await read();
    return rows.map(({ id }) => id).sort();
  };
  await tried('22 hours');
  expect(await asked()).toEqual([]);
  await tried('1 day');
  expect(await asked()).toEqual([daily.id]);
  await tried('7 days');
  expect(await asked()).toEqual([daily.id, weekly.id].sort());
});

test('one person has sources read anew thirty times a minute; then they come again', async () => {
  const person = await server.as('otp@pro.example');
  const folder = dataOf(await person.call(createKnowledgeFolder, { body: { name: 'Refreshed' } }));
  for (let at = 0; at < 30; at++) expect((await person.call(refreshKnowledge, params(folder))).status).toBe(200);
  const refused = await person.call(refreshKnowledge, params(folder));
  expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});

test('pages that are fetched anew count, also those of a folder; who has none left comes again', async () => {
  const person = await server.as('owner@team.example');
  const folder = dataOf(await person.call(createKnowledgeFolder, { body: { name: 'Many' } }));
  await server.db.asSystem((trx) =>
    sql`
    with made as (insert into files (organization_id, name, media_type, size, sha256, state) select organization_id, 'page ' || number, 'text/html', 0, '', 'ready' from knowledge_sources, generate_series(1, 510) as number where id = ${folder.id} returning id, organization_id, name)
    insert into knowledge_sources (organization_id, owner_id, kind, name, file_id, url, refresh, folder_id) select made.organization_id, owner_id, 'web-page', made.name, made.id, 'https://pages.example/', 'never', folder.id from made, knowledge_sources as folder where folder.id = ${folder.id}`.execute(
      trx,
    ),
  );
  expect((await person.call(refreshKnowledge, params(folder))).status).toBe(200);
  const { rows } = await server.pool.query(
    `select from job_requests join organizations on organizations.id = organization_id where kind = 'fetch_page' and name = 'Harbour Logistics'`,
  );
  expect(rows).toHaveLength(510);
  expect(await person.call(refreshKnowledge, params(folder))).toMatchObject({
    status: 429,
    body: { code: 'rate_limited' },
  });
});
