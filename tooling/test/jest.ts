import { fileURLToPath } from 'node:url';
import type { Config } from 'jest';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** TypeScript and TSX as ES modules, nothing lowered: Node 24 runs what swc leaves. */
const transform: NonNullable<Config['transform']> = {
  '\\.(ts|tsx)$': [
    fileURLToPath(import.meta.resolve('@swc/jest')),
    {
      swcrc: false,
      jsc: {
        target: 'es2024',
        parser: { syntax: 'typescript', tsx: true },
        transform: { react: { runtime: 'automatic' }, verbatimModuleSyntax: true },
      },
      module: { type: 'es6' },
      sourceMaps: 'inline',
    },
  ],
};

/**
 * Styles and pictures are webpack's business: a style is its own class names, a picture its file name. What a build
 * leaves out of axios (tooling/build/plugins/left-out.ts), which alone asks for a file of that name, the tests do
 * without.
 */
const moduleNameMapper = {
  '^\\./fetch\\.js$': here('../build/plugins/no-fetch-adapter.mjs'),
  '\\.css$': here('../../shared/src/testing/style-stub.mjs'),
  '\\.svg$': here('../../shared/src/testing/picture-stub.mjs'),
  '^aria-query$': here('../../shared/src/testing/roles-of-aria.cjs'),
};

const common: Config = {
  transform,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  // The limit is there for what hangs: on two busy cores a test may well take longer than Jest's five seconds.
  testTimeout: 20_000,
  testMatch: ['<rootDir>/**/*.test.{ts,tsx}'],
  testPathIgnorePatterns: ['/node_modules/', '/dist/', '/\\.data/', '/\\.build/'],
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/', '<rootDir>/.build/'],
  watchPathIgnorePatterns: ['/dist/', '/\\.data/', '/\\.build/'],
};

/** Packages that run in a browser: jsdom with what it lacks, and the matchers of jest-dom. */
export const browser = (displayName: string): Config => ({
  ...common,
  displayName,
  testEnvironment: here('../../shared/src/testing/browser-environment.mjs'),
  // msw/node has no `browser` build; without the condition packages give their universal one.
  testEnvironmentOptions: { customExportConditions: ['node', 'node-addons'], url: 'http://localhost:3000/' },
  setupFiles: [here('../../shared/src/testing/jest-global.mjs')],
  setupFilesAfterEnv: [here('../../shared/src/testing/browser-setup.mjs')],
  moduleNameMapper,
});

/** Packages that run in Node, by Node's own loader. */
export const server = (displayName: string): Config => ({
  ...common,
  displayName,
  runtime: here('../../shared/src/testing/native-runtime.mjs'),
  testEnvironment: here('../../shared/src/testing/native-environment.mjs'),
});
