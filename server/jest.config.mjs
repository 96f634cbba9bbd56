import { server } from '../jest.base.mjs';

export default {
  ...server('server'),
  globalSetup: '<rootDir>/src/testing/jest-start.ts',
  globalTeardown: '<rootDir>/src/testing/jest-end.ts',
  testTimeout: 30_000,
};
