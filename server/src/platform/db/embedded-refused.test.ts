import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from './open.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'parlance-test-'));
  await cp(process.env['TEST_DATABASE_TEMPLATE'] ?? '', join(folder, 'database'), { recursive: true });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('an embedded database says that it loses with its process what nobody waited for', async () => {
  const { pool, close } = await openDatabase({ DATABASE_URL: undefined, DATA_DIR: folder }, console);
  try {
    expect((await pool.query('show parlance.kept_by_database')).rows).toEqual([{ 'parlance.kept_by_database': 'on' }]);
  } finally {
    await close();
  }
});

test('an embedded database that cannot be migrated is closed again, and its folder is free', async () => {
  const open = () => openDatabase({ DATABASE_URL: undefined, DATA_DIR: folder }, console, false);
  const opened = await open();
  await opened.pool.query(
    `insert into kysely_migration (name, timestamp) values ('9999_of_a_later_release', now()::text); delete from kysely_migration where name like '0847%'`,
  );
  await opened.close();
  // The second time it would be in use if the first had left it locked.
  for (const time of [1, 2])
    await expect(open().catch((error: unknown) => `${time}: ${String(error)}`)).resolves.toContain(
      `${time}: ConfigError: The database has run migrations that this release does not know`,
    );
});
