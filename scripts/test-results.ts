/** What one suite came to. A suite that crashed or ran no test has at least one failure. */
export type SuiteResult = { readonly name: string; readonly passed: number; readonly failed: number; readonly seconds: number; readonly note?: string };

/** The numbers of `jest --json` that count here. */
export type JestReport = {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  /** Test files that could not even be loaded. */
  readonly numRuntimeErrorTestSuites: number;
};

/** Counts a Jest run. Skipped tests and files that do not load are failures: otherwise nobody would see them again. */
export function countJest(report: JestReport | null, exitCode: number): { passed: number; failed: number; note?: string } {
  if (report === null) return { passed: 0, failed: 1, note: 'crashed before it could report' };
  const skipped = report.numPendingTests + report.numTodoTests;
  const failed = report.numFailedTests + report.numRuntimeErrorTestSuites + skipped;
  const passed = report.numPassedTests;
  if (failed > 0) return { passed, failed, ...(skipped > 0 ? { note: `${skipped} skipped` } : {}) };
  if (passed === 0) return { passed, failed: 1, note: 'ran no test' };
  if (exitCode !== 0) return { passed, failed: 1, note: `ended with code ${exitCode}` };
  return { passed, failed: 0 };
}

/** The table of suites, for people. */
export function table(results: readonly SuiteResult[]): string {
  const width = Math.max(...results.map((it) => it.name.length), 5);
  const row = (name: string, passed: string, failed: string, seconds: string, note = '') =>
    `${name.padEnd(width)}  ${passed.padStart(6)}  ${failed.padStart(6)}  ${seconds.padStart(8)}  ${note}`.trimEnd();
  return [
    row('suite', 'passed', 'failed', 'seconds'),
    ...results.map((it) => row(it.name, String(it.passed), String(it.failed), it.seconds.toFixed(1), it.note)),
  ].join('\n');
}

/** The last line of the output, the one a machine reads. */
export function totalLine(results: readonly SuiteResult[]): string {
  const sum = (of: 'passed' | 'failed') => results.reduce((total, it) => total + it[of], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}
