import { changeAgents } from '@parlance/shared/contract/api/agents/agents';
import { startDialogue } from '@parlance/shared/contract/api/dialogues';
import {
  addWebPage,
  deleteKnowledge,
  refreshKnowledge,
  replaceKnowledgeFile,
} from '@parlance/shared/contract/api/knowledge/knowledge';
import { testRetrieval } from '@parlance/shared/contract/api/knowledge/knowledge-retrieval';
import { sql } from 'kysely';
import type { Database } from '../../platform/db/database.ts';
import { createEmbedder } from '../../platform/language-models/embedder.ts';
import { purgeAgents } from '../../studio/agents/changes.ts';
import { memberId as memberOf, publishedAgent } from '../../testing/agents.ts';
import { bring, dataOf, readWaitingKnowledge, sendFile, sourceNow, startSite } from '../../testing/knowledge.ts';
import { type ModelServer, startModelServer } from '../../testing/model-server.ts';
import { ended } from '../../testing/start-asking.ts';
import { type Client, type TestServer, startTestServer } from '../../testing/test-app.ts';
import { fileEmbedding } from '../embeddings/embed-file.ts';
import { comparing } from '../embeddings/nearest-passages.ts';
import { deleteLeftovers } from '../files/leftovers.ts';
import { purgeKnowledge } from './upkeep.ts';

/**
 * The stand-in makes a vector of how often letters stand in a text: an anagram shares no word with a text and is
 * nearest to it.
 */
let model: ModelServer;
let server: TestServer;
let member: Client;
let mine: string;
beforeAll(async () => {
  model = await startModelServer();
  server = await startTestServer({
    MODEL_BASE_URL: model.baseUrl,
    MODEL_NAME: 'stand-in',
    EMBEDDING_MODEL_NAME: 'letters',
  });
  member = await server.as('member@pro.example');
  mine = await memberOf(server, 'member@pro.example');
});
afterAll(async () => {
  await server.close();
  await model.close();
});

const embedding = () =>
  fileEmbedding({
    db: server.db,
    embedder: createEmbedder({ baseUrl: model.baseUrl, modelName: 'letters', provider: 'house' }),
  });
const index = (fileId: string | null) => embedding().run({ file: fileId ?? '' }, new AbortController().signal);
const ask = async (question: string, ids: string[]) =>
  dataOf(await member.call(testRetrieval, { body: { question, language: 'en', knowledge_ids: ids } }));
const calls = () =>
  server.db.asSystem((trx) =>
    trx
      .selectFrom('model_usage')
      .where('purpose', '=', 'embeddings')
      .select(['member_id', 'input_tokens', 'created_at'])
      .orderBy('created_at')
      .execute(),
  );
const asked = () =>
  server.db.asSystem((trx) =>
    trx
      .selectFrom('job_requests')
      .where('kind', '=', 'embed_file')
      .select(sql<string>`data ->> 'file'`.as('file'))
      .execute(),
  );

test('a source is found by its words while it is being indexed, and by its meaning after', async () => {
  const source = await bring(server, member, 'Dorm.txt', 'Dormitory.');
  await server.db.asSystem((trx) =>
    trx
      .updateTable('knowledge_sources')
      .set({ requested_at: sql<Date>`now()` })
      .where('id', '=', source.id)
      .execute(),
  );
  await readWaitingKnowledge(server, [], true);
  expect(await sourceNow(member, source.id)).toMatchObject({ state: 'indexing', passages: 1, error_code: null });
  expect((await asked()).map(({ file }) => file)).toContain(source.file_id);
  expect(await ask('Dirty room', [source.id])).toEqual({ by_meaning: true, items: [] });
  expect((await ask('dormitory', [source.id])).items).toMatchObject([{ coverage: 1, nearness: null, is_given: true }]);
  await index(source.file_id);
  expect(await sourceNow(member, source.id)).toMatchObject({ state: 'ready' });
  const { items } = await ask('Dirty room', [source.id]);
  expect(items).toMatchObject([{ source_id: source.id, coverage: 0, marks: [], is_given: true }]);
  expect(items[0]?.nearness).toBeGreaterThan(0.9);
  // Of too many passages some are found by their words alone.
  const replaced = jest.replaceProperty(comparing, 'atMost', 0);
  expect(await ask('Dirty room', [source.id])).toMatchObject({ by_meaning: false });
  replaced.restore();
  expect((await ask('dormitory', [source.id])).items).toMatchObject([
    { coverage: 1, nearness: expect.any(Number), marks: [{ from: 0, to: 9 }] },
  ]);
});

test('vectors of a source are its owner’s calls, the vector of a question is a call of who asked', async () => {
  const colleague = await server.as('admin@pro.example');
  const source = await bring(server, member, 'Ledger.txt', 'Astronomer.');
  await server.db.asSystem((trx) => trx.deleteFrom('model_usage').execute());
  await index(source.file_id);
  await ask('Moon starer', [source.id]);
  dataOf(
    await colleague.call(testRetrieval, {
      body: { question: 'Moon starer', language: 'en', knowledge_ids: [source.id] },
    }),
  );
  const theirs = await memberOf(server, 'admin@pro.example');
  expect((await calls()).map(({ member_id, input_tokens }) => [member_id, input_tokens])).toEqual([
    [mine, 1],
    [mine, 1],
    [theirs, 1],
  ]);
});

test('a replacement is found by its meaning only after it was indexed, and what it replaces is found until it is read', async () => {
  const source = await bring(server, member, 'Old.txt', 'Dormitory.');
  await index(source.file_id);
  await sendFile(
    server,
    member,
    replaceKnowledgeFile,
    { params: { source_id: source.id }, query: { name: 'New.txt' } },
    Buffer.from('Astronomer.'),
  );
  expect((await ask('Dirty room', [source.id])).items).toMatchObject([{ content: 'Dormitory.' }]);
  await readWaitingKnowledge(server, [], true);
  expect(await sourceNow(member, source.id)).toMatchObject({ state: 'indexing', name: 'New.txt' });
  expect((await ask('Dirty room', [source.id])).items).toEqual([]);
  await index(source.file_id);
  expect((await ask('Moon starer', [source.id])).items).toMatchObject([{ content: 'Astronomer.' }]);
});

test('what no model would index says so, is found by its words, and is indexed when it is read again', async () => {
  const site = await startSite({
    '/': { headers: { 'content-type': 'text/plain', etag: '"1"' }, body: 'Schoolmaster.' },
  });
  const { id } = dataOf(await member.call(addWebPage, { body: { url: site.address('/') } }));
  const read = () => readWaitingKnowledge(server, [site.host], true);
  await read();
  const { file_id: fileId } = await sourceNow(member, id);
  await embedding().giveUp({ file: fileId ?? '' }, 'away');
  expect(await sourceNow(member, id)).toMatchObject({ state: 'indexing', error_code: 'index_failed' });
  expect((await ask('schoolmaster', [id])).items).toHaveLength(1);
  await server.db.asSystem((trx) => trx.deleteFrom('job_requests').execute());
  await member.call(refreshKnowledge, { params: { source_id: id } });
  await read();
  expect(await sourceNow(member, id)).toMatchObject({ state: 'indexing', error_code: null });
  expect(await asked()).toEqual([{ file: fileId }]);
  await embedding().giveUp({ file: fileId ?? '' }, 'away');
  await index(fileId);
  expect(await sourceNow(member, id)).toMatchObject({ state: 'ready', error_code: null });
  await site.close();
});

test('what was read anew while it was indexed is not taken for indexed, and an end in vain says nothing about what is', async () => {
  const source = await bring(server, member, 'Anew.txt', 'Dormitory.');
  await index(source.file_id);
  await embedding().giveUp({ file: source.file_id ?? '' }, 'an older one');
  expect(await sourceNow(member, source.id)).toMatchObject({ state: 'ready', error_code: null });
  const readAnew = async () => {
    await sendFile(
      server,
      member,
      replaceKnowledgeFile,
      { params: { source_id: source.id }, query: { name: 'Newer.txt' } },
      Buffer.from('Astronomer.'),
    );
    await readWaitingKnowledge(server, [], true);
  };
  // The race happens between the last look for passages without a vector and the note that all have one.
  let looks = 0;
  const asSystem: Database['asSystem'] = async (work) => {
    looks += 1;
    if (looks === 3) await readAnew();
    return server.db.asSystem(work);
  };
  const embedder = createEmbedder({ baseUrl: model.baseUrl, modelName: 'letters', provider: 'house' });
  await fileEmbedding({ db: { asSystem } as Database, embedder }).run(
    { file: source.file_id ?? '' },
    new AbortController().signal,
  );
  expect(looks).toBe(3);
  expect(await sourceNow(member, source.id)).toMatchObject({ state: 'indexing', name: 'Newer.txt' });
});

describe('a month after it was deleted', () => {
  const count = async (
    table: 'passages' | 'files' | 'bot_files' | 'knowledge_people',
    ids: readonly string[],
    column = 'file_id',
  ) => {
    const { rows } = await server.db.asSystem((trx) =>
      sql<{
        count: number;
      }>`select count(*)::integer as count from ${sql.table(table)} where ${sql.ref(column)} = any(${ids}::uuid[])`.execute(
        trx,
      ),
    );
    return rows[0]?.count;
  };
  const sweep = async () => {
    await server.db.asSystem((trx) =>
      sql`update storage_leftovers set noted_at = now() - interval '2 hours'`.execute(trx),
    );
    await deleteLeftovers(server.dependencies);
  };

  test('a source is gone with its bytes, those that were to replace them, its passages, its vectors and its readers', async () => {
    const source = await bring(server, member, 'Gone.txt', 'Wombats dig.');
    const [stays, fileId] = [await bring(server, member, 'Stays.txt', 'Wombats stay.'), source.file_id ?? ''];
    await index(fileId);
    const agent = await publishedAgent(member, { name: { en: 'Wombat' }, knowledge_ids: [source.id, stays.id] });
    await sendFile(
      server,
      member,
      replaceKnowledgeFile,
      { params: { source_id: source.id }, query: { name: 'Never.txt' } },
      Buffer.from('Never read.'),
    );
    const { storage_key: key, pending_key: pending } = await server.db.asSystem((trx) =>
      trx
        .selectFrom('knowledge_sources')
        .innerJoin('files', 'files.id', 'file_id')
        .where('knowledge_sources.id', '=', source.id)
        .select(['storage_key', 'pending_key'])
        .executeTakeFirstOrThrow(),
    );
    await server.db.asSystem((trx) =>
      trx
        .insertInto('knowledge_people')
        .columns(['organization_id', 'source_id', 'member_id'])
        .expression(
          trx
            .selectFrom('memberships')
            .where('id', '=', mine)
            .select(['organization_id', sql<string>`${source.id}::uuid`.as('source_id'), 'id']),
        )
        .execute(),
    );
    await member.call(deleteKnowledge, { params: { source_id: source.id } });
    expect([await count('bot_files', [agent.id], 'bot_id'), await count('passages', [fileId])]).toEqual([1, 1]);
    await sweep();
    expect(
      await Promise.all(
        [key, pending].map((it) => server.dependencies.storage.get(it ?? '').then((bytes) => bytes !== null)),
      ),
    ).toEqual([true, true]);
    await server.db.asSystem((trx) =>
      trx
        .updateTable('knowledge_sources')
        .set({ deleted_at: sql<Date>`now() - interval '31 days'` })
        .where('id', '=', source.id)
        .execute(),
    );
    await server.db.asSystem(purgeKnowledge);
    await sweep();
    expect(
      await Promise.all([
        count('files', [fileId], 'id'),
        count('passages', [fileId]),
        count('knowledge_people', [source.id], 'source_id'),
      ]),
    ).toEqual([0, 0, 0]);
    expect(await Promise.all([key, pending].map((it) => server.dependencies.storage.get(it ?? '')))).toEqual([
      null,
      null,
    ]);
    expect(await count('files', [stays.file_id ?? ''], 'id')).toBe(1);
  });

  test('an agent is gone, but for its name where there are dialogues with it; what it knew stays its owner’s', async () => {
    const source = await bring(server, member, 'Kept.txt', 'Quokkas smile.');
    const agents = [
      await publishedAgent(member, { name: { en: 'Asked' }, instructions: 'Smile.', knowledge_ids: [source.id] }),
      await publishedAgent(member, { name: { en: 'Never asked' }, instructions: 'Smile.', knowledge_ids: [source.id] }),
    ];
    const ids = agents.map(({ id }) => id);
    // An answer that is written holds its agent.
    const { dialogue_id } = await ended(
      member,
      dataOf(
        await member.call(startDialogue, {
          body: { bot_id: ids[0] ?? '', prompt: 'Who smiles?', idempotency_key: crypto.randomUUID() },
        }),
      ),
    );
    dataOf(await member.call(changeAgents, { body: { agent_ids: ids, action: 'delete' } }));
    const purgeAfter = async (days: number) => {
      await server.db.asSystem((trx) =>
        trx
          .updateTable('bots')
          .set({ deleted_at: sql<Date>`now() - make_interval(days => ${days})` })
          .where('id', 'in', ids)
          .execute(),
      );
      return server.db.asSystem(purgeAgents);
    };
    expect(await purgeAfter(29)).toBe(0);
    expect(await purgeAfter(31)).toBe(2);
    const left = (table: 'agent_drafts' | 'agent_versions' | 'bot_files') =>
      server.db.asSystem((trx) => trx.selectFrom(table).where('bot_id', 'in', ids).select('bot_id').execute());
    expect(await Promise.all([left('agent_drafts'), left('agent_versions'), left('bot_files')])).toEqual([[], [], []]);
    expect(
      await server.db.asSystem((trx) =>
        trx.selectFrom('bots').where('id', 'in', ids).select(['id', 'name', 'instructions']).execute(),
      ),
    ).toEqual([{ id: ids[0], name: { en: 'Asked' }, instructions: '' }]);
    expect(
      await server.db.asSystem((trx) =>
        trx.selectFrom('messages').where('dialogue_id', '=', dialogue_id).select('id').execute(),
      ),
    ).not.toEqual([]);
    expect(await purgeAfter(31)).toBe(0);
    expect(await sourceNow(member, source.id)).toMatchObject({ state: 'indexing', passages: 1, used_by: [] });
  });
});
