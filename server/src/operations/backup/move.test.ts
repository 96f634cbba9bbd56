import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../platform/config/config.ts';
import { endPrograms, signIn, startProgram, temporaryFolder } from '../../testing/program.ts';
import { createEmptyDatabase, makeEmbeddedTemplate } from '../../testing/test-database.ts';
import { runBackup, runMove, runRestore } from './command-line.ts';

jest.setTimeout(90_000);
afterAll(endPrograms);

const url = process.env['TEST_DATABASE_URL'] ?? '';

test('an embedded installation moves to PostgreSQL, is saved there beside the running program, and is restored', async () => {
  const folder = temporaryFolder();
  await makeEmbeddedTemplate(join(folder, 'database'));
  const DATABASE_URL = await createEmptyDatabase(url);
  const embedded = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' });
  const told = await runMove([DATABASE_URL], embedded);
  expect(told).toMatch(/^users +(\d+) +\1$/m);
  await expect(runMove([DATABASE_URL], embedded)).rejects.toThrow(/not empty/);

  const settings = { DATA_DIR: folder, DATABASE_URL };
  const program = startProgram(settings, 'api');
  const { api = '' } = await program.ready;
  await signIn(api, 'owner@pro.example');
  const config = readConfig({ ...settings, LOG_LEVEL: 'silent' });
  const backups = temporaryFolder();
  expect(await runBackup([backups], config)).toMatch(/rows of \d+ tables and 0 files/);
  const [name = ''] = readdirSync(backups);
  const file = join(backups, name);
  await expect(runBackup([file], config)).rejects.toThrow(/already/);
  await expect(runRestore([file, '--replace'], config)).rejects.toThrow(/running on this database/);
  program.child.kill('SIGTERM');
  expect((await program.ended).code).toBe(0);

  await expect(runRestore([file], config)).rejects.toThrow(/not empty/);
  expect(await runRestore([file, '--replace'], config)).toMatch(/are restored/);
  const again = startProgram(settings, 'api');
  await signIn((await again.ready)['api'] ?? '', 'owner@pro.example');
});
