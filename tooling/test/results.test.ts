import { countJest, table, totalLine } from './results.ts';
import type { JestReport } from './results.ts';

const place = { folder: 'things', path: '/work/things' };
const ended = { code: 0, wasKilled: false };

/** A report of one file, whose tests came to these. */
const report = (
  tests: readonly string[],
  status = tests.includes('failed') ? 'failed' : 'passed',
  message = '',
): JestReport => ({
  testResults: [
    {
      name: '/work/things/src/a.test.ts',
      status,
      startTime: 5_000,
      endTime: 7_500,
      message,
      assertionResults: tests.map((it, at) => ({
        fullName: `test ${at}`,
        status: it,
        failureMessages: it === 'failed' ? ['Error: wrong\n  at a place'] : [],
      })),
    },
  ],
});

describe('counting a Jest run', () => {
  test('counts what passed', () => {
    expect(countJest(report(['passed', 'passed']), ended, place)).toEqual({
      passed: 2,
      failed: 0,
      slowest: [{ file: 'src/a.test.ts', seconds: 2.5 }],
    });
  });

  test('counts what failed, and says where', () => {
    const counted = countJest(report(['passed', 'failed', 'failed']), { ...ended, code: 1 }, place);
    expect(counted).toMatchObject({
      passed: 1,
      failed: 2,
      red: [{ file: 'src/a.test.ts', passed: 1, failed: 2, failure: { test: 'test 1', line: 'Error: wrong' } }],
    });
  });

  test('takes a skipped test for a failure and says so', () => {
    expect(countJest(report(['passed', 'pending', 'todo']), ended, place)).toMatchObject({
      passed: 1,
      failed: 2,
      note: '2 skipped',
    });
  });

  test('takes a file that does not load for a failure, and one that fails after its tests', () => {
    expect(
      countJest(
        report([], 'failed', '  ● Test suite failed to run\n\n    Cannot find module'),
        { ...ended, code: 1 },
        place,
      ),
    ).toMatchObject({
      passed: 0,
      failed: 1,
      red: [{ failure: { test: '(the file itself)', line: 'Cannot find module' } }],
    });
    expect(countJest(report(['passed'], 'failed', 'a hook failed'), { ...ended, code: 1 }, place)).toMatchObject({
      passed: 1,
      failed: 1,
    });
  });

  test('takes a suite that ran nothing for a failure', () => {
    expect(countJest({ testResults: [] }, ended, place)).toEqual({ passed: 0, failed: 1, note: 'ran no test' });
  });

  test('takes a suite that crashed for a failure, with or without a report', () => {
    expect(countJest(null, ended, place)).toEqual({
      passed: 0,
      failed: 1,
      note: 'crashed before it could report',
      brokeOff: true,
    });
    expect(countJest(null, { code: 1, wasKilled: true }, place)).toMatchObject({
      failed: 1,
      note: 'was killed before it could report',
    });
    expect(countJest(report(['passed']), { ...ended, code: 139 }, place)).toEqual({
      passed: 1,
      failed: 1,
      note: 'ended with code 139',
      brokeOff: true,
    });
    expect(countJest(report(['passed']), { code: 1, wasKilled: true }, place)).toMatchObject({
      failed: 1,
      note: 'did not end',
    });
  });
});

test('the last line sums every suite', () => {
  const results = [
    { name: 'lint', passed: 1, failed: 0, seconds: 2, processorSeconds: 3.14 },
    { name: 'shared', passed: 41, failed: 2, seconds: 3.25, note: '2 skipped' },
  ];
  expect(totalLine(results)).toBe('42 passed, 2 failed');
  expect(table(results).split('\n')).toEqual([
    'suite   passed  failed   seconds  processor',
    'lint         1       0       2.0        3.1',
    'shared      41       2       3.3             2 skipped',
  ]);
});
