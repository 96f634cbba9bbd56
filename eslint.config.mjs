import js from '@eslint/js';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import { houseRules } from './eslint.imports.mjs';

const typed = ['**/*.{ts,tsx}'];

export default tseslint.config(
  { ignores: ['**/dist/', '**/node_modules/', '**/.data/', '**/.build/', 'coverage/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  { plugins: { house: houseRules }, rules: { 'house/who-may-import-whom': 'error', 'house/no-barrels': 'error' } },
  { files: ['**/*.mjs'], languageOptions: { globals: { ...globals.node, ...globals.browser } } },
  { files: typed, extends: [tseslint.configs.strictTypeChecked], languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } } },
  {
    files: typed,
    rules: {
      // A number, a boolean or null in a sentence says what it should.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true, allowNullish: true }],
      // `() => send(x)` is shorter than the same with braces, and nobody reads its value.
      '@typescript-eslint/no-confusing-void-expression': 'off',
      // Our objects are closures: their functions need no `this`, though a type may write them as methods.
      '@typescript-eslint/unbound-method': 'off',
      // `[...text]` is how a text is taken apart by code points, which is what is meant.
      '@typescript-eslint/no-misused-spread': 'off',
      // `async () => void (await work)` says that the value is of no use.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // A parameter that only names the answer's type says what the reason at the cast says.
      '@typescript-eslint/no-unnecessary-type-parameters': 'off',
      // The types of style sheets are found by path: a remote's compiler must see them too.
      '@typescript-eslint/triple-slash-reference': ['error', { path: 'always' }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      // A type alias and an interface are the same here; an object's type with one index signature too.
      '@typescript-eslint/consistent-type-definitions': 'off',
      // Fastify's handlers and React's events take async functions; a promise that nobody awaits is still found.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false, arguments: false, properties: false } }],
      // An interface asks for a promise, and an answer that is there already gives one.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // `for (;;)` and `while (true)` read until something returns.
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: 'only-allowed-literals' }],
      'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
      'no-console': 'off',
    },
  },
  { files: ['{host,remote-*,shared}/**/*.{ts,tsx}'], extends: [reactHooks.configs.flat.recommended] },
  {
    files: ['**/*.test.{ts,tsx}', '**/testing/**/*.{ts,tsx}', 'e2e/**/*.ts'],
    rules: {
      // What a test reads of an answer is what it then asserts; matchers are typed as any.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-base-to-string': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/no-empty-function': 'off',
      'max-lines': 'off',
    },
  },
);
