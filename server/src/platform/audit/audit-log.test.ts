import {
  type AuditEntry,
  checkAuditLog,
  exportAuditLog,
  getAuditEntry,
  listAuditEntries,
} from '@parlance/shared/contract/api/audit/audit-log';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { type CompiledQuery, sql } from 'kysely';
import { dataOf } from '../../testing/registering.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import type { Trx } from '../db/database.ts';
import { actingAs } from '../principal/acting.ts';
import { type EntryQuery, amongAll, amongRecent, blockByBlock, findEntries, inOrder, rareAmong } from './entries.ts';
import { exportLog } from './export-log.ts';
import { record } from './record.ts';

let server: TestServer;
let admin: Client;
let pro: string;
let adrian: string;
const mei = crypto.randomUUID();
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.as('admin@pro.example');
  ({ organization_id: pro, member_id: adrian } = dataOf(await admin.call(getWhoami)));
  const other = dataOf(await (await server.as('owner@team.example')).call(getWhoami)).organization_id;
  await write(pro, 12, { kind: 'person', id: adrian, name: 'admin@pro.example' }, '10.0.0.1', (at) => ({
    action: 'tool.created',
    target: { id: `tool ${at}`, name: `=HYPERLINK("x") ${at}` },
    after: { name: `+${at}` },
  }));
  await write(pro, 3, { kind: 'person', id: mei, name: '王小明@pro.example' }, '10.0.0.2', (at) => ({
    action: 'agent.published',
    target: { id: `agent ${at}`, name: 'House Guide' },
    before: { version: at },
    after: { version: at + 1 },
  }));
  await write(other, 5, { kind: 'person', id: crypto.randomUUID(), name: 'admin@pro.example' }, '10.0.0.1', (at) => ({
    action: 'tool.created',
    target: { id: `theirs ${at}`, name: 'theirs' },
  }));
});
afterAll(() => server.close());

type Entry = Parameters<typeof record>[1];
/** Entries as somebody at an address makes them, each in a transaction of its own. */
async function write(
  organizationId: string,
  count: number,
  actor: { kind: 'person'; id: string; name: string },
  address: string,
  entry: (at: number) => Entry,
): Promise<void> {
  for (let at = 1; at <= count; at++) {
    await actingAs({ organizationId, actor, address, requestId: null }, () =>
      server.db.asTenant(organizationId, (trx) => record(trx, entry(at))),
    );
  }
}

type Query = NonNullable<Parameters<typeof list>[0]>;
const list = async (query: Record<string, string | number> = {}) =>
  dataOf(await admin.call(listAuditEntries, { query }));
const numbersOf = (items: readonly AuditEntry[]) => items.map(({ number }) => number);

test('lists the newest first, page by page, without a gap, of one’s own organisation', async () => {
  const { items: all } = await list({ limit: 100 });
  expect(numbersOf(all)).toEqual(Array.from({ length: 15 }, (_, at) => 15 - at));
  expect(all.at(-1)).toMatchObject({
    number: 1,
    action: 'tool.created',
    actor: { kind: 'person', id: adrian, name: 'admin@pro.example' },
    address: '10.0.0.1',
    target: { kind: 'tool', id: 'tool 1' },
  });
  const paged: AuditEntry[] = [];
  for (let cursor: string | undefined, more = true; more;) {
    const page = await list({ limit: 4, ...(cursor === undefined ? {} : { cursor }) });
    paged.push(...page.items);
    cursor = page.next_cursor ?? undefined;
    more = page.next_cursor !== null;
  }
  expect(paged).toEqual(all);
});

test('finds by every condition, alone and together', async () => {
  const { items: all } = await list({ limit: 100 });
  const border = all.find(({ number }) => number === 8)?.at ?? '';
  const since = all.filter(({ at }) => at >= border).length;
  const cases: readonly (readonly [Query, number])[] = [
    [{ actor_id: mei }, 3],
    [{ thing: 'tool' }, 12],
    [{ action: 'agent.published' }, 3],
    [{ target_kind: 'agent' }, 3],
    [{ target_id: 'tool 7' }, 1],
    [{ address: '10.0.0.2' }, 3],
    [{ q: 'hou gui' }, 3],
    [{ q: '小明' }, 3],
    [{ q: 'ADRI' }, 0],
    [{ q: 'admin' }, 12],
    [{ q: 'theirs' }, 0],
    [{ q: `' | !` }, 15],
    [{ from: border }, since],
    [{ to: border }, 15 - since],
    [{ from: '2100-01-01T00:00:00Z' }, 0],
    [{ to: '2000-01-01T00:00:00Z' }, 0],
    [{ thing: 'tool', actor_id: mei }, 0],
    [{ thing: 'agent', actor_id: mei, address: '10.0.0.2', q: 'guide' }, 3],
  ];
  for (const [query, count] of cases)
    expect([query, (await list({ ...query, limit: 100 })).items.length]).toEqual([query, count]);
});

test('refuses what is no condition of it', async () => {
  for (const query of [
    { action: 'nothing.done' },
    { thing: 'x' },
    { from: 'yesterday' },
    { actor_id: '1' },
    { q: 'x'.repeat(201) },
    { cursor: 'x' },
    { limit: 101 },
  ]) {
    // on purpose: not as the contract says
    expect((await admin.call(listAuditEntries, { query: query as never })).status).toBe(400);
  }
});

test('one entry says what changed; one of nobody and one of others are not found alike', async () => {
  const { items } = await list({ action: 'agent.published', limit: 1 });
  const number = items[0]?.number ?? 0;
  const details = dataOf(await admin.call(getAuditEntry, { params: { number: String(number) } }));
  expect(details).toMatchObject({
    ...items[0],
    changes: [{ field: 'version', before: 3, after: 4 }],
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  expect((await admin.call(getAuditEntry, { params: { number: '999' } })).status).toBe(404);
  expect((await admin.call(getAuditEntry, { params: { number: '0' } })).status).toBe(400);
});

test('an export holds what the filter finds, with no cell that a spreadsheet would run (INP-07)', async () => {
  const csv = await admin.call(exportAuditLog, { query: { format: 'csv', thing: 'tool' } });
  expect(csv.headers['content-disposition']).toMatch(/^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"/);
  const lines = csv.text.trim().split('\r\n');
  expect(lines).toHaveLength(13);
  expect(lines[1]).toContain(`"'=HYPERLINK(""x"") 1"`);
  const cells = lines.flatMap((line) =>
    line
      .replace(/^\uFEFF/, '')
      .slice(1, -1)
      .split('","'),
  );
  expect(cells.filter((value) => /^\s*[=+\-@]/.test(value))).toEqual([]);
  console.info(`INP-07: ${cells.length} cells of the audit log's CSV, none of which a spreadsheet would run`);
  const jsonl = await admin.call(exportAuditLog, { query: { format: 'jsonl', thing: 'agent' } });
  expect(
    jsonl.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { action: string })
      .map(({ action }) => action),
  ).toEqual(Array(3).fill('agent.published'));
  expect((await list({ action: 'audit_log.exported' })).items).toHaveLength(2);
});

test('entries that arrive during an export do not disturb it', async () => {
  await server.db.asSystem((trx) =>
    sql`
    insert into audit_pending (organization_id, actor_kind, actor_name, action, target_kind, target_name, changes, words)
    select ${pro}, 'system', '', 'tool.tried', 'tool', 'many', '{}', '{many}' from generate_series(1, 2500)`.execute(
      trx,
    ),
  );
  const { items } = await list({ limit: 1 });
  const upTo = items[0]?.number ?? 0;
  const found: number[] = [];
  let rest = '';
  for await (const chunk of exportLog(server.db, { organizationId: pro, filter: {}, format: 'jsonl', upTo })) {
    await write(pro, 1, { kind: 'person', id: mei, name: 'late' }, '10.0.0.3', () => ({
      action: 'tool.deleted',
      target: { id: null, name: 'late' },
    }));
    rest += String(chunk);
  }
  for (const line of rest.trim().split('\n')) found.push((JSON.parse(line) as { number: number }).number);
  expect(found).toEqual(Array.from({ length: upTo }, (_, at) => at + 1));
});

test('the check goes part by part, says where the chain stands, and names the first entry that is not right', async () => {
  const first = dataOf(await admin.call(checkAuditLog, { body: { cursor: null } }));
  expect(first).toMatchObject({
    fault: null,
    next_cursor: null,
    through: { number: first.checked, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
  });
  expect((await admin.call(checkAuditLog, { body: { cursor: 'made up' } })).status).toBe(400);
  await server.db.asSystem((trx) =>
    sql`update audit_log set actor_name = 'somebody else' where organization_id = ${pro} and seq = 7`.execute(trx),
  );
  expect(dataOf(await admin.call(checkAuditLog, { body: { cursor: null } }))).toMatchObject({
    fault: { number: 7, kind: 'altered' },
    next_cursor: null,
  });
  expect((await list({ action: 'audit_log.checked', limit: 1 })).items).toHaveLength(1);
});

test('the lists read as much as they show: each condition has its index', async () => {
  await server.db.asSystem(async (trx) => {
    await sql`
      insert into audit_log (organization_id, seq, at, actor_kind, actor_id, actor_name, address, thing, action, target_kind, target_id, target_name, changes, tokens, previous_hash, hash)
      select ${pro}, 10000 + n, now() + n * interval '1 s', 'person', md5((n % 500)::text)::uuid, 'somebody', '10.1.' || n % 500, 'thing ' || n % 500, 'action ' || n % 500, 'kind ' || n % 500, 'target ' || n % 500, '', '{}',
        array_to_tsvector(array[${pro.slice(0, 8)} || 'common', ${pro.slice(0, 8)} || 'word' || n % 500]), '', '' from generate_series(1, 60000) as n`.execute(
      trx,
    );
    await sql`analyze audit_log`.execute(trx);
  });
  const planOf = (filter: object, find: (trx: Trx, wanted: EntryQuery) => { compile(): CompiledQuery }) =>
    server.db.asTenant(pro, async (trx) => {
      const query = find(trx, { organizationId: pro, filter, beyond: 60_000, limit: 31, order: 'newest' }).compile();
      const { rows } = await trx.executeQuery<{ 'QUERY PLAN': string }>({ ...query, sql: `explain ${query.sql}` });
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  const indexes = {
    audit_log_pkey: {},
    audit_log_by_actor: { actor_id: adrian },
    audit_log_by_thing: { thing: 'thing 7' },
    audit_log_by_action: { action: 'action 7' },
    audit_log_by_target_kind: { target_kind: 'kind 7' },
    audit_log_by_target: { target_id: 'target 7' },
    audit_log_by_address: { address: '10.1.7' },
    audit_log_by_time: { from: new Date(Date.now() + 20_000_000).toISOString() },
  };
  for (const [index, filter] of Object.entries(indexes)) {
    const plan = await planOf(filter, (trx, wanted) => inOrder(trx, wanted));
    expect([index, plan]).toEqual([index, expect.stringContaining(index)]);
    expect(plan).not.toContain('Seq Scan on audit_log');
  }
  const two = { target_kind: 'kind 7', action: 'action 7' };
  const side = await planOf(two, (trx, wanted) => inOrder(trx, wanted));
  for (const index of ['audit_log_by_target_kind', 'audit_log_by_action'])
    expect(side).toMatch(new RegExp(`Index (Only )?Scan (Backward )?using ${index}`));
  expect(side).not.toContain('Seq Scan on audit_log');
  const words = ['common', 'word7'];
  const wanted = { organizationId: pro, filter: {}, beyond: null, limit: 31, order: 'newest' } as const;
  const rare = await server.db.asTenant(pro, (trx) => rareAmong(trx, wanted, words));
  expect(rare).toEqual(['word7']);
  const all = await planOf({}, (trx, it) => amongAll(trx, it, words, rare));
  expect(all).toMatch(/Bitmap Index Scan on audit_log_by_word\b[^]*Index Cond: \(tokens @@ '[^']*'+[^']*word7'+:\*'/);
  const newest = await planOf({}, (trx, it) => amongRecent(trx, it, words));
  expect(newest).toContain('Index Scan Backward using audit_log_pkey');
  const blocks = await planOf({}, (trx, it) => ({ compile: () => blockByBlock(trx, it, words, rare).compile(trx) }));
  expect(blocks).toMatch(/Incremental Sort[^]*Presorted Key: block[^]*Bitmap Index Scan on audit_log_by_word_of_block/);
  const found = await server.db.asTenant(pro, (trx) =>
    findEntries(trx, {
      organizationId: pro,
      filter: { q: 'common word499' },
      beyond: null,
      limit: 1_000,
      order: 'newest',
    }),
  );
  expect(found.map(({ seq }) => Number(seq))).toEqual(
    Array.from({ length: 120 }, (_, at) => 10_000 + 60_000 - 1 - 500 * at),
  );
});
