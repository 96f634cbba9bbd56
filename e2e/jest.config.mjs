import { server } from '../tooling/test/jest.ts';

export default {
  ...server('e2e'),
  globalSetup: '<rootDir>/harness/jest-start.ts',
  globalTeardown: '<rootDir>/harness/jest-end.ts',
  // A cold start of the product on a busy machine with two cores, then a journey: the limit is there for what hangs.
  testTimeout: 300_000,
};
