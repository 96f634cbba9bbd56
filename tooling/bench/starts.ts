import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePorts } from '../../server/src/testing/free-ports.ts';
import { buildPrograms } from '../build/build-programs.ts';
import { costsOf, tolerance } from '../test/cost.ts';
import type { SuiteResult } from '../test/results.ts';
import { root } from '../workspace.ts';
import { median } from './figures.ts';
import type { Figure } from './figures.ts';

const warmStarts = 5;

/** Seconds from `npm start` to an answered login page, on a data folder. The product is stopped again. */
async function timeStart(dataFolder: string): Promise<number> {
  const [web, api, charts, payment, mailbox] = (await freePorts(5)).map(String);
  const begun = performance.now();
  const child = spawn('npm', ['start', '--silent'], {
    cwd: root,
    env: {
      ...process.env,
      WEB_PORT: web,
      API_PORT: api,
      CHARTS_PORT: charts,
      PAYMENT_PORT: payment,
      MAILBOX_PORT: mailbox,
      DATA_DIR: dataFolder,
    },
    stdio: 'ignore',
    detached: true,
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  // refused while it starts
  const answers = async (address: string) => (await fetch(address).catch(() => null))?.ok === true;
  while (
    !((await answers(`http://localhost:${web}/auth/login`)) && (await answers(`http://localhost:${api}/readyz`)))
  ) {
    if (child.exitCode !== null) throw new Error(`npm start ended with code ${child.exitCode}.`);
    await wait(10);
  }
  const seconds = (performance.now() - begun) / 1000;
  if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT'); // signals the whole group, as Ctrl-C does
  await exited;
  return seconds;
}

async function timeBuild(): Promise<number> {
  const begun = performance.now();
  await buildPrograms({ everything: true });
  return (performance.now() - begun) / 1000;
}

export async function measureStarts(): Promise<Figure[]> {
  const build = await timeBuild();
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-bench-'));
  try {
    const cold = await timeStart(folder);
    const warm: number[] = [];
    for (let start = 0; start < warmStarts; start++) warm.push(await timeStart(folder));
    const what = 'npm start, everything installed and built, until the login page and /readyz answer';
    return [
      { what: 'Build of host and remotes from nothing', value: build, unit: 's', how: 'npm run build -- --all' },
      {
        what: 'Start, cold',
        value: cold,
        unit: 's',
        how: `${what}; empty data folder, so with migrations and demonstration data`,
      },
      {
        what: 'Start, warm',
        value: median(warm),
        unit: 's',
        how: `${what}; data folder of before, median of ${warmStarts}`,
      },
      ...lastTestRun(),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the duration of the checkout's last whole `npm test`, and the cost of each suite, if there was one. */
function lastTestRun(): Figure[] {
  const file = path.join(root, '.build', 'test-results.json');
  if (!existsSync(file)) return [];
  // scripts/test.ts writes it
  const { seconds, total, slowness, results } = JSON.parse(readFileSync(file, 'utf8')) as {
    seconds: number;
    total: string;
    slowness: number;
    results: SuiteResult[];
  };
  const suites = costsOf(results, slowness).flatMap(({ name, cost, budget }): Figure[] =>
    cost === null || budget === null
      ? []
      : [
          {
            what: `Tests: ${name}`,
            value: cost,
            unit: 's',
            limit: Math.round(budget * tolerance),
            how: `processor seconds in that run, divided by ${slowness.toFixed(2)}: so much slower the machine was then than that of the budgets`,
          },
        ],
  );
  return [{ what: 'All tests', value: seconds, unit: 's', how: `npm test, everything installed: ${total}` }, ...suites];
}
