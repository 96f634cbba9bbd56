import { chmodSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError } from '../config/config.ts';
import { explainFullDisk, openDataFolder } from './data-folder.ts';

const megabytes = (count: number) => () => count * 1024 * 1024;
const refused = new Error('It failed to initialize');
const taken = Object.assign(new Error('listen EADDRINUSE'), { code: 'EADDRINUSE', syscall: 'listen' });

describe('a start that fails is told as that of a full disk', () => {
  test.each([
    [
      'where a file could not be written',
      new Error('It failed', { cause: Object.assign(new Error('write'), { code: 'ENOSPC' }) }),
      megabytes(500),
      'write',
    ],
    [
      'where SQLite could not',
      Object.assign(new Error('database or disk is full'), { errcode: 13 }),
      megabytes(500),
      'database or disk is full',
    ],
    ['where the database has no room for the next file of its log', refused, megabytes(15), refused.message],
  ])('%s', (_, error, free, said) => {
    const told = explainFullDisk(error, '/data', free);
    expect(told).toBeInstanceOf(ConfigError);
    expect(told).toMatchObject({ message: expect.stringContaining(`the data folder /data (${said})`), cause: error });
  });

  test.each([
    ['where there is room', refused, '/data', megabytes(17)],
    ['where the operating system says another cause', taken, '/data', megabytes(0)],
    ['where a sentence says what is wrong', new ConfigError('The setting is wrong.'), '/data', megabytes(0)],
    ['where there is no folder yet', refused, join(tmpdir(), 'there-is-none'), undefined],
  ])('and not %s', (_, error, folder, free) => {
    expect(explainFullDisk(error, folder, free)).toBe(error);
  });
});

describe('the data folder', () => {
  const withMode = (mode: number) => {
    const folder = mkdtempSync(join(tmpdir(), 'parlance-folder-'));
    chmodSync(folder, mode);
    return folder;
  };
  const modeOf = (folder: string) => (statSync(folder).mode & 0o777).toString(8);
  afterEach(() => jest.restoreAllMocks());

  test('is made for its owner alone, and one of theirs becomes so', () => {
    const made = join(withMode(0o700), 'parlance');
    openDataFolder(made);
    expect(modeOf(made)).toBe('700');
    const own = withMode(0o770);
    openDataFolder(own);
    expect(modeOf(own)).toBe('700');
  });

  test('of a volume stays that of its group: whoever may write it needs not own it', () => {
    jest.spyOn(process, 'getuid').mockReturnValue(54_321);
    const folder = withMode(0o770);
    openDataFolder(folder);
    expect(modeOf(folder)).toBe('770');
  });

  test.each([0o777, 0o775, 0o771])('of somebody else that everybody could read is closed, or refused: %d', (mode) => {
    jest.spyOn(process, 'getuid').mockReturnValue(54_321);
    const folder = withMode(mode);
    openDataFolder(folder);
    expect(modeOf(folder)).toBe('700');
  });
});
