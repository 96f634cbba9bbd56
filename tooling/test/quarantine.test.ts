import { existsSync } from 'node:fs';
import path from 'node:path';
import { type QuarantinedTest, isQuarantined, mostInQuarantine, quarantine, withoutQuarantined } from './quarantine.ts';
import { namesIn } from '../trust/names.ts';
import { root } from '../workspace.ts';

const one: QuarantinedTest = {
  folder: 'host',
  file: 'src/a.test.ts',
  test: 'a group is so (twice)',
  since: '2026-11-23',
  known: 'nothing',
};

test('what is in quarantine is there, by the name it has, and they are few', () => {
  expect(quarantine.length).toBeLessThanOrEqual(mostInQuarantine);
  for (const { folder, file, test: name, since, known } of quarantine) {
    const place = path.join(root, folder, file);
    expect([file, existsSync(place)]).toEqual([file, true]);
    // The test's own name ends the full one, unless it comes from a table.
    expect([name, namesIn(place).some((it) => name.endsWith(it) || it.includes('%') || it.includes('$'))]).toEqual([
      name,
      true,
    ]);
    expect(since).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(known).not.toBe('');
  }
});

test('it is left out of its package by its whole name, and of no other', () => {
  expect(withoutQuarantined('shared', [one])).toEqual([]);
  const [pattern = ''] = withoutQuarantined('host', [one]);
  const names = new RegExp(pattern.replace('--testNamePattern=', ''));
  expect(names.test('a group is so (twice)')).toBe(false);
  expect(names.test('a group is so (twice) and more')).toBe(true);
  expect(names.test('is so (twice)')).toBe(true);
});

test('it is known by its file too: a test of the same name elsewhere is missed', () => {
  expect(isQuarantined('host', 'src/a.test.ts', one.test, [one])).toBe(true);
  expect(isQuarantined('host', 'src/b.test.ts', one.test, [one])).toBe(false);
});
