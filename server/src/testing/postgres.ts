import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { freePorts } from './free-ports.ts';
import { makeScratch } from './scratch.ts';

export type ThrowawayPostgres = {
  url: string;
  stop(): Promise<void>;
  /** Kills it without warning; resolves when it is gone. */
  kill(): Promise<void>;
  /** Starts it again in the same place; resolves when it responds. */
  startAgain(): Promise<void>;
};

const debianFolder = '/usr/lib/postgresql';
/** PostgreSQL refuses to run as root; this user comes with Debian's package. */
const serviceUser = 'postgres';
const startTimeoutMs = 30_000;
const startsAtMost = 50;
const everyone = 0o711;

/**
 * Starts a PostgreSQL for a run of tests: empty, without fsync, on a free port of the loopback interface. `onDisk` for
 * millions of rows; `keepsCommits` if they must survive a kill.
 */
export async function startPostgres({
  keepsCommits = false,
  ...place
}: { onDisk?: boolean; keepsCommits?: boolean } = {}): Promise<ThrowawayPostgres> {
  const programs = findPostgres();
  if (programs === undefined)
    throw new Error(
      `The tests on PostgreSQL need its programs, and there are none below ${debianFolder} or on the PATH. Install them (\`npm test\` does where it may; on Debian: apt-get install postgresql), or set TEST_DATABASE=pglite.`,
    );
  const folder = makeScratch(place);
  // The service user has to reach its data folder in there.
  chmodSync(folder, everyone);
  const data = join(folder, 'data');
  if (isRoot()) execFileSync('install', ['-d', '-o', serviceUser, '-m', '700', data]);
  runAsService(join(programs, 'initdb'), [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '--no-sync',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
  ]);
  // Found when all else is ready: nobody has time to take it.
  const [port] = await freePorts(1);
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    fsync: 'off',
    synchronous_commit: keepsCommits ? 'on' : 'off',
    full_page_writes: 'off',
    max_connections: '200',
  };
  const [program, ...args] = asService(join(programs, 'postgres'), [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]);
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  let log = '';
  let ended: Promise<void>;
  async function start(): Promise<void> {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    child.stderr.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4000)));
    ended = new Promise((resolve) => child.once('exit', () => resolve()));
    await untilReady(
      url,
      () => child.exitCode !== null,
      () => log,
    );
  }
  await start();
  return {
    url,
    async kill() {
      // Kills the first process: the others notice that it is gone, and exit as well.
      process.kill(Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
      await ended;
    },
    async startAgain() {
      for (let tries = 1; ; tries += 1) {
        try {
          return await start();
        } catch (error) {
          // Some of the exiting processes are still there.
          if (tries === startsAtMost) throw error;
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      }
    },
    async stop() {
      // Immediate: nothing in it is worth a checkpoint. pg_ctl finds the server itself, not the runuser around it.
      runAsService(join(programs, 'pg_ctl'), ['stop', '-D', data, '-m', 'immediate', '-w']);
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Counts the connections to a database that LISTEN. */
export async function countListening(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where application_name = 'parlance-events' and datname = current_database() and query like 'listen %'`,
  );
  await client.end();
  return rows[0]?.count ?? 0;
}

const isRoot = () => process.getuid?.() === 0;

function asService(program: string, args: string[]): [string, ...string[]] {
  return isRoot() ? ['runuser', '-u', serviceUser, '--', program, ...args] : [program, ...args];
}

function runAsService(path: string, parameters: string[]): void {
  const [program, ...args] = asService(path, parameters);
  // Runs from a folder that the service user may read; PostgreSQL's programs warn otherwise.
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: '/' });
}

/** The folder of the newest PostgreSQL whose initdb and postgres can be run. Debian keeps them off the PATH. */
export function findPostgres(): string | undefined {
  const versions = existsSync(debianFolder)
    ? readdirSync(debianFolder).sort((left, right) => Number(right) - Number(left))
    : [];
  const folders = [
    ...versions.map((version) => join(debianFolder, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

async function untilReady(url: string, hasEnded: () => boolean, log: () => string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (hasEnded() || Date.now() > deadline)
        throw new Error(`The PostgreSQL of the tests did not start. It said:\n${log()}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
