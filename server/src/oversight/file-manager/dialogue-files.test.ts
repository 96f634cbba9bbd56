import { randomUUID } from 'node:crypto';
import { listAuditEntries } from '@parlance/shared/contract/api/audit/audit-log';
import { showNames } from '@parlance/shared/contract/api/dialogue-log';
import * as files from '@parlance/shared/contract/api/file-manager';
import { getWhoami } from '@parlance/shared/contract/api/session/session';
import { fillPath } from '@parlance/shared/contract/endpoint';
import { type Compilable, sql } from 'kysely';
import type { Trx } from '../../platform/db/database.ts';
import { memberId } from '../../testing/agents.ts';
import { attach } from '../../testing/attaching.ts';
import { dataOf } from '../../testing/knowledge.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { dialogueFilePage } from './dialogue-files.ts';
import { type FileQuery, pageQueryOf } from './list.ts';

/** Half of them knowledge, half of dialogues, and half of those of another organisation. */
const manyFiles = 24_000;

let server: TestServer;
let admin: Client;
let member: Client;
let memberIs: string;
beforeAll(async () => {
  server = await startTestServer();
  [admin, member] = [await server.as('admin@pro.example'), await server.as('member@pro.example')];
  memberIs = await memberId(server, 'member@pro.example');
});
afterAll(() => server.close());

describe('files of dialogues', () => {
  let attachment: { id: string };
  beforeAll(async () => {
    attachment = await attach(server, member, 'Secret letter.txt', Buffer.from('Dear diary, nobody reads this.'));
  });
  const shown = async (client = admin) =>
    dataOf(await client.call(files.getDialogueFile, { params: { attachment_id: attachment.id } }));
  const doors = [files.readDialogueFile, files.downloadDialogueFile];
  const open = async (client: Client, id: string) =>
    Promise.all(
      doors.map(
        async (endpoint) =>
          (await server.app.inject({ url: fillPath(endpoint.path, { attachment_id: id }), headers: client.headers() }))
            .statusCode,
      ),
    );

  test('show neither whose they are nor what they are called or hold until a reason is given; that one looks is recorded', async () => {
    expect(await shown()).toMatchObject({
      name: null,
      member: { id: null, name: null },
      type: 'text',
      is_unsent: true,
      state: 'ready',
    });
    expect(JSON.stringify(await shown())).not.toContain('letter');
    expect(await open(admin, attachment.id)).toEqual([403, 403]);
    await admin.call(showNames, { body: { reason: 'A complaint about a letter' } });
    expect(await shown()).toMatchObject({ name: 'Secret letter.txt', member: { id: memberIs } });
    expect(await open(admin, attachment.id)).toEqual([200, 200]);
    expect(await open(admin, randomUUID())).toEqual([404, 404]);
    const owner = await server.as('owner@pro.example');
    const { items } = dataOf(await owner.call(listAuditEntries, { query: { action: 'file.looked_into' } }));
    expect(items).toHaveLength(2);
    expect(JSON.stringify(items)).not.toContain('letter.txt');
    // The reason of one is nobody else's.
    expect(await shown(owner)).toMatchObject({ name: null });
  });

  test('are listed by time and size, and narrowed by type, state and size', async () => {
    const picture = await attach(
      server,
      member,
      'Dot.gif',
      Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
    );
    const idsOf = async (query: object) =>
      dataOf(await admin.call(files.listDialogueFiles, { query })).items.map(({ id }) => id);
    expect((await idsOf({})).slice(0, 2)).toEqual([picture.id, attachment.id]);
    expect(await idsOf({ type: 'picture' })).toEqual([picture.id]);
    expect(await idsOf({ size: 1_000_000 })).toEqual([]);
    expect(await idsOf({ state: 'failed' })).toEqual([]);
    const first = dataOf(
      await admin.call(files.listDialogueFiles, { query: { order: 'size', direction: 'asc', limit: 1 } }),
    );
    const second = dataOf(
      await admin.call(files.listDialogueFiles, {
        query: { order: 'size', direction: 'asc', limit: 1, cursor: first.next_cursor ?? '' },
      }),
    );
    expect(second.items[0]?.size).toBeGreaterThanOrEqual(first.items[0]?.size ?? 0);
    expect(second.items[0]?.id).not.toBe(first.items[0]?.id);
  });

  test('that the storage has lost are not there', async () => {
    await admin.call(showNames, { body: { reason: 'A complaint about a letter' } });
    const lost = await attach(server, member, 'Lost.txt', Buffer.from('Once here.'));
    expect(await open(admin, lost.id)).toEqual([200, 200]);
    const { storage_key } = await server.db.asSystem((trx) =>
      trx.selectFrom('files').where('name', '=', 'Lost.txt').select('storage_key').executeTakeFirstOrThrow(),
    );
    await server.dependencies.storage.delete(storage_key ?? '');
    expect(await open(admin, lost.id)).toEqual([200, 404]);
  });

  test('lead to the dialogue log, and open, only where that is granted', async () => {
    const client = await server.as('owner@free.example');
    const own = await attach(server, client, 'Mine.txt', Buffer.from('Hello.'));
    const seen = dataOf(await client.call(files.getDialogueFile, { params: { attachment_id: own.id } }));
    expect(seen).toMatchObject({ name: null, member: null, dialogue_ids: [] });
    expect(await open(client, own.id)).toEqual([403, 403]);
  });
});

test('the lists read as much as they show: each order has its index, and a page after the first begins where it begins', async () => {
  const { organization_id: organizationId } = dataOf(await admin.call(getWhoami));
  const ownerIs = await memberId(server, 'owner@pro.example');
  const { id: other } = await server.db.asSystem((trx) =>
    trx.selectFrom('organizations').where('id', '<>', organizationId).select('id').limit(1).executeTakeFirstOrThrow(),
  );
  const organizationOf = sql`case when n % 4 = 3 then ${other}::uuid else ${organizationId}::uuid end`;
  await server.db.asSystem(async (trx) => {
    // Rows without their bytes; neither triggers nor foreign keys are asked.
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`
      insert into files (id, organization_id, name, media_type, size, sha256, state, created_at)
      select md5('file ' || n)::uuid, ${organizationOf}, 'File ' || n || '.txt', 'text/plain', n * 7 % 99991, md5(n::text), 'ready', now() - n * interval '1 min' from generate_series(1, ${manyFiles}::int) as n`.execute(
      trx,
    );
    await sql`
      insert into knowledge_sources (organization_id, owner_id, kind, name, file_id, updated_at)
      select ${organizationId}, ${ownerIs}, 'file', 'File ' || n || '.txt', md5('file ' || n)::uuid, now() - n * interval '1 min' from generate_series(1, ${manyFiles}::int) as n where n % 2 = 0`.execute(
      trx,
    );
    await sql`
      insert into attachments (organization_id, member_id, file_id, kind, created_at)
      select ${organizationOf}, ${memberIs}, md5('file ' || n)::uuid, 'document', now() - n * interval '1 min' from generate_series(1, ${manyFiles}::int) as n where n % 2 = 1`.execute(
      trx,
    );
    for (const table of ['files', 'knowledge_sources', 'attachments'])
      await sql`analyze ${sql.table(table)}`.execute(trx);
  });
  const planOf = (query: (trx: Trx) => Compilable) =>
    server.db.asTenant(organizationId, async (trx) => {
      const compiled = query(trx).compile();
      const { rows } = await trx.executeQuery<{ 'QUERY PLAN': string }>({
        ...compiled,
        sql: `explain ${compiled.sql}`,
      });
      return rows.map((row) => row['QUERY PLAN']).join('\n');
    });
  const reader = {
    organizationId,
    memberId: ownerIs,
    isAdmin: true,
    isOwner: true,
    planName: 'Pro',
    features: new Set<never>(),
    statements: [],
    language: 'en' as const,
    embeddingModel: null,
  };
  const middle = {
    name: 'file 2',
    changed: new Date(Date.now() - 60_000_000).toISOString(),
    size: 50_000,
    created: new Date(Date.now() - 60_000_000).toISOString(),
  };
  const plans: string[] = [];
  const expectIndex = (asked: string, plan: string, index: string, isAfter: boolean) => {
    plans.push(asked);
    expect([asked, plan]).toEqual([
      asked,
      expect.stringMatching(new RegExp(`Index (Only )?Scan (Backward )?using ${index} `)),
    ]);
    expect([asked, plan]).toEqual([asked, expect.not.stringContaining('Seq Scan on files')]);
    // An incremental one orders rows of the same moment alone.
    expect([asked, plan]).toEqual([asked, expect.not.stringMatching(/(?<!Incremental )Sort {2}/)]);
    // The page begins in the index: what stands before it is not read.
    if (isAfter)
      expect([asked, plan]).toEqual([asked, expect.stringMatching(/Index Cond: \(.*(ROW\(|created_at [<>]=)/)]);
  };
  const indexes = { name: 'managed_files_by_name', changed: 'managed_files_by_change', size: 'files_by_size' } as const;
  for (const direction of ['asc', 'desc'] as const) {
    for (const order of ['name', 'changed', 'size'] as const) {
      for (const after of [null, [middle[order], randomUUID()] as const]) {
        const wanted: FileQuery = { q: '', order, direction, after, limit: 30 };
        expectIndex(
          `${order} ${direction} ${String(after)}`,
          await planOf((trx) => pageQueryOf(trx, reader, wanted, [])),
          indexes[order],
          after !== null,
        );
      }
    }
    for (const order of ['created', 'size'] as const) {
      for (const after of [null, [middle[order], randomUUID()] as const]) {
        const plan = await planOf((trx) =>
          dialogueFilePage(trx, { organizationId }, { order, direction, after, limit: 30 }),
        );
        expectIndex(
          `of dialogues ${order} ${direction} ${String(after)}`,
          plan,
          order === 'size' ? 'files_by_size' : 'attachments_by_(organization|age)',
          after !== null,
        );
      }
    }
  }
  console.info(`${plans.length} of ${plans.length} pages of ${manyFiles} files begin in their index`);
});
