import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmptyDatabase } from '../../testing/test-database.ts';
import { openDatabase } from './open.ts';

test('a request waits for a connection as long as the setting says', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'parlance-test-'));
  const [url, template] = [process.env['TEST_DATABASE_URL'], process.env['TEST_DATABASE_TEMPLATE']];
  const isPostgres = process.env['TEST_DATABASE'] === 'postgres' && url !== undefined;
  if (!isPostgres && template !== undefined) cpSync(template, join(folder, 'database'), { recursive: true });
  const opened = await openDatabase(
    {
      DATABASE_URL: isPostgres ? await createEmptyDatabase(url) : undefined,
      DATA_DIR: folder,
      DATABASE_WAIT_SECONDS: 60,
    },
    console,
    false,
  );
  try {
    expect(opened.pool.options.connectionTimeoutMillis).toBe(60_000);
  } finally {
    await opened.close();
    await rm(folder, { recursive: true, force: true });
  }
});
