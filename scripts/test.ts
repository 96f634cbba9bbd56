// `npm test`: everything that can fail, cheapest first. The last line is `N passed, N failed`. Words after it choose
// suites by name: `npm test -- lint server`.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { startPostgres } from '../server/src/testing/postgres.ts';
import type { ThrowawayPostgres } from '../server/src/testing/postgres.ts';
import { ensureChromium, ensureFirefox, ensureNginx, ensurePostgres } from '../tooling/machine.ts';
import type { FoundProgram } from '../tooling/machine.ts';
import { costsOf, measureMachine, overBudget } from '../tooling/test/cost.ts';
import { mostInQuarantine, quarantine } from '../tooling/test/quarantine.ts';
import { table, totalLine } from '../tooling/test/results.ts';
import type { SuiteResult } from '../tooling/test/results.ts';
import { lookAgain, told } from '../tooling/test/second-look.ts';
import type { SecondLook, Suite } from '../tooling/test/second-look.ts';
import { serverTests } from '../tooling/test/server-tests.ts';
import { forgetLogs, jestSuite, notRun, scriptSuite } from '../tooling/test/suites.ts';
import type { JestSuite } from '../tooling/test/suites.ts';
import { killGroups, packageFolders, root } from '../tooling/workspace.ts';

const begun = performance.now();
const slowness = measureMachine();
const wishes = process.argv.slice(2);
const isWished = (name: string) => wishes.length === 0 || wishes.some((wish) => name.startsWith(wish));
const runs: { readonly suite: Suite; readonly result: SuiteResult }[] = [];
/** Suites on PostgreSQL may be looked at again: it is stopped at the very end. */
let cluster: ThrowawayPostgres | undefined;

async function run(suite: Suite): Promise<void> {
  runs.push({ suite, result: await suite.run() });
}
async function check(name: string, script: string): Promise<void> {
  if (isWished(name)) await run(scriptSuite(name, script));
}
async function jest(suite: JestSuite): Promise<void> {
  if (isWished(suite.name)) await run(jestSuite(suite));
}

const hasSuite = (folder: string) => existsSync(path.join(root, folder, 'jest.config.mjs'));
/** Suites that need neither a browser nor a choice of database. */
const plainSuites = [...packageFolders().filter((name) => name !== 'server' && name !== 'e2e'), 'tooling'].filter(
  hasSuite,
);

/**
 * Of the journeys those that ask most of the embedded database, one for each thing that docs/toolchain.md names: all of
 * them are walked on PostgreSQL.
 */
const embeddedJourneys = ['answers-live-on', 'dialogue-files', 'registration', 'user-groups'].map(
  (it) => `journeys/${it}.test.ts`,
);
for (const file of embeddedJourneys) {
  // A pattern that nothing answers to is silence to Jest.
  if (!existsSync(path.join(root, 'e2e', file)))
    throw new Error(`e2e/${file} is to be walked on the embedded database and is not there.`);
}

async function journeys(name: string, env: NodeJS.ProcessEnv, files: readonly string[]): Promise<void> {
  if (!isWished(name)) return;
  if ('missing' in chromium) await run(notRun(name, chromium.missing));
  // Whoever walks waits for the page half of the time.
  else
    await jest({ name, folder: 'e2e', workersThatWait: 1, env: { ...env, CHROMIUM_PATH: chromium.path }, args: files });
}

async function buildAndTry(): Promise<void> {
  await check('types', 'typecheck');
  await check('build', 'build');
  for (const folder of plainSuites) await jest({ name: folder, folder });
}

const server = serverTests();
/** The server’s files of tests, by path: a pattern that nothing answers to is silence to Jest. */
const byPath = (files: readonly string[]) => ['--runTestsByPath', ...files.map((file) => `src/${file}`)];

async function onPostgres(): Promise<void> {
  const names = ['server on PostgreSQL', 'e2e on PostgreSQL'].filter(isWished);
  if (names.length === 0) return;
  if ('missing' in postgres) {
    for (const name of names) await run(notRun(name, postgres.missing));
    return;
  }
  cluster = await startPostgres();
  const env = { TEST_DATABASE: 'postgres', TEST_DATABASE_URL: cluster.url };
  await jest({ name: 'server on PostgreSQL', folder: 'server', env, args: byPath(server.onPostgres) });
  if (isWished('e2e on PostgreSQL')) await journeysOnPostgres(env);
}

/**
 * What the harness promises, and what only a browser can tell (`pages/`), is the same on either database, and asked on
 * the one with which a program starts in a third of the time. Many processes stand behind nginx, and a few journeys are
 * walked in Firefox: they are left out, and said not to have run, where these cannot be had.
 */
async function journeysOnPostgres(env: NodeJS.ProcessEnv): Promise<void> {
  if ('missing' in nginx) await run(notRun('e2e behind nginx', nginx.missing));
  if ('missing' in firefox) await run(notRun('e2e in Firefox', firefox.missing));
  const programs = {
    ...('path' in nginx ? { NGINX_PATH: nginx.path } : {}),
    ...('path' in firefox ? { FIREFOX_PATH: firefox.path } : {}),
  };
  const leftOut = [
    '/node_modules/',
    ...('path' in nginx ? [] : ['/many-processes']),
    ...('path' in firefox ? [] : ['/in-firefox']),
  ];
  await journeys('e2e on PostgreSQL', { ...env, ...programs }, [
    'harness/',
    'pages/',
    'journeys/',
    ...leftOut.map((pattern) => `--testPathIgnorePatterns=${pattern}`),
  ]);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => void breakOff());

/** Installed before anything is tested, not beside it. */
const wants = (suites: readonly string[]) => suites.some(isWished);
const chromium: FoundProgram = wants(['e2e on PGlite', 'e2e on PostgreSQL'])
  ? await ensureChromium()
  : { missing: 'not asked for' };
const postgres: FoundProgram = wants(['server on PostgreSQL', 'e2e on PostgreSQL'])
  ? await ensurePostgres()
  : { missing: 'not asked for' };
const nginx: FoundProgram = wants(['e2e on PostgreSQL']) ? await ensureNginx() : { missing: 'not asked for' };
const firefox: FoundProgram = wants(['e2e on PostgreSQL']) ? await ensureFirefox() : { missing: 'not asked for' };

if (wishes.length === 0) forgetLogs();
try {
  // Linting takes one processor for two minutes: what needs no database goes on beside it.
  await Promise.all([check('lint', 'lint'), buildAndTry()]);
  await jest({
    name: 'server on PGlite',
    folder: 'server',
    env: { TEST_DATABASE: 'pglite' },
    args: byPath(server.onPglite),
  });
  await journeys('e2e on PGlite', { TEST_DATABASE: 'pglite' }, embeddedJourneys);
  await onPostgres();
  const seconds = (performance.now() - begun) / 1000;
  close(await lookAgain(runs), seconds);
} finally {
  await cluster?.stop();
}

function close(look: SecondLook, seconds: number): void {
  const { results } = look;
  if (results.length === 0)
    console.log(`No suite’s name begins with ${wishes.map((wish) => `“${wish}”`).join(' or ')}.`);
  console.log(`\n${table(results)}\n`);
  for (const line of overBudget(costsOf(results, slowness))) console.log(`Over budget: ${line}`);
  if (look.seconds >= 1) console.log(`The second look took ${look.seconds.toFixed(0)} s.`);
  for (const { folder, file, test, since, known } of quarantine)
    console.log(`In quarantine since ${since}: ${folder}/${file}: ${test} (${known})`);
  if (quarantine.length > mostInQuarantine)
    console.log(`${quarantine.length} tests are in quarantine; at most ${mostInQuarantine} may be.`);
  const said = told(look);
  if (said !== '') console.log(said);
  if (wishes.length === 0) keepForTheBench(look, seconds);
  console.log(totalLine(results));
  process.exitCode =
    results.length === 0 || results.some((it) => it.failed > 0) || quarantine.length > mostInQuarantine ? 1 : 0;
}

/** `npm run bench` reports how long the last whole run took. */
function keepForTheBench({ results, unstable, failed, seconds: secondLook }: SecondLook, seconds: number): void {
  const folder = path.join(root, '.build');
  mkdirSync(folder, { recursive: true });
  const costs = costsOf(results, slowness);
  const suites = results.map(({ name, passed, failed: red, seconds: took, processorSeconds, slowest, note }, at) => ({
    name,
    passed,
    failed: red,
    seconds: took,
    processorSeconds,
    budget: costs[at]?.budget,
    slowest,
    note,
  }));
  writeFileSync(
    path.join(folder, 'test-results.json'),
    JSON.stringify(
      { seconds, slowness, secondLook, total: totalLine(results), results: suites, unstable, failed, quarantine },
      null,
      2,
    ),
  );
}

/** Ctrl-C: nothing of the run stays, and there is no closing line, which would look like that of a whole one. */
async function breakOff(): Promise<void> {
  killGroups();
  await cluster?.stop().catch(() => {});
  // What was begun meanwhile.
  killGroups();
  console.log('Broken off: not all suites were run.');
  process.exit(130);
}
