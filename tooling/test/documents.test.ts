import { globSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root } from '../workspace.ts';
import { anchorsOf, countWords, findBrokenLinks, sectionsOf, targetsOf } from './documents.ts';

/** The length of one page: readers of a decision have other things to do. */
const wordsAtMost = 450;

const folder = path.join(root, 'docs', 'adr');
const records = readdirSync(folder).filter((name) => /^\d{4}-.+\.md$/.test(name));
const recordOf = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const index = recordOf('README.md');
const numberOf = (name: string) => Number(name.slice(0, 4));

const documents = ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })];

test(`a decision takes ${wordsAtMost} words at most`, () => {
  expect(records.length).toBeGreaterThan(50);
  expect(
    records.map((name) => [name, countWords(recordOf(name))] as const).filter(([, words]) => words > wordsAtMost),
  ).toEqual([]);
});

test('a decision begins with its number, and has a question, a decision and drawbacks', () => {
  for (const name of records) {
    const text = recordOf(name);
    expect([name, sectionsOf(text)]).toEqual([name, ['Question', 'Decision', 'Drawbacks']]);
    expect(text).toMatch(new RegExp(`^# ${numberOf(name)}\\. .+\n\n\\*\\*Status\\*\\*: `));
  }
});

test('each decision stands in the index once, under its number, in at most 15 words', () => {
  const lines = [...index.matchAll(/^- (\d+) · \[[^\]]+\]\((\d{4}-[^)]+)\): (.+)$/gm)];
  expect(lines.map(([, , name]) => name).sort()).toEqual([...records].sort());
  expect(targetsOf(index).filter((target) => /^\d{4}-/.test(target))).toHaveLength(records.length);
  for (const [line, number, name = '', decision = ''] of lines) {
    expect([line, Number(number)]).toEqual([line, numberOf(name)]);
    expect([line, countWords(decision) <= 15]).toEqual([line, true]);
  }
});

test('the index names the numbers that no decision has', () => {
  const taken = new Set(records.map(numberOf));
  const missing = Array.from({ length: Math.max(...taken) }, (_, at) => at + 1).filter((number) => !taken.has(number));
  const [, named = ''] = /The numbers (.+) were never used\./.exec(index) ?? [];
  expect(named.match(/\d+/g)?.map(Number)).toEqual(missing);
});

test('the links of the documents lead to files and headings that are there', () => {
  expect(documents.length).toBeGreaterThan(records.length + 20);
  const broken = documents.map((document) => [document, findBrokenLinks(path.join(root, document))] as const);
  expect(broken.filter(([, links]) => links.length > 0)).toEqual([]);
});

test('a link is broken where its file or its heading is missing, and code has none', () => {
  const there = mkdtempSync(path.join(tmpdir(), 'documents-'));
  try {
    const file = path.join(there, 'one.md');
    writeFileSync(path.join(there, 'two.md'), '# Two\n\n## It’s `here`, now\n\n## Twice\n\n## Twice\n');
    writeFileSync(
      file,
      [
        '[a](two.md) [b](two.md#its-here-now) [c](two.md#twice-1) [d](#own) [`e`](https://example.com/none#x)',
        '[f](none.md) [g](two.md#none) [h](#none) ![i](none.png) `[j](code.md)`',
        '```\n[k](block.md)\n## Not one\n```',
        '## Own',
      ].join('\n'),
    );
    expect(findBrokenLinks(file)).toEqual(['none.md', 'two.md#none', '#none', 'none.png']);
  } finally {
    rmSync(there, { recursive: true });
  }
});

test('words are those of wc, and anchors those of GitHub', () => {
  expect(countWords(' one two\n| three | – |\n')).toBe(7);
  expect([...anchorsOf('# 1. A, “b” and c-d\n## A [link](x.md)\n')]).toEqual(['1-a-b-and-c-d', 'a-link']);
});
