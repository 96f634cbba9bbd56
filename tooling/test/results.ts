import path from 'node:path';
import { isQuarantined } from './quarantine.ts';

/** What one file of tests came to. */
export type FileResult = {
  /** Below the folder of its package. */
  readonly file: string;
  readonly passed: number;
  /** Tests; 1 where the file itself could not be run to its end. */
  readonly failed: number;
  readonly skipped: number;
  /** The first of its failures. */
  readonly failure?: Failure;
  /** All of them, as Jest tells them. */
  readonly told: string;
};
export type Failure = { readonly test: string; readonly line: string };

/** What one suite came to. A suite that crashed or ran no test has at least one failure. */
export type SuiteResult = {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  /** Of all its programs; missing where the system does not tell. Of the run itself, without any second look. */
  readonly processorSeconds?: number;
  /** Those of its files that took longest. */
  readonly slowest?: readonly SlowFile[];
  readonly note?: string;
  /** Those of its files that failed. */
  readonly red?: readonly FileResult[];
  /** It did not come to its end: what it counted is not all there is. */
  readonly brokeOff?: boolean;
};

/** How long a file of tests took, on the clock. */
export type SlowFile = { readonly file: string; readonly seconds: number };

/** What counts here of `jest --json`. */
export type JestReport = {
  readonly testResults: readonly {
    /** The path of the file. */
    readonly name: string;
    readonly status: string;
    /** Milliseconds since 1970. */
    readonly startTime: number;
    readonly endTime: number;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
};

type TestCounts = Omit<SuiteResult, 'name' | 'seconds'>;

/** Counts a Jest run. Skipped tests and files that do not load are failures: otherwise nobody would see them again. */
export function countJest(
  report: JestReport | null,
  { code, wasKilled }: { readonly code: number; readonly wasKilled: boolean },
  place: Place,
): TestCounts {
  if (report === null)
    return {
      passed: 0,
      failed: 1,
      note: wasKilled ? 'was killed before it could report' : 'crashed before it could report',
      brokeOff: true,
    };
  const files = report.testResults.map((it) => countFile(it, place));
  const slowest = slowestOf(report, place);
  const sum = (of: 'passed' | 'failed' | 'skipped') => files.reduce((total, it) => total + it[of], 0);
  const [passed, skipped] = [sum('passed'), sum('skipped')];
  const failed = sum('failed') + skipped;
  const red = files.filter((it) => it.failed > 0);
  if (failed > 0) return { passed, failed, ...(skipped > 0 ? { note: `${skipped} skipped` } : {}), red, slowest };
  if (passed === 0) return { passed, failed: 1, note: 'ran no test' };
  if (code !== 0)
    return { passed, failed: 1, note: wasKilled ? 'did not end' : `ended with code ${code}`, brokeOff: true };
  return { passed, failed: 0, slowest };
}

const mostSlowest = 20;

function slowestOf(report: JestReport, place: Place): SlowFile[] {
  return report.testResults
    .map(({ name, startTime, endTime }) => ({
      file: relativeTo(place, name),
      seconds: (endTime - startTime) / millisecondsPerSecond,
    }))
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, mostSlowest);
}

const millisecondsPerSecond = 1000;
const relativeTo = (place: Place, name: string) => path.relative(place.path, name).replaceAll(path.sep, '/');

/** Where a suite is: the folder of its package below the root, and its path. */
export type Place = { readonly folder: string; readonly path: string };

function countFile(
  { name, status, message, assertionResults }: JestReport['testResults'][number],
  place: Place,
): FileResult {
  const file = relativeTo(place, name);
  const of = (wanted: string) => assertionResults.filter((it) => it.status === wanted);
  const skipped = assertionResults.filter(
    (it) => !['passed', 'failed'].includes(it.status) && !isQuarantined(place.folder, file, it.fullName),
  );
  const [first] = of('failed');
  // A file that does not load, or that fails after its last test, has no test that says so.
  const failed = status === 'failed' ? Math.max(1, of('failed').length) : 0;
  const failure =
    failed === 0
      ? undefined
      : { test: first?.fullName ?? '(the file itself)', line: firstLine(first?.failureMessages?.[0] ?? message) };
  return {
    file,
    passed: of('passed').length,
    failed,
    skipped: skipped.length,
    told: message,
    ...(failure === undefined ? {} : { failure }),
  };
}

/** The first line that says something: Jest’s own begin with a bullet and the name of the test. */
function firstLine(message: string): string {
  const lines = message.split('\n').map((line) => line.trim());
  return lines.find((line) => line !== '' && !line.startsWith('●')) ?? '';
}

/** The table of suites, for people: seconds on the clock, and those of a processor. */
export function table(results: readonly SuiteResult[]): string {
  const width = Math.max(...results.map((it) => it.name.length), 5);
  const row = (name: string, [passed = '', failed = '', seconds = '', ofProcessor = '']: string[], note = '') =>
    `${name.padEnd(width)}  ${passed.padStart(6)}  ${failed.padStart(6)}  ${seconds.padStart(8)}  ${ofProcessor.padStart(9)}  ${note}`.trimEnd();
  return [
    row('suite', ['passed', 'failed', 'seconds', 'processor']),
    ...results.map(({ name, passed, failed, seconds, processorSeconds, note }) =>
      row(name, [String(passed), String(failed), seconds.toFixed(1), processorSeconds?.toFixed(1) ?? ''], note),
    ),
  ].join('\n');
}

/** The last line of the output, the one a machine reads. */
export function totalLine(results: readonly SuiteResult[]): string {
  const sum = (of: 'passed' | 'failed') => results.reduce((total, it) => total + it[of], 0);
  return `${sum('passed')} passed, ${sum('failed')} failed`;
}
