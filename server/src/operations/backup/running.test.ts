import { join } from 'node:path';
import { readConfig } from '../../platform/config/config.ts';
import { endPrograms, filledFolder, signIn, startProgram, temporaryFolder } from '../../testing/program.ts';
import { checkArchive } from './archive.ts';
import { runBackup, runRestore } from './command-line.ts';

jest.setTimeout(90_000);
afterAll(endPrograms);

test('the running program saves its embedded database for who has its key, and nothing is put in its place meanwhile', async () => {
  const folder = filledFolder();
  const program = startProgram({ DATA_DIR: folder }, 'api');
  const { api = '' } = await program.ready;
  const config = readConfig({ DATA_DIR: folder, API_PORT: new URL(api).port, LOG_LEVEL: 'silent' });
  const file = join(temporaryFolder(), 'while-it-runs.tar');
  const request = await signIn(api);
  const [told] = await Promise.all([runBackup([file], config), request('/auth/v1/whoami')]);
  expect(told).toContain(`are in ${file}`);
  const { tables, missing } = await checkArchive(file);
  expect(tables['users']).toBeGreaterThan(0);
  expect(missing).toEqual([]);
  await expect(runBackup([file], config)).rejects.toThrow(/already/);
  await expect(
    runBackup([file.replace('while', 'elsewhere')], { ...config, OPERATOR_KEY: 'k'.repeat(43) }),
  ).rejects.toThrow(/another key/);
  await expect(runRestore([file, '--replace'], config)).rejects.toThrow(
    `in use by another process (pid ${program.child.pid})`,
  );
});
