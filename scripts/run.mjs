// The one door to every npm script. Runs under whatever Node (20 or newer) the machine has, needs no dependency,
// installs what is missing and hands over to the pinned Node 24: `node scripts/run.mjs <script> [arguments]`.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { operatorCommands } from '../tooling/operate/commands.mjs';
import { packageManager } from '../tooling/package-manager.mjs';
import { nodeEnvironment, nodeFlags } from '../tooling/server-node.mjs';

const oldestNode = 20;
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const pinnedNode = path.join(root, 'node_modules', 'node', 'bin', 'node');
const stampFile = path.join(root, 'node_modules', '.installed-lockfile');

const say = (sentence) => process.stderr.write(`${sentence}\n`);
function stop(sentence) {
  say(sentence);
  process.exit(1);
}

function checkMachine() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < oldestNode) {
    stop(
      `Parlance needs Node ${oldestNode} or newer to start; this is Node ${process.versions.node}. Install a newer one from https://nodejs.org and run the command again.`,
    );
  }
  try {
    accessSync(root, constants.W_OK);
  } catch {
    stop(
      `The folder ${root} is not writable for this user. Packages and builds are put there: change its owner or clone it somewhere else.`,
    );
  }
}

/** Changes exactly when what has to be installed changes. */
function wantedStamp() {
  const hash = createHash('sha256');
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

/** A package that was added, or whose node_modules somebody removed, is not installed whatever the stamp says. */
function everyPackageIsLinked() {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(path.join(root, entry.name, 'package.json')))
    .every((entry) => entry.name === 'node_modules' || existsSync(path.join(root, entry.name, 'node_modules')));
}

function isInstalled(stamp) {
  return (
    existsSync(pinnedNode) &&
    existsSync(stampFile) &&
    readFileSync(stampFile, 'utf8') === stamp &&
    everyPackageIsLinked()
  );
}

/** Runs a command without showing its output; resolves with the code and everything it wrote. */
function runQuietly(command, args) {
  return new Promise((resolve) => {
    // CI=true: pnpm asks no questions, even where there is a terminal.
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, CI: 'true' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const chunks = [];
    child.stdout.on('data', (chunk) => chunks.push(chunk));
    child.stderr.on('data', (chunk) => chunks.push(chunk));
    child.on('error', (error) => resolve({ code: 127, output: String(error) }));
    child.on('close', (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }));
  });
}

function explainInstallFailure(output) {
  if (/\bspawn\b.*ENOENT/.test(output))
    return 'npx was not found. It comes with npm: install npm and run the command again.';
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|META_FETCH_FAIL|network/i.test(output)) {
    return 'The package registry could not be reached. The first start needs the network (npm’s registry, or the one in your .npmrc); later starts do not.';
  }
  if (/EACCES|EROFS|EPERM/.test(output))
    return 'A file or folder could not be written (see above). Check who owns this folder and npm’s cache.';
  if (/ENOSPC/.test(output)) return 'The disk is full.';
  if (/OUTDATED_LOCKFILE|frozen-lockfile/.test(output))
    return `pnpm-lock.yaml does not match the package.json files. Run \`npx ${packageManager} install\` and commit the lockfile.`;
  return 'The installation failed; its output stands above.';
}

async function install(stamp) {
  const begun = Date.now();
  say('Installing packages (the first time this takes a minute or two) …');
  const { code, output } = await runQuietly('npx', ['--yes', packageManager, 'install', '--frozen-lockfile']);
  if (code !== 0) {
    say(output);
    stop(explainInstallFailure(output));
  }
  writeFileSync(stampFile, stamp);
  say(`Packages installed in ${Math.round((Date.now() - begun) / 1000)} s.`);
}

/** The scripts, and commands of the operator, in which the server itself runs. */
const servers = ['start', 'serve'];

/** Hands over to the script. Signals go to it; this process ends when it has ended, with its code. */
function runScript(name, args) {
  const env = {
    // What was compiled for one program is there for the next start of it, and for those that it starts.
    NODE_COMPILE_CACHE: path.join(root, '.build', 'compiled'),
    ...process.env,
    PATH: `${path.dirname(pinnedNode)}${path.delimiter}${process.env.PATH ?? ''}`,
  };
  const [flags, settings] = servers.includes(name === 'operate' ? args[0] : name)
    ? [nodeFlags, { ...nodeEnvironment, ...env }]
    : [['--disable-warning=ExperimentalWarning'], env];
  const child = spawn(pinnedNode, [...flags, path.join(root, 'scripts', `${name}.ts`), ...args], {
    cwd: root,
    env: settings,
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('error', (error) =>
    stop(`The pinned Node could not be started: ${error.message}. Remove node_modules and run the command again.`),
  );
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)));
}

const [typed, ...rest] = process.argv.slice(2);
// In this release a command of the operator is still a script of its own, too.
const isFormerName = operatorCommands.some((command) => command.name === typed);
const [name, ...args] = isFormerName ? ['operate', typed, ...rest] : [typed, ...rest];
checkMachine();
if (name === undefined || !/^[a-z-]+$/.test(name) || !existsSync(path.join(root, 'scripts', `${name}.ts`))) {
  stop(`There is no script “${name ?? ''}” in scripts/. Those there are stand in package.json.`);
}
if (isFormerName) say(`\`npm run ${typed}\` goes with the next release: use \`npm run operate -- ${typed}\`.`);
const stamp = wantedStamp();
if (!isInstalled(stamp)) await install(stamp);
runScript(name, args);
