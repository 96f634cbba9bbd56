import js from '@eslint/js';
import stylistic from '@stylistic/eslint-plugin';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { comparingTable } from './tooling/lint/comparing.ts';
import { houseRules } from './tooling/lint/imports.ts';
import { waitingTable } from './tooling/lint/waiting.ts';

const ours = ['**/*.{ts,tsx}'];

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', '**/.data/', '**/.build/', 'coverage/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  { plugins: { house: houseRules }, rules: { 'house/who-may-import-whom': 'error', 'house/no-barrels': 'error' } },
  {
    // What the formatter breaks no line in: comments. A string is as long as it is.
    plugins: { '@stylistic': stylistic },
    rules: {
      '@stylistic/max-len': [
        'error',
        { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true, ignoreUrls: true },
      ],
    },
  },
  { files: ['**/*.mjs'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  // Without the rules that ask a compiler, TypeScript's or React's: those stand in .oxlintrc.json, and `npm run lint`
  // asks both.
  { files: ours, extends: [tseslint.configs.strict] },
  { files: ours, rules: { 'house/types-are-nouns': 'error' } },
  {
    files: ours,
    rules: {
      // The types of style sheets are found by path: a remote's compiler must see them too.
      '@typescript-eslint/triple-slash-reference': ['error', { path: 'always' }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      // A type alias and an interface are the same here; an object's type with one index signature too.
      '@typescript-eslint/consistent-type-definitions': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
      'no-console': 'off',
    },
  },
  {
    files: ['**/*.test.{ts,tsx}', '**/testing/**/*.{ts,tsx}', 'e2e/**/*.ts'],
    rules: {
      // What a test reads of an answer is what it then asserts.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      'max-lines': 'off',
    },
  },
  {
    files: ['{server,shared}/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...comparingTable.map(({ selector, message }) => ({ selector, message }))],
    },
  },
  {
    // What a room adds to the tables of the database is the list of its own.
    files: ['server/src/**/tables.ts'],
    rules: { '@typescript-eslint/no-empty-object-type': ['error', { allowInterfaces: 'with-single-extends' }] },
  },
  {
    // The harness is where it is written how to wait.
    files: ['e2e/{pages,journeys}/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', ...waitingTable.map(({ selector, message }) => ({ selector, message }))],
    },
  },
);
