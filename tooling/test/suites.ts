import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { withoutQuarantined } from './quarantine.ts';
import type { Suite } from './second-look.ts';
import { countJest } from './results.ts';
import type { JestReport, SuiteResult } from './results.ts';
import { root, runNode } from '../workspace.ts';

/**
 * Longer than any suite takes on two busy cores, on a day on which they are half as fast; a suite that hangs must not
 * hold up the others for ever.
 */
const suiteDeadlineMs = 35 * 60_000;
/** The folder of the full output of failed suites, by name. */
const logs = path.join(root, '.build', 'test-logs');

const clock = (begun: number) => (performance.now() - begun) / 1000;

/** Says what a suite came to: what failed here, everything it printed in a file. */
function tell(result: SuiteResult, output: string): SuiteResult {
  if (result.failed > 0) {
    const failures = (result.red ?? []).map(({ told }) => told.trimEnd()).filter((it) => it !== '');
    process.stdout.write(`${failures.length > 0 ? failures.join('\n\n') : output.trimEnd()}\n`);
    mkdirSync(logs, { recursive: true });
    const file = path.join(logs, `${result.name.replaceAll(/\W+/g, '-')}.log`);
    writeFileSync(file, output, { flag: 'a' });
    console.log(`All that it printed: ${path.relative(root, file)}`);
  }
  const figures = `${result.passed} passed, ${result.failed} failed in ${result.seconds.toFixed(1)} s`;
  console.log(
    `${result.failed === 0 ? '✓' : '✗'} ${result.name}: ${figures}${result.note === undefined ? '' : ` (${result.note})`}`,
  );
  return result;
}

/** Removes the output of previous runs. */
export function forgetLogs(): void {
  rmSync(logs, { recursive: true, force: true });
}

/** A check that holds or does not: one of our scripts, whose exit code says so. */
export function scriptSuite(name: string, script: string): Suite {
  return {
    name,
    async run() {
      const begun = performance.now();
      const { code, output, wasKilled, processorSeconds } = await runNode(`scripts/${script}.ts`, [], {
        deadlineMs: suiteDeadlineMs,
        ownGroup: true,
      });
      const failed = code === 0 ? 0 : 1;
      return tell(
        {
          name,
          passed: 1 - failed,
          failed,
          seconds: clock(begun),
          ...(processorSeconds === undefined ? {} : { processorSeconds }),
          ...(wasKilled ? { brokeOff: true, note: 'was killed' } : {}),
        },
        output,
      );
    },
  };
}

export type JestSuite = {
  readonly name: string;
  /** Below the root. */
  readonly folder: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The files to run, in Jest’s words; all by default. */
  readonly args?: readonly string[];
  /** The number of workers beyond those that use the processors. */
  readonly workersThatWait?: number;
  readonly deadlineMs?: number;
};

/** Jest leaves one processor to its own program, which has little to do: on two, half of the machine would wait. */
const workers = Math.max(2, availableParallelism() - 1);

/** The Jest suite of one package, counted from Jest's own report. */
export function jestSuite({
  name,
  folder,
  env = {},
  args = [],
  workersThatWait = 0,
  deadlineMs = suiteDeadlineMs,
}: JestSuite): Suite {
  const place = { folder, path: path.resolve(root, folder) };
  return {
    name,
    async run(files) {
      const begun = performance.now();
      const reports = mkdtempSync(path.join(tmpdir(), 'parlance-jest-'));
      const reportFile = path.join(reports, 'report.json');
      const which = files === undefined ? args : ['--runTestsByPath', ...files];
      const ended = await runNode(
        'node_modules/jest/bin/jest.js',
        [
          '--json',
          `--outputFile=${reportFile}`,
          `--maxWorkers=${workers + workersThatWait}`,
          ...withoutQuarantined(folder),
          ...which,
        ],
        {
          cwd: place.path,
          env: {
            ...env,
            NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning',
            FORCE_COLOR: '0',
          },
          deadlineMs,
          ownGroup: true,
        },
      );
      // jest --json writes it
      const report = existsSync(reportFile) ? (JSON.parse(readFileSync(reportFile, 'utf8')) as JestReport) : null;
      rmSync(reports, { recursive: true, force: true });
      const { processorSeconds } = ended;
      const took = { seconds: clock(begun), ...(processorSeconds === undefined ? {} : { processorSeconds }) };
      return tell({ name, ...countJest(report, ended, place), ...took }, ended.output);
    },
  };
}

/** A suite that cannot run on this machine. In CI that is a failure; at a desk it is said and the rest counts. */
export function notRun(name: string, because: string): Suite {
  const failed = process.env['CI'] === undefined || process.env['CI'] === 'false' ? 0 : 1;
  return {
    name,
    run: async () => tell({ name, passed: 0, failed, seconds: 0, note: `did not run: ${because}` }, because),
  };
}
