import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { houseRules } from './imports.ts';

const linter = new Linter({ configType: 'flat' });
const messagesFor = (source: string, file = 'a.ts') =>
  linter
    .verify(
      source,
      [
        {
          files: ['**/*.ts'],
          languageOptions: { parser: tseslint.parser },
          plugins: { house: houseRules },
          rules: { 'house/types-are-nouns': 'error' },
        },
      ],
      file,
    )
    .map(({ message }) => message);

test.each([
  'type Shown = { a: 1 };',
  'export type PlaceGiven = string;',
  'interface Asked { a: 1 }',
  'class Opened {}',
  'type Localized = string;',
  'type Loaded = 1;',
])('%s is refused', (source) => {
  expect(messagesFor(source)).toEqual([expect.stringContaining('is a noun')]);
});

test.each([
  'type Props = { a: 1 };',
  'type SavedTool = string;',
  'type NewsFeed = string;',
  'class JobRefused extends Error {}',
  'type Requirement = 1;',
])('%s is not', (source) => {
  expect(messagesFor(source)).toEqual([]);
});

test('what remotes compile against keeps its name', () => {
  expect(messagesFor('export type Loaded = 1;', 'shared/src/loading/loading.ts')).toEqual([]);
  expect(messagesFor('export type Shown = 1;', 'shared/src/loading/loading.ts')).toHaveLength(1);
});
