import { readdirSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.ts';

const mostEntries = 25;
/** Entries created by commands and people, which git ignores. */
const made = new Set(['.git', 'node_modules', 'dist', '.data', '.build', 'coverage', '.mf', '.env']);

test(`the top level has at most ${mostEntries} entries`, () => {
  const entries = readdirSync(root).filter((name) => !made.has(name) && !name.endsWith('.log'));
  console.info(`${entries.length} entries at the top level`);
  expect(entries).toContain('package.json');
  expect(entries.length).toBeLessThanOrEqual(mostEntries);
});

test('scripts/ holds one file a command, and nothing else', () => {
  const commands = readdirSync(path.join(root, 'scripts')).filter((name) => name !== 'tsconfig.json');
  expect(commands.filter((name) => !/^(run\.mjs|[a-z-]+\.ts)$/.test(name) || name.includes('.test.'))).toEqual([]);
});
