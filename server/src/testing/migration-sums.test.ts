import { readFileSync, readdirSync } from 'node:fs';
import { type MigrationFile, faultsOfMigrations, sumsOf } from './migration-sums.ts';

const folder = new URL('../../migrations/', import.meta.url);
const files = readdirSync(folder)
  .sort()
  .map((file) => ({ name: file.replace(/\.sql$/, ''), text: readFileSync(new URL(file, folder), 'utf8') }));

test('no migration that people have run is changed or gone, none comes before one, and each is noted', () => {
  const noted = readFileSync(new URL('../../migrations.sum', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  expect(faultsOfMigrations(files, noted)).toEqual([]);
  expect(noted.length).toBeGreaterThan(70);
});

describe('among migrations of which two were run', () => {
  const [first, second, third]: MigrationFile[] = [
    { name: '0001_first', text: 'create table a ();' },
    { name: '0003_second', text: 'create table b ();' },
    { name: '0004_third', text: 'create table c ();' },
  ];
  const noted = sumsOf([first!, second!]); // named above

  test.each<[string, (MigrationFile | undefined)[], string[]]>([
    ['nothing is wrong', [first, second], []],
    [
      'a new one is to be noted',
      [first, second, third],
      [expect.stringMatching(/^Note it.*: [0-9a-f]{32} 0004_third$/)],
    ],
    [
      'one between them is refused',
      [first, { name: '0002_between', text: '' }, second],
      [expect.stringMatching(/^0002_between comes before 0003_second/)],
    ],
    ['one that is gone', [first, third], [expect.stringMatching(/^0003_second is gone/)]],
    [
      'one that was changed',
      [{ ...first!, text: 'create table a (id uuid);' }, second],
      [expect.stringMatching(/^0001_first was changed/)],
    ],
    [
      'two of one number',
      [first, second, { name: '0003_too', text: '' }],
      [expect.stringMatching(/^0003_too has the number of another/)],
    ],
  ])('%s', (_, found, faults) => {
    expect(
      faultsOfMigrations(
        found.filter((it) => it !== undefined),
        noted,
      ),
    ).toEqual(faults);
  });

  test('whoever notes one between them has to change the lines of all that follow', () => {
    const between = sumsOf([first!, { name: '0002_between', text: '' }, second!]);
    expect(between[0]).toBe(noted[0]);
    expect(between[2]).not.toBe(noted[1]);
  });
});
