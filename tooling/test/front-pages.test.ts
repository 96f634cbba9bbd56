import { globSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { countWords } from './documents.ts';
import { floors } from '../lint/imports.ts';
import { remoteFolders, root } from '../workspace.ts';

/** How many words a page may have. */
const mostWords = { 'README.md': 800, 'docs/architecture.md': 1_800 };
const architecture = 'docs/architecture.md';
/** What commands make there, which git ignores. */
const made = new Set(['node_modules', 'dist', 'coverage']);

const read = (page: string) => readFileSync(path.join(root, page), 'utf8');
const hasFile = (folder: string): boolean =>
  readdirSync(folder, { withFileTypes: true }).some(
    (it) => it.isFile() || (it.isDirectory() && !made.has(it.name) && hasFile(path.join(folder, it.name))),
  );
/** Folders that hold a file: git leaves empty ones behind when it removes their files. */
const foldersIn = (folder: string) =>
  readdirSync(path.join(root, folder), { withFileTypes: true })
    .filter((it) => it.isDirectory() && !it.name.startsWith('.') && !made.has(it.name))
    .map(({ name }) => name)
    .filter((name) => hasFile(path.join(root, folder, name)));

/**
 * The lists of a page: below a folder at the beginning of a line its folders, indented, each with its words. The whole
 * project is `parlance/`.
 */
function listsIn(text: string): Map<string, string[]> {
  const lists = new Map<string, string[]>();
  const blocks = [...text.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].filter(([, language]) => language === '');
  for (const [, , block = ''] of blocks)
    for (const list of block.split(/^(?=\S)/m)) {
      const [head = '', ...lines] = list.trimEnd().split('\n');
      const names = lines.filter((line) => line !== '').map((line) => /^ {2}([\w-]+)\/ +\S/.exec(line)?.[1] ?? line);
      lists.set(head.replace(/\/$/, '').replace(/^parlance$/, ''), names);
    }
  return lists;
}

test.each(Object.entries(mostWords))('%s has at most %i words', (page, most) => {
  const words = countWords(read(page));
  console.info(`${page}: ${words} words`);
  expect(words).toBeGreaterThan(0);
  expect(words).toBeLessThanOrEqual(most);
});

test('the architecture lists every folder of the levels that it promises, and none that is gone', () => {
  const lists = listsIn(read(architecture));
  const promised = [
    '',
    'host/src',
    'shared/src',
    'shared/src/contract',
    ...remoteFolders().map((remote) => `${remote}/src`),
    'server/src',
    'server/src/services',
    ...floors.map((floor) => `server/src/${floor}`),
    'e2e',
    'tooling',
  ];
  expect([...lists.keys()].sort()).toEqual([...promised].sort());
  expect(foldersIn('')).toContain('host');
  for (const folder of promised)
    expect([folder, [...(lists.get(folder) ?? [])].sort()]).toEqual([folder, foldersIn(folder).sort()]);
});

test('the floors are drawn and listed from the top down, as lint knows them', () => {
  const text = read(architecture);
  const down = [...floors].reverse();
  expect(text).toContain(`services --> ${down.join(' --> ')}\n`);
  expect(
    listsIn(text)
      .get('server/src')
      ?.filter((name) => floors.includes(name)),
  ).toEqual(down);
});

test.each(['README.md', 'CONTRIBUTING.md', 'docs/extending.md', architecture])(
  'every path that %s names leads to a file or a folder',
  (page) => {
    const tops = foldersIn('').join('|');
    const named = [...read(page).matchAll(new RegExp(`\`((?:${tops})/[^\` ]*)\``, 'g'))].map(([, name = '']) => name);
    expect(named).not.toEqual([]);
    const patternOf = (name: string) => name.replaceAll(/<[^>]+>|…/g, '*').replace(/\/$/, '');
    expect(named.filter((name) => globSync(patternOf(name), { cwd: root }).length === 0)).toEqual([]);
  },
);
