import { serverTests } from './server-tests.ts';

const { onPglite, onPostgres } = serverTests();
const folderOf = (file: string) => file.slice(0, file.lastIndexOf('/'));
const all = [...new Set([...onPglite, ...onPostgres])];

test('what asks no database is walked once', () => {
  for (const file of [
    'extraction/extract.test.ts',
    'models/faults.test.ts',
    'storage/s3/s3-faults.test.ts',
    'text-search/tokens.test.ts',
  ]) {
    expect([onPglite.includes(file), onPostgres.includes(file)]).toEqual([true, false]);
  }
});

test('what asks one is walked on PostgreSQL, though it comes to it by others, or later', () => {
  for (const file of [
    'main.test.ts',
    'plugins/access-table.test.ts',
    'modules/knowledge/strangers.test.ts',
    'modules/runs/recovery.test.ts',
    'modules/session/indistinguishable.test.ts',
    'modules/users/own-data.test.ts',
  ])
    expect(onPostgres).toContain(file);
});

test('of every folder that asks a database one file at least is walked on either', () => {
  // What is tested of the tests' own parts is how they use PostgreSQL.
  const asking = [...new Set(onPostgres.map(folderOf))].filter((folder) => folder !== 'testing');
  expect(asking.filter((folder) => !onPglite.some((file) => folderOf(file) === folder))).toEqual([]);
  expect(asking.length).toBeGreaterThan(30);
});

test('what is another thing on the embedded database is walked there', () => {
  for (const file of [
    'jobs/engine.test.ts',
    'main.test.ts',
    'modules/usage/killed.test.ts',
    'modules/runs/recovery.test.ts',
    'modules/dialogues/search.test.ts',
    'plugins/db/database.test.ts',
  ])
    expect(onPglite).toContain(file);
  expect(onPglite).not.toContain('modules/executions/killed.test.ts');
  expect(all.length).toBeGreaterThan(onPglite.length);
});
