import type { Failure, FileResult, SuiteResult } from './results.ts';

/** A suite that can be asked again. */
export type Suite = {
  readonly name: string;
  /** Runs all of it, or these of its files alone. */
  run(files?: readonly string[]): Promise<SuiteResult>;
};

/** A test that failed in the run and passed alone. It does not count as failed, and somebody has to find the cause. */
export type Unstable = Failure & {
  readonly suite: string;
  readonly file: string;
  /** The look that was green: the run itself was the first. */
  readonly look: number;
};

export type SecondLook = {
  readonly results: readonly SuiteResult[];
  readonly unstable: readonly Unstable[];
  /** The tests that failed in every look, one line each. */
  readonly failed: readonly (Failure & { readonly suite: string; readonly file: string })[];
  readonly seconds: number;
};

/** A file is run at most so often, the run of everything included. */
const mostLooks = 3;
/** The number of unstable tests beyond which the run fails: something is wrong then, not unlucky. */
export const mostUnstable = 8;

/**
 * Looks again after all suites: an unfinished one is run once more as a whole, and each failed file once or twice more
 * alone, with nothing beside it. On two cores with two databases and a browser, one test in thousands may wait too long
 * for a reason unrelated to the change; a real failure fails alone as well. Inside of tests nothing is retried.
 */
export async function lookAgain(
  runs: readonly { readonly suite: Suite; readonly result: SuiteResult }[],
): Promise<SecondLook> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  const unstable: Unstable[] = [];
  const whole: { suite: Suite; result: SuiteResult }[] = [];
  for (const { suite, result } of runs)
    whole.push({ suite, result: result.brokeOff === true ? await runWhole(suite, result, unstable) : result });

  const results: SuiteResult[] = [];
  const reds = whole.reduce((sum, { result }) => sum + (result.red?.length ?? 0), 0);
  if (unstable.length + reds > mostUnstable) {
    console.log(
      `${unstable.length + reds} files failed, more than the ${mostUnstable} that may be unstable in one run: nothing is looked at again.`,
    );
    results.push(...whole.map(({ result }) => result));
  } else {
    for (const { suite, result } of whole) results.push(await lookAtFiles(suite, result, unstable));
  }
  return {
    results,
    unstable,
    failed: results.flatMap(({ name, red = [] }) =>
      red.flatMap(({ file, failure }) => (failure === undefined ? [] : [{ suite: name, file, ...failure }])),
    ),
    seconds: seconds(),
  };
}

async function runWhole(suite: Suite, first: SuiteResult, unstable: Unstable[]): Promise<SuiteResult> {
  console.log(`Once more as a whole: ${suite.name}, which ${first.note ?? 'broke off'}.`);
  const again = await suite.run();
  if (again.brokeOff !== true)
    unstable.push({
      suite: suite.name,
      file: '(all of it)',
      test: '(the suite itself)',
      line: first.note ?? 'broke off',
      look: 2,
    });
  return { ...again, seconds: first.seconds + again.seconds };
}

async function lookAtFiles(suite: Suite, run: SuiteResult, unstable: Unstable[]): Promise<SuiteResult> {
  let { passed, failed, seconds } = run;
  const stillRed: FileResult[] = [];
  for (const first of run.red ?? []) {
    const { last, looks, took } = await lookAt(suite, first);
    seconds += took;
    if (last === 'broke off') {
      stillRed.push(first);
      continue;
    }
    passed += last.passed - first.passed;
    failed += last.failed - first.failed;
    if (last.failed > 0) stillRed.push(last);
    else
      unstable.push({ suite: suite.name, file: first.file, ...(first.failure ?? { test: '', line: '' }), look: looks });
  }
  return { ...run, passed, failed, seconds, ...(run.red === undefined ? {} : { red: stillRed }) };
}

/** Runs one file alone, until it passes or has been tried often enough. */
async function lookAt(
  suite: Suite,
  first: FileResult,
): Promise<{ last: FileResult | 'broke off'; looks: number; took: number }> {
  let last: FileResult | 'broke off' = first;
  let took = 0;
  for (let look = 2; look <= mostLooks; look += 1) {
    console.log(`Look ${look}, alone: ${suite.name}, ${first.file}`);
    const again = await suite.run([first.file]);
    took += again.seconds;
    const [red] = again.red ?? [];
    if (again.failed === 0)
      return { last: { file: first.file, passed: again.passed, failed: 0, skipped: 0, told: '' }, looks: look, took };
    // Without a report, all that is known is that it did not pass.
    last = red ?? 'broke off';
  }
  return { last, looks: mostLooks, took };
}

/** Returns the summary for the end of the output. */
export function told({ unstable, failed }: Pick<SecondLook, 'unstable' | 'failed'>): string {
  const line = ({ suite, file, test, line: what }: Failure & { suite: string; file: string }) =>
    `  ${suite}, ${file}: ${test}\n    ${what}`;
  return [
    ...(unstable.length === 0
      ? []
      : [
          `Unstable (red in the run, green alone; find the cause):`,
          ...unstable.map((it) => `${line(it)} (green at look ${it.look})`),
        ]),
    ...(failed.length === 0 ? [] : [`Failed:`, ...failed.map(line)]),
  ].join('\n');
}
