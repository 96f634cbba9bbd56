import { readFileSync } from 'node:fs';
import { memoryPassage, rankInMemory } from '../../testing/memory-search.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import { termsWithSynonyms } from '../text-search/synonyms.ts';
import { TOKENIZER_VERSION, tokensOf } from '../text-search/tokens.ts';
import { rankPassages, searchPassages } from './passage-search.ts';
import { startReindexing } from './reindex.ts';
import { insertFile } from './repository.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const botAndOrganization = () =>
  server.db.asSystem((trx) =>
    trx
      .selectFrom('bots')
      .innerJoin('bot_files', 'bot_files.bot_id', 'bots.id')
      .select(['bots.id', 'bots.organization_id'])
      .executeTakeFirstOrThrow(),
  );

test('passages of an older tokenizer are made anew, and are found again', async () => {
  const { id: botId, organization_id: organizationId } = await botAndOrganization();
  await server.db.asSystem(async (trx) => {
    const fileId = await insertFile(trx, {
      organizationId,
      name: 'Fire.md',
      mediaType: 'text/markdown',
      language: 'en',
      content: '# Kangaroos\n\nKangaroos hop.',
    });
    await trx
      .insertInto('bot_files')
      .values({ organization_id: organizationId, bot_id: botId, file_id: fileId })
      .execute();
    await trx
      .updateTable('passages')
      .set({ tokenizer_version: TOKENIZER_VERSION - 1, tokens: 'old' })
      .where('file_id', '=', fileId)
      .execute();
  });
  const search = () =>
    server.db.asTenant(organizationId, (trx) => searchPassages(trx, { botId, question: 'kangaroos', language: 'en' }));
  expect(await search()).toEqual([]);
  const reindexing = startReindexing({ db: server.db, log: server.app.log });
  for (let found = await search(); found.length === 0; found = await search())
    await new Promise((resolve) => setTimeout(resolve, 5));
  await reindexing.close();
  expect(await search()).toMatchObject([{ citation: { heading: 'Kangaroos', passage: 'Kangaroos hop.' } }]);
});

test('signs of a question are no operators of the search', async () => {
  const { id: botId, organization_id: organizationId } = await botAndOrganization();
  for (const question of ["it's", '\\', "a'b | c & !d <-> e:*", '%_', "'; drop table passages; --", '"', '(((']) {
    await server.db.asTenant(organizationId, (trx) => searchPassages(trx, { botId, question, language: 'en' }));
  }
  expect(tokensOf("' \\ | & !")).toEqual([]);
});

test('retrieval never leaves the files of the bot, nor the organisation', async () => {
  const { id: botId, organization_id: organizationId } = await botAndOrganization();
  const other = await server.db.asSystem((trx) =>
    trx.selectFrom('organizations').where('id', '<>', organizationId).select('id').executeTakeFirstOrThrow(),
  );
  const found = await server.db.asTenant(other.id, (trx) =>
    searchPassages(trx, { botId, question: 'visitors leave password opening hours', language: 'en' }),
  );
  expect(found).toEqual([]);
  const own = await server.db.asTenant(organizationId, (trx) =>
    searchPassages(trx, { botId, question: 'visitors leave password opening hours', language: 'en' }),
  );
  const files = await server.db.asSystem((trx) =>
    trx.selectFrom('bot_files').where('bot_id', '=', botId).select('file_id').execute(),
  );
  expect(own.length).toBeGreaterThan(0);
  for (const { citation } of own) expect(files.map(({ file_id }) => file_id)).toContain(citation.file_id);
});

const read = <T>(file: string) =>
  JSON.parse(readFileSync(new URL(`../../../fixtures/recall/${file}.json`, import.meta.url), 'utf8')) as T; // our own file

test('what is measured in memory is what the database ranks', async () => {
  const handbook = [
    ...read<[id: string, heading: string, content: string][]>('handbook.de'),
    ['', 'Rules', 'Paid time off is twenty days.'] as const,
    ['', '規定', '員工每年有特別休假十天'] as const,
  ];
  const questions = read<Record<string, string>[]>('handbook-questions').flatMap((question, at) => {
    const [, asked = ''] = Object.entries(question)[1 + (at % 9)] ?? [];
    return [asked];
  });
  // Found by expressions of several tokens alone.
  questions.push('Urlaub', 'ferie');
  const organizationId = await server.db.asSystem(async (trx) => {
    const { id } = await trx.selectFrom('organizations').select('id').orderBy('id').executeTakeFirstOrThrow();
    return id;
  });
  const fileId = await server.db.asSystem((trx) =>
    insertFile(trx, {
      organizationId,
      name: 'Handbuch.md',
      mediaType: 'text/markdown',
      language: null,
      content: handbook.map(([, heading, content]) => `## ${heading}\n\n${content}`).join('\n\n'),
    }),
  );
  const inMemory = handbook.map(([, heading, content]) => memoryPassage(heading, heading, content));
  const best = (found: readonly { heading: string; score: number; coverage: number; words: number }[]) =>
    found
      .slice(0, 10)
      .map(({ heading, score, coverage, words }) => `${score.toFixed(6)} ${coverage.toFixed(6)} ${words} ${heading}`)
      .sort()
      .reverse()
      .slice(0, 5);
  expect(questions.length).toBe(42);
  for (const question of questions) {
    const found = await server.db.asTenant(organizationId, (trx) =>
      rankPassages(trx, { botId: null, fileIds: [fileId], question, language: 'en' }),
    );
    expect({ question, best: best(found.map((it) => ({ ...it, heading: it.citation.heading }))) }).toEqual({
      question,
      best: best(rankInMemory(inMemory, termsWithSynonyms(question)).map((it) => ({ ...it, heading: it.id }))),
    });
    expect(found.length).toBeGreaterThan(0);
  }
});
