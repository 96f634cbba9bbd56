import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { countJest } from './test-results.ts';
import type { JestReport, SuiteResult } from './test-results.ts';
import { root, runNode } from './workspace.ts';

/** Longer than any suite takes on two busy cores; a suite that hangs must not hold up the others for ever. */
const suiteDeadlineMs = 25 * 60_000;

const clock = (begun: number) => (performance.now() - begun) / 1000;

function tell(result: SuiteResult, output: string): SuiteResult {
  if (result.failed > 0) process.stdout.write(`${output.trimEnd()}\n`);
  const figures = `${result.passed} passed, ${result.failed} failed in ${result.seconds.toFixed(1)} s`;
  console.log(`${result.failed === 0 ? '✓' : '✗'} ${result.name}: ${figures}${result.note === undefined ? '' : ` (${result.note})`}`);
  return result;
}

/** A check that holds or does not: one of our scripts, whose exit code says so. */
export async function scriptSuite(name: string, script: string): Promise<SuiteResult> {
  const begun = performance.now();
  const { code, output } = await runNode(`scripts/${script}.ts`, [], { deadlineMs: suiteDeadlineMs });
  return tell({ name, passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, seconds: clock(begun) }, output);
}

export type JestSuite = { readonly name: string; readonly folder: string; readonly env?: NodeJS.ProcessEnv; readonly args?: readonly string[]; /** Beside those that use the processors. */ readonly workersThatWait?: number };

/** Jest leaves one processor to its own program, which has little to do: on two, half of the machine would wait. */
const workers = Math.max(2, availableParallelism() - 1);

/** The Jest suite of one package, counted from Jest's own report. */
export async function jestSuite({ name, folder, env = {}, args = [], workersThatWait = 0 }: JestSuite): Promise<SuiteResult> {
  const begun = performance.now();
  const place = mkdtempSync(path.join(tmpdir(), 'parlance-jest-'));
  const reportFile = path.join(place, 'report.json');
  const { code, output } = await runNode('node_modules/jest/bin/jest.js', ['--json', `--outputFile=${reportFile}`, `--maxWorkers=${workers + workersThatWait}`, ...args], {
    cwd: path.join(root, folder),
    env: { ...env, NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning', FORCE_COLOR: '0' },
    deadlineMs: suiteDeadlineMs,
  });
  const report = existsSync(reportFile) ? (JSON.parse(readFileSync(reportFile, 'utf8')) as JestReport) : null; // jest --json writes it
  rmSync(place, { recursive: true, force: true });

  return tell({ name, ...countJest(report, code), seconds: clock(begun) }, output);
}

/** A suite that cannot run on this machine. In CI that is a failure; at a desk it is said and the rest counts. */
export function notRun(name: string, because: string): SuiteResult {
  const failed = process.env['CI'] === undefined || process.env['CI'] === 'false' ? 0 : 1;
  return tell({ name, passed: 0, failed, seconds: 0, note: `did not run: ${because}` }, because);
}
