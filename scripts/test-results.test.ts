import { countJest, table, totalLine } from './test-results.ts';
import type { JestReport } from './test-results.ts';

const report = (changes: Partial<JestReport>): JestReport => ({
  numPassedTests: 3,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  numRuntimeErrorTestSuites: 0,
  ...changes,
});

describe('counting a Jest run', () => {
  test('counts what passed', () => {
    expect(countJest(report({}), 0)).toEqual({ passed: 3, failed: 0 });
  });

  test('counts what failed', () => {
    expect(countJest(report({ numFailedTests: 2 }), 1)).toEqual({ passed: 3, failed: 2 });
  });

  test('takes a skipped test for a failure and says so', () => {
    expect(countJest(report({ numPendingTests: 1, numTodoTests: 1 }), 0)).toEqual({ passed: 3, failed: 2, note: '2 skipped' });
  });

  test('takes a file that does not load for a failure', () => {
    expect(countJest(report({ numRuntimeErrorTestSuites: 1 }), 1)).toMatchObject({ failed: 1 });
  });

  test('takes a suite that ran nothing for a failure', () => {
    expect(countJest(report({ numPassedTests: 0 }), 0)).toEqual({ passed: 0, failed: 1, note: 'ran no test' });
  });

  test('takes a suite that crashed for a failure, with or without a report', () => {
    expect(countJest(null, 0)).toMatchObject({ passed: 0, failed: 1 });
    expect(countJest(report({}), 139)).toEqual({ passed: 3, failed: 1, note: 'ended with code 139' });
  });
});

test('the last line sums every suite', () => {
  const results = [
    { name: 'lint', passed: 1, failed: 0, seconds: 2 },
    { name: 'shared', passed: 41, failed: 2, seconds: 3.25, note: '2 skipped' },
  ];
  expect(totalLine(results)).toBe('42 passed, 2 failed');
  expect(table(results)).toContain('shared      41       2       3.3  2 skipped');
});
