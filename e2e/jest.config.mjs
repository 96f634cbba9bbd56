import { server } from '../jest.base.mjs';

export default {
  ...server('e2e'),
  globalSetup: '<rootDir>/harness/jest-start.ts',
  // A cold start of the product on a busy machine with two cores, then a journey.
  testTimeout: 180_000,
};
