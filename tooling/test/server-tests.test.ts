import { roomOf, serverTests } from './server-tests.ts';

const { onPglite, onPostgres } = serverTests();
const all = [...new Set([...onPglite, ...onPostgres])];

test('what asks no database is walked once', () => {
  for (const file of [
    'library/extraction/extract.test.ts',
    'platform/language-models/faults.test.ts',
    'platform/storage/s3/s3-faults.test.ts',
    'library/text-search/tokens.test.ts',
  ]) {
    expect([onPglite.includes(file), onPostgres.includes(file)]).toEqual([true, false]);
  }
});

test('what asks one is walked on PostgreSQL, though it comes to it by others, or later', () => {
  for (const file of [
    'main.test.ts',
    'services/access-table.test.ts',
    'library/knowledge/strangers.test.ts',
    'dialogue/runs/context.test.ts',
    'people/session/indistinguishable.test.ts',
    'lifecycle/own-data/own-data.test.ts',
  ])
    expect(onPostgres).toContain(file);
});

test('of every room that asks a database one file at least is walked on either', () => {
  // The test equipment is not a room of its own: its tests concern its use of PostgreSQL.
  const asking = [...new Set(onPostgres.map(roomOf))].filter((room) => room !== 'testing');
  expect(asking.filter((room) => !onPglite.some((file) => roomOf(file) === room))).toEqual([]);
  expect(asking.length).toBeGreaterThan(30);
  expect(roomOf('platform/audit/webhook/webhook.test.ts')).toBe('platform/audit');
});

test('what asks the same of both is walked on PostgreSQL alone', () => {
  for (const file of [
    'services/access-table.test.ts',
    'services/foreign-ids.test.ts',
    'dialogue/runs/context.test.ts',
    'platform/audit/webhook/webhook.test.ts',
  ])
    expect([onPglite.includes(file), onPostgres.includes(file)]).toEqual([false, true]);
});

test('what is another thing on the embedded database is walked there', () => {
  for (const file of [
    'platform/jobs/engine.test.ts',
    'main.test.ts',
    'oversight/usage/killed.test.ts',
    'dialogue/runs/recovery.test.ts',
    'dialogue/dialogues/search.test.ts',
    'platform/db/database.test.ts',
  ])
    expect(onPglite).toContain(file);
  expect(onPglite).not.toContain('studio/executions/killed.test.ts');
  expect(all.length).toBeGreaterThan(onPglite.length);
});
