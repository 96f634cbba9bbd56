import { readFileSync } from 'node:fs';
import { memoryPassage, rankInMemory } from '../../testing/memory-search.ts';
import { type TestServer, startTestServer } from '../../testing/test-app.ts';
import { rankPassages } from '../files/passage-search.ts';
import { insertFile } from '../files/repository.ts';
import { termsWithSynonyms } from './synonyms.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

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
