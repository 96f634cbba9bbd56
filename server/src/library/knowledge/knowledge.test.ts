import { readFileSync } from 'node:fs';
import { setAgentAccess } from '@parlance/shared/contract/api/agents/agents';
import { getManagedFile, restoreFileVersion } from '@parlance/shared/contract/api/file-manager';
import { readFileText } from '@parlance/shared/contract/api/files';
import {
  type KnowledgeSource,
  addWebPage,
  changeKnowledge,
  createKnowledgeFolder,
  deleteKnowledge,
  getKnowledge,
  getKnowledgeText,
  listKnowledge,
  listKnowledgePassages,
  refreshKnowledge,
  replaceKnowledgeFile,
  restoreKnowledge,
  saveKnowledgeText,
  setKnowledgeAccess,
  uploadKnowledge,
  writeKnowledgeText,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import { listDeletedKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge-deleted';
import { testRetrieval } from '@parlance/shared/contract/api/knowledge/knowledge-retrieval';
import { listColleagueTeams } from '@parlance/shared/contract/api/shares';
import { sql } from 'kysely';
import { createOutgoing } from '../../platform/outgoing/outgoing.ts';
import { blankAgent, publishedAgent } from '../../testing/agents.ts';
import { bring, dataOf, readWaitingKnowledge, sendFile, sourceNow } from '../../testing/knowledge.ts';
import { makePdf } from '../../testing/make-files.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { deleteLeftovers } from '../files/leftovers.ts';
import { knowledgeReading } from './read-source.ts';
import { purgeKnowledge } from './upkeep.ts';

let server: TestServer;
let member: Client;
let admin: Client;
let colleague: Client;

beforeAll(async () => {
  server = await startTestServer();
  member = await server.as('member@pro.example');
  admin = await server.as('admin@pro.example');
  colleague = await server.as('otp@pro.example');
});
afterAll(() => server.close());

const params = ({ id }: KnowledgeSource) => ({ params: { source_id: id } });
const folderNamed = async (name: string) => dataOf(await member.call(createKnowledgeFolder, { body: { name } }));
const namesOf = async (client: Client, query: object) =>
  dataOf(await client.call(listKnowledge, { query })).items.map(({ name }) => name);
const contentsOf = async (source: KnowledgeSource) =>
  dataOf(await member.call(listKnowledgePassages, params(source))).items.map(({ content }) => content);
const memberIdOf = async (email: string) =>
  (
    await server.db.asSystem((trx) =>
      trx
        .selectFrom('memberships')
        .innerJoin('users', 'users.id', 'memberships.user_id')
        .where('email', '=', email)
        .select('memberships.id')
        .executeTakeFirstOrThrow(),
    )
  ).id;

describe('a file', () => {
  test('waits, is read, and is then found by the words that its passages show', async () => {
    const { status, data } = await sendFile(
      server,
      member,
      uploadKnowledge,
      { query: { name: 'Leave.pdf' } },
      makePdf([['Sabbaticals last six months.'], ['Apply in spring.']]),
    );
    expect([status, data]).toMatchObject([
      200,
      {
        kind: 'file',
        name: 'Leave.pdf',
        state: 'waiting',
        passages: 0,
        access: 'private',
        owner: { name: 'Mei Tanaka' },
        can: { read: true, edit: true, share: true, share_with_organization: false },
      },
    ]);
    await readWaitingKnowledge(server);
    expect(await sourceNow(member, data.id)).toMatchObject({
      state: 'ready',
      error_code: null,
      passages: 2,
      refreshed_at: expect.any(String),
      used_by: [],
    });
    expect(dataOf(await member.call(listKnowledgePassages, { ...params(data), query: { from: 2 } }))).toEqual({
      passages: 2,
      items: [{ position: 2, heading: '', page: 2, content: 'Apply in spring.' }],
    });
    const found = dataOf(
      await member.call(testRetrieval, {
        body: { question: 'How long are sabbaticals?', language: 'en', knowledge_ids: [data.id] },
      }),
    );
    expect(found).toMatchObject({
      by_meaning: false,
      items: [{ source_id: data.id, position: 1, marks: [{ from: 0, to: 11 }], nearness: null, is_given: true }],
    });
    const party = await bring(server, member, 'Party.md', 'Summer party 👍🏽, in July');
    const asked = await member.call(testRetrieval, {
      body: { question: '👍', language: 'en', knowledge_ids: [data.id, party.id] },
    });
    expect(dataOf(asked)).toMatchObject({
      items: [{ source_id: party.id, marks: [{ from: 13, to: 17 }], coverage: 1, is_given: true }],
    });
  });

  test('that cannot be read says why, and is read after it was replaced', async () => {
    const scan = await bring(server, member, 'Scan.pdf', makePdf([[]]));
    expect(scan).toMatchObject({ state: 'failed', error_code: 'file_empty', passages: 0 });
    await sendFile(
      server,
      member,
      replaceKnowledgeFile,
      { ...params(scan), query: { name: 'Text.md' } },
      Buffer.from('# Rules\n\nKnock first.'),
    );
    expect(await sourceNow(member, scan.id)).toMatchObject({ state: 'waiting', error_code: null, name: 'Scan.pdf' });
    await readWaitingKnowledge(server);
    expect(await sourceNow(member, scan.id)).toMatchObject({
      state: 'ready',
      name: 'Text.md',
      passages: 1,
      file_id: scan.file_id,
    });
  });

  test('says which of its pages cannot be read, until it is replaced', async () => {
    const corpus = (name: string) => readFileSync(new URL(`../extraction/corpus/${name}`, import.meta.url));
    const half = await bring(server, member, 'Half.pdf', corpus('qpdf-half-scanned.pdf'));
    const unread = { pages: 4, unread: 2, ranges: [{ first: 2, last: 3, reason: 'picture' }] };
    expect(half).toMatchObject({ state: 'ready', unread_pages: unread });
    const query = { name: 'Whole.pdf' };
    await sendFile(server, member, replaceKnowledgeFile, { ...params(half), query }, corpus('chromium-print.pdf'));
    expect(await sourceNow(member, half.id)).toMatchObject({ unread_pages: unread });
    await readWaitingKnowledge(server);
    expect(await sourceNow(member, half.id)).toMatchObject({ name: 'Whole.pdf', unread_pages: null });
  });

  test('whose replacement cannot be read keeps its text, and says so', async () => {
    const source = await bring(server, member, 'Good.txt', 'Otters hold hands.');
    await sendFile(
      server,
      member,
      replaceKnowledgeFile,
      { ...params(source), query: { name: 'Bad.pdf' } },
      makePdf([['x']], { isEncrypted: true }),
    );
    expect(await sourceNow(member, source.id)).toMatchObject({ state: 'ready', is_refreshing: true });
    await readWaitingKnowledge(server);
    expect(await sourceNow(member, source.id)).toMatchObject({
      state: 'ready',
      is_refreshing: false,
      name: 'Good.txt',
      error_code: 'file_encrypted',
    });
    expect(await contentsOf(source)).toEqual(['Otters hold hands.']);
  });

  test.each([
    ['a picture', 'a.png', 415],
    ['a program', 'a.exe', 415],
    ['a PDF that is none', 'a.pdf', 422],
  ])('that is %s is refused, and makes no source', async (_, name, status) => {
    const before = (await namesOf(member, { q: name })).length;
    expect((await sendFile(server, member, uploadKnowledge, { query: { name } }, Buffer.from('MZ'))).status).toBe(
      status,
    );
    expect(await namesOf(member, { q: name })).toHaveLength(before);
  });

  test('keeps its bytes as a version when it is replaced, and leaves none behind when that goes', async () => {
    const source = await bring(server, member, 'Old.txt', 'Old words.');
    const keyOf = () =>
      server.db.asSystem((trx) =>
        trx.selectFrom('files').where('id', '=', source.file_id).select('storage_key').executeTakeFirstOrThrow(),
      );
    const { storage_key: old } = await keyOf();
    await sendFile(
      server,
      member,
      replaceKnowledgeFile,
      { ...params(source), query: { name: 'New.txt' } },
      Buffer.from('New words.'),
    );
    const sweep = async () => {
      await server.db.asSystem((trx) =>
        sql`update storage_leftovers set noted_at = now() - interval '2 hours'`.execute(trx),
      );
      await deleteLeftovers(server.dependencies);
    };
    await sweep();
    await readWaitingKnowledge(server);
    const { storage_key: now } = await keyOf();
    await sweep();
    expect(await contentsOf(source)).toEqual(['New words.']);
    const areThere = () =>
      Promise.all(
        [old, now].map(async (key) => {
          const stored = await server.dependencies.storage.get(key ?? '');
          stored?.destroy();
          return stored !== null;
        }),
      );
    expect(await areThere()).toEqual([true, true]);
    await server.db.asSystem((trx) => trx.deleteFrom('file_versions').where('source_id', '=', source.id).execute());
    await sweep();
    expect(await areThere()).toEqual([false, true]);
  });
});

describe('what was given while something else was read', () => {
  const damaged = makePdf([['x']], { isEncrypted: true });
  const readingOver = (
    storage: TestServer['dependencies']['storage'],
    outgoing = createOutgoing({ allowedHosts: [] }),
  ) =>
    knowledgeReading({ db: server.db, storage, outgoing, log: server.app.log, hasEmbedder: false, recognition: null });
  const good = (source: KnowledgeSource) =>
    sendFile(
      server,
      member,
      replaceKnowledgeFile,
      { ...params(source), query: { name: 'Right.txt' } },
      Buffer.from('Right words.'),
    );

  test('is read, though the reading before it fails', async () => {
    const { storage } = server.dependencies;
    const source = await bring(server, member, 'First.txt', 'First words.');
    await sendFile(server, member, replaceKnowledgeFile, { ...params(source), query: { name: 'Wrong.pdf' } }, damaged);
    // The right one comes while the wrong one is fetched to be read.
    const slow = {
      ...storage,
      get: async (key: string) =>
        [await storage.get(key), await good(source)][0] as Awaited<ReturnType<typeof storage.get>>,
    };
    await readingOver(slow).run({ source: source.id }, new AbortController().signal);
    expect(await sourceNow(member, source.id)).toMatchObject({
      state: 'ready',
      is_refreshing: true,
      error_code: null,
      name: 'First.txt',
    });
    await readWaitingKnowledge(server);
    expect(await sourceNow(member, source.id)).toMatchObject({
      state: 'ready',
      is_refreshing: false,
      error_code: null,
      name: 'Right.txt',
    });
    expect(await contentsOf(source)).toEqual(['Right words.']);
  });

  test('is fetched, though an address that was corrected meanwhile answers nothing', async () => {
    const page = dataOf(await member.call(addWebPage, { body: { url: 'http://pages.example/wrong' } }));
    const corrected = 'http://pages.example/right';
    const outgoing = createOutgoing({
      allowedHosts: [],
      lookup: async () => {
        await member.call(changeKnowledge, { ...params(page), body: { url: corrected } });
        throw new Error('There is no such host.');
      },
    });
    await readingOver(server.dependencies.storage, outgoing).run({ source: page.id }, new AbortController().signal);
    await outgoing.close();
    expect(await sourceNow(member, page.id)).toMatchObject({ state: 'waiting', error_code: null, url: corrected });
  });

  test('has failed where nobody tries it any more', async () => {
    const source = await bring(server, member, 'Given.txt', 'Words.');
    await good(source);
    await readingOver(server.dependencies.storage).giveUp({ source: source.id }, 'no further try');
    expect(await sourceNow(member, source.id)).toMatchObject({
      state: 'ready',
      is_refreshing: false,
      error_code: 'file_unreadable',
      name: 'Given.txt',
    });
  });
});

test('a text is written, read, changed and read anew', async () => {
  const note = dataOf(
    await member.call(writeKnowledgeText, { body: { name: 'House rules', content: '# Kitchen\n\nLeave it clean.' } }),
  );
  await readWaitingKnowledge(server);
  expect(await sourceNow(member, note.id)).toMatchObject({ kind: 'text', state: 'ready', passages: 1 });
  expect(dataOf(await member.call(getKnowledgeText, params(note)))).toEqual({
    content: '# Kitchen\n\nLeave it clean.',
    revision: 1,
  });
  await member.call(saveKnowledgeText, {
    ...params(note),
    body: { revision: 1, content: '# Kitchen\n\nLeave it cleaner.' },
  });
  expect(dataOf(await member.call(getKnowledgeText, params(note)))).toEqual({
    content: '# Kitchen\n\nLeave it cleaner.',
    revision: 2,
  });
  await readWaitingKnowledge(server);
  expect(await contentsOf(note)).toEqual(['Leave it cleaner.']);
  expect((await member.call(writeKnowledgeText, { body: { name: 'Nothing', content: '' } })).body).toMatchObject({
    code: 'file_empty',
  });
});

test('a text is saved over none that was not seen: of two at once one is told, and so is who comes later', async () => {
  const note = dataOf(
    await member.call(writeKnowledgeText, { body: { name: 'Opening hours', content: 'Nine to five.' } }),
  );
  const save = (revision: number, content: string) =>
    member.call(saveKnowledgeText, { ...params(note), body: { revision, content } });
  const [first, second] = await Promise.all([save(1, 'Ten to four.'), save(1, 'Ten to six.')]);
  expect([first.status, second.status].sort()).toEqual([200, 409]);
  expect([first, second].find(({ status }) => status === 409)?.body).toMatchObject({ code: 'conflict' });
  const written = first.status === 200 ? 'Ten to four.' : 'Ten to six.';
  expect(dataOf(await member.call(getKnowledgeText, params(note)))).toEqual({ content: written, revision: 2 });
  // Being read, renamed or moved meanwhile does not change the text.
  await readWaitingKnowledge(server);
  await member.call(changeKnowledge, { ...params(note), body: { name: 'Hours' } });
  expect((await save(1, 'Never.')).status).toBe(409);
  expect((await save(2, 'Always.')).status).toBe(200);
  await readWaitingKnowledge(server);
  // A restored version is a change of the text again.
  const [version] = dataOf(await admin.call(getManagedFile, params(note))).versions;
  dataOf(await admin.call(restoreFileVersion, { params: { source_id: note.id, version_id: version?.id ?? '' } }));
  expect(dataOf(await member.call(getKnowledgeText, params(note)))).toMatchObject({ revision: 4 });
});

describe('a folder', () => {
  test('holds sources, which are as it is: whoever may read it may read them', async () => {
    const folder = await folderNamed('Handbook');
    const inside = await bring(server, member, 'Inside.txt', 'Hedgehogs hibernate.', folder.id);
    expect(inside).toMatchObject({ folder_id: folder.id, access: 'private' });
    expect((await colleague.call(getKnowledge, params(inside))).status).toBe(404);
    await member.call(setKnowledgeAccess, {
      ...params(folder),
      body: { scope: 'people', member_ids: [await memberIdOf('otp@pro.example')] },
    });
    expect(await sourceNow(colleague, inside.id)).toMatchObject({
      access: 'people',
      people: [{ name: 'Oscar Ruiz' }],
      can: { read: true, edit: false, share: false },
    });
    expect(await sourceNow(member, folder.id)).toMatchObject({
      kind: 'folder',
      state: 'ready',
      items: 1,
      passages: 1,
      size: 20,
      file_id: null,
    });
    expect(
      (await member.call(setKnowledgeAccess, { ...params(inside), body: { scope: 'private' } })).body,
    ).toMatchObject({ code: 'conflict' });
    expect((await colleague.call(changeKnowledge, { ...params(inside), body: { name: 'Mine' } })).body).toMatchObject({
      code: 'forbidden',
    });
    await member.call(changeKnowledge, { ...params(inside), body: { folder_id: null } });
    expect((await colleague.call(getKnowledge, params(inside))).status).toBe(404);
  });

  test('is searched with all that lies in it', async () => {
    const folder = await folderNamed('Animals');
    await bring(server, member, 'Badgers.txt', 'Badgers dig setts.', folder.id);
    await bring(server, member, 'Foxes.txt', 'Foxes dig dens.', folder.id);
    const { items } = dataOf(
      await member.call(testRetrieval, {
        body: { question: 'Who digs dens?', language: 'en', knowledge_ids: [folder.id] },
      }),
    );
    expect(items.map(({ source_name }) => source_name)).toEqual(['Foxes.txt', 'Badgers.txt']);
  });

  test('says that something in it is being read', async () => {
    const folder = await folderNamed('Busy');
    await sendFile(
      server,
      member,
      uploadKnowledge,
      { query: { name: 'Late.txt', folder_id: folder.id } },
      Buffer.from('Late.'),
    );
    expect(await sourceNow(member, folder.id)).toMatchObject({ items: 1, is_refreshing: true });
    await readWaitingKnowledge(server);
    expect(await sourceNow(member, folder.id)).toMatchObject({ is_refreshing: false });
  });

  test('does not lie in a folder, and what is no folder holds nothing', async () => {
    const [folder, file] = [await folderNamed('A'), await bring(server, member, 'b.txt', 'b c d')];
    expect(
      (await member.call(changeKnowledge, { ...params(folder), body: { folder_id: folder.id } })).body,
    ).toMatchObject({ code: 'validation_failed' });
    expect(
      (
        await sendFile(
          server,
          member,
          uploadKnowledge,
          { query: { name: 'c.txt', folder_id: file.id } },
          Buffer.from('c'),
        )
      ).code,
    ).toBe('validation_failed');
  });
});

describe('what was deleted', () => {
  test('is nowhere, comes back for a month, and is then gone with its files', async () => {
    const folder = await folderNamed('Bin');
    const inside = await bring(server, member, 'Thrown.txt', 'Penguins waddle.', folder.id);
    const search = () =>
      member.call(testRetrieval, { body: { question: 'penguins', language: 'en', knowledge_ids: [inside.id] } });
    expect(dataOf(await search()).items).toHaveLength(1);
    await member.call(deleteKnowledge, params(folder));
    expect([
      (await member.call(getKnowledge, params(inside))).status,
      (await search()).status,
      await namesOf(member, { q: 'Thrown' }),
    ]).toEqual([404, 404, []]);
    expect((await member.call(readFileText, { params: { file_id: inside.file_id ?? '' } })).status).toBe(404);
    expect((await colleague.call(restoreKnowledge, params(folder))).status).toBe(404);
    expect((await member.call(restoreKnowledge, params(folder))).status).toBe(200);
    expect(dataOf(await search()).items).toHaveLength(1);
    await member.call(deleteKnowledge, params(folder));
    await server.db.asSystem((trx) =>
      trx
        .updateTable('knowledge_sources')
        .set({ deleted_at: sql<Date>`now() - interval '29 days'` })
        .where('id', '=', folder.id)
        .execute(),
    );
    await server.db.asSystem(purgeKnowledge);
    const left = () =>
      server.db.asSystem((trx) => trx.selectFrom('files').where('id', '=', inside.file_id).select('id').execute());
    expect(await left()).toHaveLength(1);
    await server.db.asSystem((trx) =>
      trx
        .updateTable('knowledge_sources')
        .set({ deleted_at: sql<Date>`now() - interval '31 days'` })
        .where('id', '=', folder.id)
        .execute(),
    );
    await server.db.asSystem(purgeKnowledge);
    expect(await left()).toEqual([]);
  });
});

describe('the bin', () => {
  const binOf = async (client: Client, query: object = {}) =>
    dataOf(await client.call(listDeletedKnowledge, { query: { limit: 100, ...query } })).items;
  const deletedSince = (source: KnowledgeSource, days: number) =>
    server.db.asSystem((trx) =>
      trx
        .updateTable('knowledge_sources')
        .set({ deleted_at: sql<Date>`now() - make_interval(days => ${days})` })
        .where('id', '=', source.id)
        .execute(),
    );

  test('shows owners and administrators what they can bring back, until when, and which agents still name it', async () => {
    const folder = await folderNamed('Seasonal');
    const [inside, alone] = [
      await bring(server, member, 'Snow.txt', 'Snow falls.', folder.id),
      await bring(server, member, 'Rain.txt', 'Rain falls.'),
    ];
    await blankAgent(member, { name: { en: 'Weather' }, knowledge_ids: [folder.id] });
    for (const source of [inside, folder, alone]) await member.call(deleteKnowledge, params(source));
    const own = (await binOf(member)).filter(({ id }) => [inside.id, folder.id, alone.id].includes(id));
    expect(own).toMatchObject([
      { name: 'Rain.txt', kind: 'file', folder: null, items: 0, used_by: [], owner: { name: 'Mei Tanaka' } },
      { name: 'Seasonal', kind: 'folder', used_by: [{ name: 'Weather' }], items: 0 },
      { name: 'Snow.txt', folder: null },
    ]);
    for (const { deleted_at, gone_at } of own)
      expect(Date.parse(gone_at) - Date.parse(deleted_at)).toBe(30 * 86_400_000);
    const ids = async (client: Client) => (await binOf(client)).map(({ id }) => id);
    expect([
      (await ids(admin)).includes(alone.id),
      (await ids(colleague)).includes(alone.id),
      (await ids(await server.as('owner@team.example'))).includes(alone.id),
    ]).toEqual([true, false, false]);
    const first = dataOf(await member.call(listDeletedKnowledge, { query: { limit: 1 } }));
    expect([first.items[0]?.id, (await binOf(member, { limit: 1, cursor: first.next_cursor ?? '' }))[0]?.id]).toEqual([
      alone.id,
      folder.id,
    ]);
    await deletedSince(alone, 31);
    expect([
      (await ids(member)).includes(alone.id),
      (await member.call(restoreKnowledge, params(alone))).status,
    ]).toEqual([false, 404]);
  });

  test('gives back what lay in a folder that is gone too outside of it, for its owner alone', async () => {
    const folder = await folderNamed('Short-lived');
    await member.call(setKnowledgeAccess, {
      ...params(folder),
      body: { scope: 'people', member_ids: [await memberIdOf('otp@pro.example')] },
    });
    const inside = await bring(server, member, 'Survivor.txt', 'It survives.', folder.id);
    for (const source of [inside, folder]) await member.call(deleteKnowledge, params(source));
    expect(dataOf(await member.call(restoreKnowledge, params(inside)))).toMatchObject({
      folder_id: null,
      access: 'private',
      people: [],
    });
    expect((await colleague.call(getKnowledge, params(inside))).status).toBe(404);
  });
});

describe('the list', () => {
  test('is by name, in pages, and by kind, state and words', async () => {
    await bring(server, member, 'zebra 1.txt', 'Stripes.');
    await bring(server, member, 'Zebra 2.pdf', makePdf([[]]));
    expect(await namesOf(member, { q: 'ZEBRA' })).toEqual(['zebra 1.txt', 'Zebra 2.pdf']);
    expect(await namesOf(member, { q: 'zebra', state: 'failed' })).toEqual(['Zebra 2.pdf']);
    expect(await namesOf(member, { q: 'zebra', kind: 'folder' })).toEqual([]);
    expect(await namesOf(member, { q: '%' })).toEqual([]);
    const first = dataOf(await member.call(listKnowledge, { query: { q: 'zebra', limit: 1 } }));
    expect(await namesOf(member, { q: 'zebra', limit: 1, cursor: first.next_cursor ?? '' })).toEqual(['Zebra 2.pdf']);
  });

  test.each(['NFC', 'NFD'] as const)('finds a name that is stored in %s, however it is typed', async (form) => {
    const name = `Zürcher Café ${form}`.normalize(form);
    await folderNamed(name);
    for (const typed of ['NFC', 'NFD'] as const)
      expect(await namesOf(member, { q: `ZÜRCHER café ${form}`.normalize(typed) })).toEqual([name]);
    expect(await namesOf(member, { q: `Zurcher Cafe ${form}` })).toEqual([]);
  });

  test('shows what demonstration bots know, to who may ask them, with the bots', async () => {
    const { items } = dataOf(await colleague.call(listKnowledge, { query: { q: 'House Guide', kind: 'folder' } }));
    expect(items).toMatchObject([
      {
        name: 'House Guide',
        access: 'organization',
        items: 9,
        used_by: [{ name: 'House Guide' }],
        can: { edit: false },
      },
    ]);
  });
});

test('only who manages the studio gives a source to everybody', async () => {
  const mine = await bring(server, member, 'Mine.txt', 'mine alone');
  const everybody = { ...params(mine), body: { scope: 'organization' } } as const;
  expect((await member.call(setKnowledgeAccess, everybody)).body).toMatchObject({ code: 'forbidden' });
  expect((await colleague.call(setKnowledgeAccess, everybody)).body).toMatchObject({ code: 'not_found' });
  expect(dataOf(await admin.call(setKnowledgeAccess, everybody))).toMatchObject({ access: 'organization' });
  expect((await colleague.call(getKnowledge, params(mine))).status).toBe(200);
  expect(
    (
      await member.call(setKnowledgeAccess, {
        ...params(mine),
        body: { scope: 'people', member_ids: [crypto.randomUUID()] },
      })
    ).status,
  ).toBe(404);
  expect(
    (
      await member.call(setKnowledgeAccess, {
        ...params(mine),
        body: { scope: 'private', member_ids: [await memberIdOf('otp@pro.example')] },
      })
    ).status,
  ).toBe(400);
});

test('a team that is named may read it, whoever is in it at the time, and so may who is named beside it', async () => {
  const source = await bring(server, member, 'Rota.txt', 'Night shifts rotate.');
  const { items } = dataOf(await colleague.call(listColleagueTeams, {}));
  expect(items).toMatchObject([
    { name: 'Knowledge', members: 2 },
    { name: 'Support', members: 2 },
  ]);
  expect(dataOf(await member.call(listColleagueTeams, { query: { q: 'SUPP' } })).items).toHaveLength(1);
  const [knowledge] = items;
  if (knowledge === undefined) throw new Error('The demonstration has teams.');
  const share = (body: { scope: 'people' | 'private'; member_ids?: string[]; team_ids?: string[] }) =>
    member.call(setKnowledgeAccess, { ...params(source), body });
  expect(dataOf(await share({ scope: 'people', team_ids: [knowledge.id] }))).toMatchObject({
    access: 'people',
    people: [],
    teams: [{ id: knowledge.id, name: 'Knowledge' }],
  });
  const reads = async () => (await colleague.call(getKnowledge, params(source))).status;
  expect(await reads()).toBe(404);
  const otp = await memberIdOf('otp@pro.example');
  await server.db.asSystem((trx) =>
    trx
      .insertInto('team_members')
      .columns(['organization_id', 'team_id', 'member_id'])
      .expression(
        trx
          .selectFrom('teams')
          .where('id', '=', knowledge.id)
          .select(['organization_id', 'id', sql<string>`${otp}::uuid`.as('member_id')]),
      )
      .execute(),
  );
  expect([
    await reads(),
    (await colleague.call(changeKnowledge, { ...params(source), body: { name: 'Mine' } })).status,
    (await namesOf(colleague, { q: 'Rota' })).length,
  ]).toEqual([200, 403, 1]);
  expect(
    dataOf(
      await colleague.call(testRetrieval, {
        body: { question: 'Who rotates?', language: 'en', knowledge_ids: [source.id] },
      }),
    ).items,
  ).toHaveLength(1);
  await server.db.asSystem((trx) => trx.deleteFrom('team_members').where('member_id', '=', otp).execute());
  expect(await reads()).toBe(404);
  dataOf(await share({ scope: 'people', team_ids: [knowledge.id], member_ids: [otp] }));
  expect(await reads()).toBe(200);
  const {
    items: [foreign],
  } = dataOf(await (await server.as('owner@team.example')).call(listColleagueTeams, {}));
  expect(
    await Promise.all(
      [[crypto.randomUUID()], [foreign?.id ?? '']].map(
        async (team_ids) => (await share({ scope: 'people', team_ids })).status,
      ),
    ),
  ).toEqual([404, 404]);
  expect((await share({ scope: 'private', team_ids: [knowledge.id] })).status).toBe(400);
  expect(dataOf(await share({ scope: 'private' }))).toMatchObject({ people: [], teams: [] });
  expect(await reads()).toBe(404);
});

test('who manages an agent is shown the passages it has, in its folders too, and nothing else of their owner', async () => {
  const [owner, manager] = [await server.as('owner@free.example'), await server.as('member@free.example')];
  const folder = dataOf(await owner.call(createKnowledgeFolder, { body: { name: 'Held' } }));
  const [inside, other] = [
    await bring(server, owner, 'Held.txt', 'Held words.', folder.id),
    await bring(server, owner, 'Other.txt', 'Other words.'),
  ];
  const { id: agent_id } = await publishedAgent(owner, { name: { en: 'Holder' }, knowledge_ids: [folder.id] });
  const passages = async (source: KnowledgeSource, query: { agent_id?: string }) =>
    (await manager.call(listKnowledgePassages, { ...params(source), query })).status;
  const listed = () => namesOf(manager, { folder_id: folder.id, agent_id });
  expect([await passages(inside, { agent_id }), await listed()]).toEqual([404, []]);
  dataOf(await owner.call(setAgentAccess, { params: { agent_id }, body: { scope: 'organization' } }));
  expect([
    await passages(inside, { agent_id }),
    await passages(inside, {}),
    await passages(other, { agent_id }),
    await listed(),
  ]).toEqual([200, 404, 404, ['Held.txt']]);
});

test('two who read a source at once leave its passages once', async () => {
  const source = await bring(server, member, 'Twice.txt', 'One passage.');
  await member.call(refreshKnowledge, params(source));
  await Promise.all([readWaitingKnowledge(server), readWaitingKnowledge(server)]);
  expect(await contentsOf(source)).toEqual(['One passage.']);
});
