import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findPostgres } from '../server/src/testing/postgres.ts';
import { root, run } from './workspace.ts';

/** A program of the machine, or one sentence on why it is unavailable. */
export type FoundProgram = { readonly path: string } | { readonly missing: string };

const chromiumPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function findChromium(): string | undefined {
  const chosen = process.env['CHROMIUM_PATH'];
  return chosen !== undefined && existsSync(chosen) ? chosen : chromiumPlaces.find((place) => existsSync(place));
}

/**
 * Returns how this user may install Debian packages: the words before `apt-get`, or undefined if that is impossible.
 */
async function installer(): Promise<string[] | undefined> {
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  if (process.getuid?.() === 0) return ['env'];
  const { code } = await run('sudo', ['-n', 'true']);
  return code === 0 ? ['sudo', '-n', 'env'] : undefined;
}

/** Installs a Debian package; resolves with what went wrong, or undefined. */
async function install(debianPackage: string): Promise<string | undefined> {
  const prefix = await installer();
  if (prefix === undefined)
    return 'this user may not install Debian packages (neither root nor sudo without a password)';
  const [command = 'env', ...rest] = prefix;
  const apt = [...rest, 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-o', 'DPkg::Lock::Timeout=120'];
  console.log(`Installing ${debianPackage} from the system’s packages …`);
  await run(command, [...apt, 'update'], { deadlineMs: 300_000 });
  const { code, output } = await run(command, [...apt, 'install', '-y', '--no-install-recommends', debianPackage], {
    deadlineMs: 600_000,
  });
  return code === 0
    ? undefined
    : `apt-get install ${debianPackage} failed: ${output.trim().split('\n').slice(-3).join(' ')}`;
}

/** Returns the path of a Chromium, installing it if possible. */
export async function ensureChromium(): Promise<FoundProgram> {
  const there = findChromium();
  if (there !== undefined) return { path: there };
  const wrong = await install('chromium');
  const found = findChromium();
  if (found !== undefined) return { path: found };
  return {
    missing: `There is no Chromium, and ${wrong ?? 'none appeared after its package was installed'}. Install Chromium or set CHROMIUM_PATH.`,
  };
}

const firefoxPlaces = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
];

function findFirefox(): string | undefined {
  const chosen = process.env['FIREFOX_PATH'];
  return chosen !== undefined && existsSync(chosen) ? chosen : firefoxPlaces.find((place) => existsSync(place));
}

/** Returns the path of a Firefox, installing it if possible. */
export async function ensureFirefox(): Promise<FoundProgram> {
  const there = findFirefox();
  if (there !== undefined) return { path: there };
  const wrong = await install('firefox-esr');
  const found = findFirefox();
  if (found !== undefined) return { path: found };
  return {
    missing: `There is no Firefox, and ${wrong ?? 'none appeared after its package was installed'}. Install Firefox or set FIREFOX_PATH.`,
  };
}

/** Returns the folder of PostgreSQL's programs, installing them if possible. */
export async function ensurePostgres(): Promise<FoundProgram> {
  const there = findPostgres();
  if (there !== undefined) return { path: there };
  forbidSystemCluster();
  const wrong = await install('postgresql');
  const found = findPostgres();
  if (found !== undefined) return { path: found };
  return {
    missing: `There is no PostgreSQL, and ${wrong ?? 'none appeared after its package was installed'}. Install Debian’s package postgresql.`,
  };
}

/**
 * The folder into which Debian’s nginx is unpacked for the tests. Installing its package would start a server on port
 * 80.
 */
const unpackedNginx = path.join(root, '.build', 'nginx');
const nginxPlaces = ['/usr/sbin/nginx', '/usr/bin/nginx', path.join(unpackedNginx, 'usr', 'sbin', 'nginx')];

async function findNginx(): Promise<string | undefined> {
  const chosen = process.env['NGINX_PATH'];
  for (const place of [...(chosen === undefined ? [] : [chosen]), ...nginxPlaces]) {
    if (existsSync(place) && (await run(place, ['-v'])).code === 0) return place;
  }
  return undefined;
}

/**
 * Fetches Debian’s package and unpacks it, which needs no rights on the machine; resolves with what went wrong, or
 * undefined.
 */
async function unpackNginx(): Promise<string | undefined> {
  if (!existsSync('/usr/bin/apt-get')) return 'this machine has no packages of Debian';
  rmSync(unpackedNginx, { recursive: true, force: true });
  mkdirSync(unpackedNginx, { recursive: true });
  console.log('Fetching nginx from the system’s packages …');
  const download = () => run('apt-get', ['download', 'nginx'], { cwd: unpackedNginx, deadlineMs: 300_000 });
  let fetched = await download();
  const prefix = fetched.code === 0 ? undefined : await installer();
  if (prefix !== undefined) {
    // A machine that was set up long ago, or a moment ago, knows no packages or old ones.
    const [command = 'env', ...rest] = prefix;
    await run(command, [...rest, 'apt-get', 'update'], { deadlineMs: 300_000 });
    fetched = await download();
  }
  const file = readdirSync(unpackedNginx).find((name) => name.endsWith('.deb'));
  if (file === undefined)
    return `apt-get download nginx failed: ${fetched.output.trim().split('\n').slice(-3).join(' ')}`;
  const { code, output } = await run('dpkg-deb', ['-x', path.join(unpackedNginx, file), unpackedNginx]);
  return code === 0 ? undefined : `its package could not be unpacked: ${output.trim()}`;
}

/** Returns the path of nginx, unpacking it if possible. */
export async function ensureNginx(): Promise<FoundProgram> {
  const there = await findNginx();
  if (there !== undefined) return { path: there };
  const wrong = await unpackNginx();
  const found = await findNginx();
  if (found !== undefined) return { path: found };
  return {
    missing: `There is no nginx, and ${wrong ?? 'the one that was fetched does not run here'}. Install nginx or set NGINX_PATH.`,
  };
}

/** Debian's package starts a cluster of its own on port 5432 when it is installed. The tests need the programs only. */
function forbidSystemCluster(): void {
  if (process.getuid?.() !== 0) return;
  const folder = '/etc/postgresql-common/createcluster.d';
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'no-cluster-for-tests.conf'), 'create_main_cluster = false\n');
}
