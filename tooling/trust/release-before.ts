import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signedInCaller } from '../../e2e/harness/caller.ts';
import { freePorts } from '../../server/src/testing/free-ports.ts';
import { startPostgres } from '../../server/src/testing/postgres.ts';
import type { Figure } from '../bench/figures.ts';
import { root, run } from '../workspace.ts';
import { type Answer, askSteadily, failuresIn, requestsOf } from './load.ts';

const perSecond = 20;
const seconds = 6;
const account = 'owner@pro.example';

const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
/** What was there before the newest migration; another commit where RELEASE_BEFORE names one. */
const commitBefore = () =>
  process.env['RELEASE_BEFORE'] ?? `${git('log', '-1', '--format=%H', '--', 'server/migrations')}^`;

/** DUR-02: the release before serves while the schema is brought to that of this one, and afterwards beside it. */
export async function measure(): Promise<Figure[]> {
  const commit = git('rev-parse', '--short', commitBefore());
  const before = await checkOut(commit);
  const postgres = await startPostgres({ keepsCommits: true });
  try {
    // With the schema and the demonstration data of the release before.
    await node(before, [
      '--input-type=module',
      '-e',
      `await (await import('./server/src/testing/test-database.ts')).makePostgresTemplate('${postgres.url}')`,
    ]);
    const databaseUrl = new URL(postgres.url);
    databaseUrl.pathname = '/parlance_template';
    const old = await startServices(before, databaseUrl.href);
    try {
      const meanwhile = await askWhile(old, () =>
        node(root, ['server/src/main.ts', 'migrate'], {
          DATABASE_URL: databaseUrl.href,
          DATA_DIR: path.join(before, '.data'),
        }),
      );
      const young = await startServices(root, databaseUrl.href);
      const beside = (await Promise.all([ask(old), ask(young)])).flat();
      await young.stop();
      return figuresOf(commit, meanwhile, beside);
    } finally {
      await old.stop();
    }
  } finally {
    await postgres.stop();
    rmSync(before, { recursive: true, force: true });
  }
}

function figuresOf(commit: string, meanwhile: readonly Answer[], beside: readonly Answer[]): Figure[] {
  const all = [...meanwhile, ...beside];
  for (const { path: asked, status } of failuresIn(all).slice(0, 10)) console.log(`${asked} answered ${status}`);
  return [
    {
      what: 'DUR-02: requests to the release before that failed while the schema changed',
      value: failuresIn(meanwhile).length,
      unit: 'requests',
      limit: 0,
      how: `${meanwhile.length} requests to ${commit}, whose schema was brought to that of this release`,
    },
    {
      what: 'DUR-02: requests that failed with both releases on one schema',
      value: failuresIn(beside).length,
      unit: 'requests',
      limit: 0,
      how: `${beside.length} requests, half of them to each`,
    },
  ];
}

/** A commit in a folder of its own, with the packages that are installed here. */
async function checkOut(commit: string): Promise<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'parlance-before-'));
  const { code, output } = await run('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', commit, folder]);
  if (code !== 0) throw new Error(`The release before (${commit}) cannot be had: ${output}`);
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  symlinkSync(path.join(root, 'shared', 'node_modules'), path.join(folder, 'shared', 'node_modules'));
  const packages = path.join(folder, 'server', 'node_modules');
  mkdirSync(path.join(packages, '@parlance'), { recursive: true });
  symlinkSync(path.join(folder, 'shared'), path.join(packages, '@parlance', 'shared'));
  const installed = path.join(root, 'server', 'node_modules');
  for (const name of readdirSync(installed))
    if (name !== '@parlance') symlinkSync(path.join(installed, name), path.join(packages, name));
  return folder;
}

/** Runs the pinned Node in a checkout. */
async function node(
  folder: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { code, output } = await run(process.execPath, words, { cwd: folder, env });
  if (code !== 0) throw new Error(`In ${folder}: ${output}`);
}

type Services = {
  readonly origin: string;
  readonly apiBase: string;
  readonly chartsBase: string;
  stop(): Promise<void>;
};

async function startServices(folder: string, databaseUrl: string): Promise<Services> {
  const [api, charts] = (await freePorts(2)) as [number, number]; // two were asked for
  const env = {
    ...process.env,
    LOG_LEVEL: 'error',
    HOST: '127.0.0.1',
    API_PORT: String(api),
    CHARTS_PORT: String(charts),
    DATABASE_URL: databaseUrl,
    DATA_DIR: path.join(folder, '.data-of-trust'),
    WEB_ORIGIN: 'http://localhost:3000',
  };
  const child = spawn(process.execPath, [path.join(folder, 'server', 'src', 'main.ts'), 'api,charts'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.toString().includes('{"ready":true')) resolve();
    });
    void exited.then(() => reject(new Error(`The services of ${folder} ended before they were ready.`)));
  });
  const stop = async () => {
    child.kill();
    await exited;
    rmSync(path.join(folder, '.data-of-trust'), { recursive: true, force: true });
  };
  return {
    origin: 'http://localhost:3000',
    apiBase: `http://127.0.0.1:${api}`,
    chartsBase: `http://127.0.0.1:${charts}`,
    stop,
  };
}

async function ask(services: Services): Promise<Answer[]> {
  const caller = await signedInCaller(services, account);
  return askSteadily(
    [caller],
    requestsOf(services.chartsBase).filter((request) => !isOfFolders(request())),
    { perSecond, seconds },
  );
}
/** One member may have two hundred. */
const isOfFolders = ({ init }: { init?: RequestInit }) =>
  typeof init?.body === 'string' && init.body.includes('Folder ');

/** Asks before, while and after something is done. */
async function askWhile(services: Services, work: () => Promise<void>): Promise<Answer[]> {
  const [asked] = await Promise.all([ask(services), work()]);
  return asked;
}
