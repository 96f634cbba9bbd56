import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import type { Statement } from '@parlance/shared/contract/access/privileges';
import { showNames } from '@parlance/shared/contract/api/dialogue-log';
import * as files from '@parlance/shared/contract/api/file-manager';
import {
  type KnowledgeSource,
  createKnowledgeFolder,
  deleteKnowledge,
  getKnowledge,
  replaceKnowledgeFile,
  setKnowledgeAccess,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import {
  createPermissionSet,
  grantPermissionSet,
  revokePermissionGrant,
} from '@parlance/shared/contract/api/privileges/privileges';
import { getSubscription } from '@parlance/shared/contract/api/subscription/subscription';
import { type CheckedInput, type Endpoint, fillPath } from '@parlance/shared/contract/endpoint';
import { sql } from 'kysely';
import { deleteLeftovers } from '../../library/files/leftovers.ts';
import { removeSome } from '../../lifecycle/retention/kinds.ts';
import { codeOf, memberId, publishedAgent } from '../../testing/agents.ts';
import { start } from '../../testing/asking.ts';
import { attach } from '../../testing/attaching.ts';
import { bring, dataOf, readWaitingKnowledge, sendFile, sourceNow } from '../../testing/knowledge.ts';
import { ended } from '../../testing/start-asking.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';

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

const of = (source: { id: string }) => ({ params: { source_id: source.id } });
const list = async (query: Record<string, string | number> = {}) =>
  dataOf(await admin.call(files.listManagedFiles, { query }));
const namesOf = async (query: Record<string, string | number> = {}) =>
  (await list({ limit: 100, ...query })).items.map(({ name }) => name);
const detail = async (source: { id: string }) => dataOf(await admin.call(files.getManagedFile, of(source)));
const replace = async (source: KnowledgeSource, content: string, name = source.name) => {
  await sendFile(server, member, replaceKnowledgeFile, { ...of(source), query: { name } }, Buffer.from(content));
  await readWaitingKnowledge(server);
};
/** Denies the administrator something; what it gives takes that back. */
async function deny(statement: Pick<Statement, 'kind' | 'ids'>): Promise<() => Promise<unknown>> {
  const owner = await server.as('owner@pro.example');
  const set = dataOf(
    await owner.call(createPermissionSet, {
      body: {
        name: `Without ${randomUUID()}`,
        statements: [{ effect: 'deny', actions: ['use'], scope: 'these', ...statement }],
      },
    }),
  );
  const grant = dataOf(
    await owner.call(grantPermissionSet, {
      body: {
        set_id: set.id,
        holder: { kind: 'member', id: await memberId(server, 'admin@pro.example') },
        expires_at: null,
      },
    }),
  );
  return () => owner.call(revokePermissionGrant, { params: { grant_id: grant.id } });
}
const bytesAt = (client: Client, endpoint: Endpoint, params: Record<string, string>) =>
  server.app.inject({ url: fillPath(endpoint.path, params), headers: client.headers() });

describe('the list', () => {
  beforeAll(async () => {
    const folder = dataOf(await member.call(createKnowledgeFolder, { body: { name: 'Trips' } }));
    await bring(server, member, 'Alps.txt', 'Take the train.', folder.id);
    await bring(server, member, 'Big table.csv', `town,nights\n${'Vienna,2\n'.repeat(200)}`);
    await bring(server, admin, 'Coast.md', '# Coast\nTake the boat.');
  });

  test('has what everybody brought, by name, and goes on where a page ended', async () => {
    const names = await namesOf();
    expect(names).toEqual(expect.arrayContaining(['Alps.txt', 'Big table.csv', 'Coast.md']));
    expect(names).toEqual(names.toSorted((one, other) => (one.toLowerCase() < other.toLowerCase() ? -1 : 1)));
    expect(await namesOf({ direction: 'desc' })).toEqual(names.toReversed());
    for (const order of ['name', 'size', 'changed'] as const) {
      const [seen, all] = [[] as string[], await namesOf({ order })];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Awaited<ReturnType<typeof list>> = await list({
          order,
          limit: 2,
          ...(cursor === '' ? {} : { cursor }),
        });
        seen.push(...page.items.map(({ name }) => name));
        cursor = page.next_cursor;
      }
      expect([order, seen]).toEqual([order, all]);
    }
    expect(codeOf(await admin.call(files.listManagedFiles, { query: { cursor: 'W10' } }))).toBe(
      '400 validation_failed',
    );
  });

  test('finds a name however its letters are composed, in the name and as it is typed', async () => {
    const stored = 'Übersicht für Zoë.txt';
    const { id } = await bring(server, admin, stored.normalize('NFD'), 'Snow.');
    const renameTo = (name: string) =>
      server.db.asSystem((trx) => trx.updateTable('knowledge_sources').set({ name }).where('id', '=', id).execute());
    for (const form of ['NFC', 'NFD'] as const) {
      await renameTo(stored.normalize(form));
      for (const typed of ['NFC', 'NFD'] as const)
        expect(await namesOf({ q: 'übersicht FÜR zoë'.normalize(typed) })).toEqual([stored.normalize(form)]);
    }
    await server.db.asSystem((trx) => trx.deleteFrom('knowledge_sources').where('id', '=', id).execute());
  });

  test('is narrowed by words, folder, kind, type, owner, size and state', async () => {
    const folder = (await list({ q: 'alps' })).items[0]?.folder;
    expect(folder?.name).toBe('Trips');
    expect(await namesOf({ folder: folder?.id ?? '' })).toEqual(['Alps.txt']);
    expect(await namesOf({ folder: 'none', q: 'alps' })).toEqual([]);
    expect(await namesOf({ q: '%' })).toEqual([]);
    expect(await namesOf({ type: 'spreadsheet' })).toEqual(['Big table.csv']);
    expect(await namesOf({ kind: 'web-page' })).toEqual([]);
    expect(await namesOf({ owner_id: memberIs })).toEqual(['Alps.txt', 'Big table.csv']);
    expect(await namesOf({ owner_id: memberIs, size: 1_000 })).toEqual(['Big table.csv']);
    expect(await namesOf({ state: 'failed' })).toEqual([]);
    expect(await namesOf({ state: 'ready', owner_id: memberIs })).toEqual(['Alps.txt', 'Big table.csv']);
    expect(dataOf(await admin.call(files.getFileOwners, {})).owners.map(({ id }) => id)).toContain(memberIs);
  });

  test('says what agents use, themselves or by its folder', async () => {
    const [alps] = (await list({ q: 'alps' })).items;
    await publishedAgent(member, { name: { en: 'Guide' }, knowledge_ids: [alps?.folder?.id ?? ''] });
    expect(await namesOf({ use: 'used', owner_id: memberIs })).toEqual(['Alps.txt']);
    expect(await namesOf({ use: 'unused', owner_id: memberIs })).toEqual(['Big table.csv']);
    expect((await detail({ id: alps?.id ?? '' })).used_by.map(({ name }) => name)).toEqual(['Guide']);
  });

  test('leaves out what privileges keep from an administrator', async () => {
    const [coast] = (await list({ q: 'coast' })).items;
    const id = coast?.id ?? '';
    const takeBack = await deny({ kind: 'knowledge', ids: [id] });
    expect(await namesOf({ q: 'coast' })).toEqual([]);
    expect(codeOf(await admin.call(files.getManagedFile, of({ id })))).toBe('404 not_found');
    await takeBack();
    expect(await namesOf({ q: 'coast' })).toEqual(['Coast.md']);
    const giveBack = await deny({ kind: 'feature', ids: ['file_management'] });
    expect(codeOf(await admin.call(files.listManagedFiles, {}))).toMatch(/^403/);
    await giveBack();
  });
});

describe('versions', () => {
  test('keep what was replaced, give it back, and what is put in its place again is none any more', async () => {
    const source = await bring(server, member, 'Rules.txt', 'First rules.');
    await replace(source, 'Second rules.', 'Rules of May.txt');
    await replace(source, 'Second rules.', 'Rules of May.txt');
    const [first, ...others] = (await detail(source)).versions;
    expect([first?.name, first?.replaced_by?.id, others]).toEqual(['Rules.txt', memberIs, []]);
    const ofFirst = { source_id: source.id, version_id: first?.id ?? '' };
    expect((await bytesAt(admin, files.downloadFileVersion, ofFirst)).payload).toBe('First rules.');
    // An hour later nothing of it has been swept away.
    await server.db.asSystem((trx) =>
      trx
        .updateTable('storage_leftovers')
        .set({ noted_at: sql<Date>`now() - interval '2 hours'` })
        .execute(),
    );
    await deleteLeftovers(server.dependencies);
    dataOf(await admin.call(files.restoreFileVersion, { params: ofFirst }));
    await readWaitingKnowledge(server);
    expect((await sourceNow(member, source.id)).name).toBe('Rules.txt');
    const after = await detail(source);
    expect(after.versions.map(({ name }) => name)).toEqual(['Rules of May.txt']);
    await server.db.asSystem((trx) =>
      trx
        .updateTable('storage_leftovers')
        .set({ noted_at: sql<Date>`now() - interval '2 hours'` })
        .execute(),
    );
    await deleteLeftovers(server.dependencies);
    const { storage_key } = await server.db.asSystem((trx) =>
      trx.selectFrom('files').where('id', '=', source.file_id).select('storage_key').executeTakeFirstOrThrow(),
    );
    const stored = await server.dependencies.storage.get(storage_key ?? '');
    expect(stored === null ? null : await text(stored)).toBe('First rules.');
  });

  test('that the storage has lost are not there', async () => {
    const source = await bring(server, member, 'Lost.txt', 'Once here.');
    await replace(source, 'Now here.');
    const [first] = (await detail(source)).versions;
    const { storage_key } = await server.db.asSystem((trx) =>
      trx
        .selectFrom('file_versions')
        .where('id', '=', first?.id ?? '')
        .select('storage_key')
        .executeTakeFirstOrThrow(),
    );
    await server.dependencies.storage.delete(storage_key ?? '');
    const answer = await bytesAt(admin, files.downloadFileVersion, {
      source_id: source.id,
      version_id: first?.id ?? '',
    });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'not_found']);
  });

  test('of what could not be read there is none', async () => {
    const source = await bring(server, member, 'Broken.txt', 'It was whole.');
    await sendFile(
      server,
      member,
      replaceKnowledgeFile,
      { ...of(source), query: { name: 'Broken.pdf' } },
      Buffer.from('%PDF-1.4 nothing'),
    );
    await readWaitingKnowledge(server);
    expect((await detail(source)).versions).toEqual([]);
  });

  test('go when they are older than files are kept, unless their owner is held', async () => {
    const source = await bring(server, member, 'Aged.txt', 'Of long ago.');
    await replace(source, 'Of now.');
    await server.db.asSystem((trx) =>
      trx
        .updateTable('file_versions')
        .set({ replaced_at: new Date(2020, 0, 1) })
        .where('source_id', '=', source.id)
        .execute(),
    );
    const { organization_id: organizationId } = await server.db.asSystem((trx) =>
      trx
        .selectFrom('knowledge_sources')
        .where('id', '=', source.id)
        .select('organization_id')
        .executeTakeFirstOrThrow(),
    );
    const remove = (memberIds: string[]) =>
      server.db.asSystem((trx) =>
        removeSome(trx, {
          organizationId,
          kind: 'files',
          before: new Date(2021, 0, 1),
          held: { isAny: memberIds.length > 0, isAll: false, memberIds },
        }),
      );
    expect(await remove([memberIs])).toBe(0);
    expect(await remove([])).toBe(1);
    expect((await detail(source)).versions).toEqual([]);
  });

  test(`are at most ${files.versionsAtMost}, and go with their source`, async () => {
    const source = await bring(server, member, 'Often.txt', 'Number 0.');
    const { organization_id } = await server.db.asSystem((trx) =>
      trx
        .selectFrom('knowledge_sources')
        .where('id', '=', source.id)
        .select('organization_id')
        .executeTakeFirstOrThrow(),
    );
    const old = Array.from({ length: files.versionsAtMost }, (_, at) => ({
      organization_id,
      source_id: source.id,
      name: `${at}.txt`,
      media_type: 'text/plain',
      size: 1,
      sha256: '',
      storage_key: null,
      content: 'x',
      replaced_at: new Date(2020, 0, 1 + at),
      replaced_by: null,
    }));
    await server.db.asSystem((trx) => trx.insertInto('file_versions').values(old).execute());
    await replace(source, 'Number 1.');
    const { versions } = await detail(source);
    expect([versions.length, versions[0]?.name, versions.at(-1)?.name]).toEqual([
      files.versionsAtMost,
      'Often.txt',
      '1.txt',
    ]);
    // A version whose bytes are in the database is restored too.
    dataOf(
      await admin.call(files.restoreFileVersion, {
        params: { source_id: source.id, version_id: versions[1]?.id ?? '' },
      }),
    );
    await readWaitingKnowledge(server);
    expect((await sourceNow(member, source.id)).name).toBe('19.txt');
    await server.db.asSystem((trx) => trx.deleteFrom('files').where('id', '=', source.file_id).execute());
    expect(
      await server.db.asSystem((trx) =>
        trx.selectFrom('file_versions').where('source_id', '=', source.id).select('id').execute(),
      ),
    ).toEqual([]);
  });
});

describe('what administrators do with the files of others', () => {
  test('a folder is handed over with what lies in it, which is not handed over alone', async () => {
    const folder = dataOf(await member.call(createKnowledgeFolder, { body: { name: 'To hand over' } }));
    const inside = await bring(server, member, 'Inside.txt', 'It goes along.', folder.id);
    const to = await memberId(server, 'otp@pro.example');
    dataOf(await member.call(setKnowledgeAccess, { ...of(folder), body: { scope: 'people', member_ids: [to] } }));
    expect(codeOf(await admin.call(files.setFileOwner, { ...of(inside), body: { owner_id: to } }))).toBe(
      '409 conflict',
    );
    expect(
      codeOf(
        await admin.call(files.setFileOwner, {
          ...of(folder),
          body: { owner_id: await memberId(server, 'owner@free.example') },
        }),
      ),
    ).toBe('404 not_found');
    const handed = dataOf(await admin.call(files.setFileOwner, { ...of(folder), body: { owner_id: to } }));
    expect([handed.owner?.id, handed.access, (await detail(inside)).owner?.id]).toEqual([to, 'private', to]);
    expect(codeOf(await member.call(getKnowledge, of(folder)))).toBe('404 not_found');
  });

  test('many are changed at once; what fails says why and keeps nothing else from it', async () => {
    const [one, two] = [await bring(server, member, 'One.txt', 'One.'), await bring(server, member, 'Two.txt', 'Two.')];
    const folder = dataOf(await admin.call(createKnowledgeFolder, { body: { name: 'Many' } }));
    const missing = randomUUID();
    const change = async (body: CheckedInput<typeof files.changeManagedFiles>['body']) =>
      dataOf(await admin.call(files.changeManagedFiles, { body }));
    expect(await change({ action: 'move', ids: [one.id, missing, two.id], folder_id: folder.id })).toEqual({
      done: [one.id, two.id],
      failed: [{ id: missing, code: 'not_found' }],
    });
    expect(await namesOf({ folder: folder.id })).toEqual(['One.txt', 'Two.txt']);
    expect((await change({ action: 'hand-over', ids: [one.id], owner_id: memberIs })).failed).toEqual([
      { id: one.id, code: 'conflict' },
    ]);
    await change({ action: 'move', ids: [two.id], folder_id: null });
    expect((await change({ action: 'delete', ids: [one.id, two.id] })).failed).toEqual([]);
    expect(await namesOf({ folder: folder.id })).toEqual([]);
    expect((await change({ action: 'restore', ids: [one.id, two.id] })).done).toHaveLength(2);
    expect((await change({ action: 'refresh', ids: [one.id] })).done).toEqual([one.id]);
    expect(await namesOf({ folder: folder.id })).toEqual(['One.txt']);
  });

  test('it is said in how many dialogues a file is quoted', async () => {
    const source = await bring(server, member, 'Badgers.txt', 'The badger of the house is called Bertram.');
    const agent = await publishedAgent(member, { name: { en: 'Badger guide' }, knowledge_ids: [source.id] });
    expect((await detail(source)).dialogues).toBe(0);
    const turn = await ended(member, await start(member, agent.id, 'What is the badger of the house called?'));
    expect((await detail(source)).dialogues).toBe(1);
    await server.db.asSystem((trx) => trx.deleteFrom('dialogues').where('id', '=', turn.dialogue_id).execute());
    expect((await detail(source)).dialogues).toBe(0);
  });
});

test('the meter counts all files with their versions, also those that can be brought back', async () => {
  const meter = async () => dataOf(await admin.call(files.getFileStorage, {}));
  const before = await meter();
  const source = await bring(server, member, 'Counted.txt', 'x'.repeat(1_000));
  await replace(source, 'y'.repeat(500));
  const after = await meter();
  expect([after.used - before.used, after.knowledge - before.knowledge, after.versions - before.versions]).toEqual([
    1_500, 500, 1_000,
  ]);
  await member.call(deleteKnowledge, of(source));
  expect((await meter()).used).toBe(after.used);
  expect(after.used).toBe(after.knowledge + after.dialogues + after.versions);
  // The figure is the same wherever it appears.
  expect(dataOf(await admin.call(getSubscription, {})).meters).toContainEqual(
    expect.objectContaining({ kind: 'storage', used: after.used, limit: after.limit }),
  );
});

test('nothing of another organisation is there, it differs in nothing from what does not exist, and nobody sets a column that is not theirs (TEN-01, TEN-04)', async () => {
  // The plan includes the dialogue log, with names shown.
  await server.db.asSystem((trx) =>
    trx.updateTable('organizations').set({ workspace_status: 'ACTIVE' }).where('plan_name', '=', 'Team').execute(),
  );
  const stranger = await server.as('owner@team.example');
  await stranger.call(showNames, { body: { reason: 'To look at everything' } });
  const source = await bring(server, member, 'Foreign.txt', 'Before.');
  await replace(source, 'After.');
  const [version] = (await detail(source)).versions;
  const sent = await attach(server, member, 'Sent.txt', Buffer.from('Sent.'));
  const own = await bring(server, stranger, 'Own.txt', 'Own.');
  const ownerIs = await memberId(server, 'owner@team.example');
  type Place = readonly [Endpoint, (id: string) => Record<string, string>, string, object?];
  const places: readonly Place[] = [
    [files.getManagedFile, (source_id) => ({ source_id }), source.id],
    [files.downloadFileVersion, (version_id) => ({ source_id: source.id, version_id }), version?.id ?? ''],
    [files.downloadFileVersion, (version_id) => ({ source_id: own.id, version_id }), version?.id ?? ''],
    [files.restoreFileVersion, (version_id) => ({ source_id: source.id, version_id }), version?.id ?? ''],
    [files.restoreFileVersion, (version_id) => ({ source_id: own.id, version_id }), version?.id ?? ''],
    [files.setFileOwner, (source_id) => ({ source_id }), source.id, { owner_id: ownerIs }],
    [files.getDialogueFile, (attachment_id) => ({ attachment_id }), sent.id],
    [files.readDialogueFile, (attachment_id) => ({ attachment_id }), sent.id],
    [files.downloadDialogueFile, (attachment_id) => ({ attachment_id }), sent.id],
  ];
  const answerOf = async (endpoint: Endpoint, params: Record<string, string>, payload?: object) => {
    const answer = await server.app.inject({
      method: endpoint.method,
      url: fillPath(endpoint.path, params),
      headers: stranger.headers(),
      ...(payload === undefined ? {} : { payload }),
    });
    return `${answer.statusCode} ${JSON.stringify({ ...answer.json<object>(), request_id: '' })}`;
  };
  let differing = 0;
  for (const [endpoint, params, id, payload] of places) {
    const answers = [
      await answerOf(endpoint, params(id), payload),
      await answerOf(endpoint, params(randomUUID()), payload),
    ];
    if (answers[0] !== answers[1] || /^2/.test(answers[0] ?? '')) differing += 1;
  }
  const bulk = [
    { action: 'delete' },
    { action: 'restore' },
    { action: 'refresh' },
    { action: 'move', folder_id: null },
    { action: 'hand-over', owner_id: ownerIs },
  ];
  for (const body of bulk) {
    const answers = await Promise.all(
      [source.id, randomUUID()].map(async (id) =>
        (await answerOf(files.changeManagedFiles, {}, { ...body, ids: [id] })).replaceAll(id, ''),
      ),
    );
    if (answers[0] !== answers[1] || !answers[0]?.includes('"done":[]')) differing += 1;
  }
  const into = await answerOf(files.changeManagedFiles, {}, { action: 'move', ids: [own.id], folder_id: source.id });
  if (!into.includes('"code":"not_found"')) differing += 1;
  for (const query of [{ folder: source.id }, { owner_id: memberIs }, { q: 'Foreign' }])
    if (dataOf(await stranger.call(files.listManagedFiles, { query })).items.length > 0) differing += 1;
  const tried = places.length + bulk.length + 4;
  console.info(`TEN-01: ${differing} of ${tried} places of the file manager answer differently`);
  expect(differing).toBe(0);
  expect(await detail(source)).toMatchObject({ name: 'Foreign.txt', owner: { id: memberIs } });

  const columns = await server.db.asSystem((trx) =>
    sql<{
      name: string;
    }>`select column_name as name from information_schema.columns where table_name in ('knowledge_sources', 'file_versions', 'files') group by 1`.execute(
      trx,
    ),
  );
  const bodies: readonly (readonly [Endpoint, Record<string, string>, Record<string, unknown>])[] = [
    [files.setFileOwner, { source_id: own.id }, { owner_id: ownerIs }],
    ...bulk.map((body) => [files.changeManagedFiles, {}, { ...body, ids: [own.id] }] as const),
  ];
  let taken = 0;
  const extra = columns.rows.map(({ name }) => name);
  let sentColumns = 0;
  for (const [endpoint, params, body] of bodies) {
    for (const column of extra.filter((name) => !(name in body))) {
      sentColumns += 1;
      if (!(await answerOf(endpoint, params, { ...body, [column]: randomUUID() })).startsWith('400')) taken += 1;
    }
  }
  console.info(`TEN-04: ${taken} of ${sentColumns} columns beside those of the body were taken`);
  expect(taken).toBe(0);
});
