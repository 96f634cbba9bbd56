import { server } from '../tooling/test/jest.ts';

export default {
  ...server('server'),
  globalSetup: '<rootDir>/src/testing/jest-start.ts',
  globalTeardown: '<rootDir>/src/testing/jest-end.ts',
  // Also that of a hook: one that is given up would leave the server it was starting behind, with which Jest never
  // ends.
  testTimeout: 120_000,
};
