import { readFile, readdir } from 'node:fs/promises';
import { breaksReleaseBefore } from '../../testing/breaking-changes.ts';
import { openEmptyDatabase } from '../../testing/old-database.ts';
import { ConfigError } from '../config/config.ts';
import { migrateDatabase, waitForSchema } from './migrate.ts';

const folder = new URL('../../../migrations/', import.meta.url);

test('who does not migrate waits until somebody has, and where nobody does says what is to be done', async () => {
  const { pool, close } = await openEmptyDatabase();
  const said: string[] = [];
  const log = { warn: (_: object, message: string) => void said.push(message) };
  await expect(waitForSchema(pool, log, 0)).rejects.toThrow(ConfigError);
  await expect(waitForSchema(pool, log, 0)).rejects.toThrow(/npm run operate -- migrate/);
  said.length = 0;
  const waiting = waitForSchema(pool, log);
  await migrateDatabase(pool);
  await waiting;
  expect(said).toEqual([expect.stringContaining('waiting for npm run operate -- migrate')]);
  await close();
});

test('the schema of a later release is served as it is', async () => {
  const { pool, close } = await openEmptyDatabase();
  await migrateDatabase(pool);
  await pool.query(`insert into kysely_migration (name, timestamp) values ('9999_of_a_later_release', now()::text)`);
  await migrateDatabase(pool);
  await waitForSchema(pool, { warn: () => undefined }, 0);
  expect((await pool.query(`select name from kysely_migration order by name desc limit 1`)).rows).toEqual([
    { name: '9999_of_a_later_release' },
  ]);
  // One that is behind as well is nobody's: neither release knows what the other has done.
  await pool.query(`delete from kysely_migration where name like '0001%'`);
  const refused = migrateDatabase(pool);
  await expect(refused).rejects.toThrow(ConfigError);
  await expect(refused).rejects.toThrow(
    /does not know \(9999_of_a_later_release\), and lacks others that it has \(0001_foundation\)\. .*start the newest release/,
  );
  await close();
});

/** The last that was there before this was asked for. */
const askedFrom = '0801';

test('the release before survives every migration', async () => {
  const files = (await readdir(folder)).filter((file) => file > `${askedFrom}~`).sort();
  const faults = await Promise.all(
    files.map(async (file) =>
      breaksReleaseBefore(await readFile(new URL(file, folder), 'utf8')).map((fault) => `${file}: ${fault}`),
    ),
  );
  expect(faults.flat()).toEqual([]);
});

test.each([
  'alter table bots drop column name;',
  'drop table bots;',
  'alter table bots rename to agents;',
  'alter table bots alter column name type text;',
  'alter table bots alter column name set not null;',
  'alter table bots alter column name drop default;',
  'alter table bots add column kind text not null;',
  'alter table bots add column a text default 1, add column kind text not null;',
])('it would not survive: %s', (statement) => {
  expect(breaksReleaseBefore(statement)).toHaveLength(1);
  expect(breaksReleaseBefore(`-- The release before does without: nobody reads it since then.\n${statement}`)).toEqual(
    [],
  );
});

test.each([
  `alter table bots add column kind text not null default 'a';`,
  'alter table bots add column kind text;',
  'create table kinds (id uuid primary key, name text not null);',
  'drop policy own on bots; create index on bots (name);',
  '-- rename and drop column are words here\nselect 1;',
  'alter table bots drop constraint bots_name_check;',
])('it survives: %s', (statement) => expect(breaksReleaseBefore(statement)).toEqual([]));
