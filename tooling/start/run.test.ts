import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { operatorCommands } from '../operate/commands.mjs';
import { nodeFlags } from '../server-node.mjs';
import { root } from '../workspace.ts';

let clone: string;

/** A checkout with nothing in it but the door, and an npx that does what the test says. */
function prepare(npx: string): NodeJS.ProcessEnv {
  for (const folder of ['scripts', 'tooling/operate']) mkdirSync(path.join(clone, folder), { recursive: true });
  mkdirSync(path.join(clone, 'bin'));
  for (const file of [
    'scripts/run.mjs',
    'tooling/operate/commands.mjs',
    'tooling/package-manager.mjs',
    'tooling/server-node.mjs',
  ])
    cpSync(path.join(root, file), path.join(clone, file));
  writeFileSync(
    path.join(clone, 'scripts', 'greet.ts'),
    'const words: string = process.argv.slice(2).join(" "); console.log(`hello ${words}`); process.exitCode = 3;\n',
  );
  writeFileSync(
    path.join(clone, 'scripts', 'operate.ts'),
    'console.log(JSON.stringify([process.argv.slice(2), process.execArgv]));\n',
  );
  writeFileSync(path.join(clone, 'pnpm-lock.yaml'), 'one');
  writeFileSync(path.join(clone, 'pnpm-workspace.yaml'), 'packages: []');
  writeFileSync(path.join(clone, 'bin', 'npx'), `#!/bin/sh\necho installing >> "${clone}/installs"\n${npx}\n`, {
    mode: 0o755,
  });
  return {
    ...process.env,
    NODE_COMPILE_CACHE: undefined,
    NODE_OPTIONS: '',
    PATH: `${path.join(clone, 'bin')}:${process.env['PATH']}`,
  };
}

const open = (env: NodeJS.ProcessEnv, ...args: string[]) =>
  spawnSync(process.execPath, [path.join(clone, 'scripts', 'run.mjs'), ...args], { env, encoding: 'utf8' });
/** Puts this Node where pnpm would put the pinned one. */
const installNode = () =>
  `mkdir -p "${clone}/node_modules/node/bin" && ln -sf "${process.execPath}" "${clone}/node_modules/node/bin/node"; echo noise`;
const installs = (env: NodeJS.ProcessEnv) =>
  spawnSync('cat', [path.join(clone, 'installs')], { env, encoding: 'utf8' })
    .stdout.trim()
    .split('\n').length;

beforeEach(() => {
  clone = mkdtempSync(path.join(tmpdir(), 'parlance-run-'));
});
afterEach(() => rmSync(clone, { recursive: true, force: true }));

test('a script is run with its arguments and its exit code, after an installation that is quiet', () => {
  const env = prepare(installNode());
  const first = open(env, 'greet', 'you', 'there');
  expect(first.stdout).toBe('hello you there\n');
  expect(first.status).toBe(3);
  expect(first.stderr).toMatch(/^Installing packages .*\nPackages installed in \d+ s\.\n$/);
});

test('what was compiled for a script is kept in the checkout for its next start, unless another place is set', () => {
  const env = prepare(installNode());
  open(env, 'greet');
  const kept = path.join(clone, '.build', 'compiled');
  expect(readdirSync(kept)).not.toEqual([]);
  rmSync(kept, { recursive: true });
  const elsewhere = path.join(clone, 'elsewhere');
  open({ ...env, NODE_COMPILE_CACHE: elsewhere }, 'greet');
  expect([existsSync(kept), existsSync(elsewhere)]).toEqual([false, true]);
});

test('packages are installed again only when the lockfile changed', () => {
  const env = prepare(installNode());
  open(env, 'greet');
  expect(open(env, 'greet').stderr).toBe('');
  expect(installs(env)).toBe(1);
  writeFileSync(path.join(clone, 'pnpm-lock.yaml'), 'two');
  open(env, 'greet');
  expect(installs(env)).toBe(2);
});

test('an installation without network is told in a sentence, with its whole output, and is tried again the next time', () => {
  const env = prepare('echo "ERR getaddrinfo ENOTFOUND registry.npmjs.org"; exit 1');
  const first = open(env, 'greet');
  expect(first.status).toBe(1);
  expect(first.stdout).toBe('');
  expect(first.stderr).toContain('getaddrinfo ENOTFOUND');
  expect(first.stderr).toContain('The package registry could not be reached.');
  open(env, 'greet');
  expect(installs(env)).toBe(2);
});

test('a script that does not exist is told in a sentence', () => {
  const env = prepare(installNode());
  const { status, stderr } = open(env, '../greet');
  expect(status).toBe(1);
  expect(stderr).toContain('There is no script “../greet”');
});

test('a former name of a command of the operator does the same, and prints one line that names the new form', () => {
  const env = prepare(installNode());
  const today = open(env, 'operate', 'backup', '/backups');
  const former = open(env, 'backup', '/backups');
  expect(JSON.parse(today.stdout)).toEqual([['backup', '/backups'], expect.anything()]);
  expect(former.stdout).toBe(today.stdout);
  expect(former.stderr).toBe('`npm run backup` goes with the next release: use `npm run operate -- backup`.\n');
  expect(open(env, 'operate', 'backup').stderr).toBe('');
});

test('a part of the server is started with what Node is told for the server, whichever name starts it', () => {
  const env = prepare(installNode());
  for (const words of [
    ['operate', 'serve', 'api'],
    ['serve', 'api'],
  ])
    expect(JSON.parse(open(env, ...words).stdout)).toEqual([['serve', 'api'], [...nodeFlags]]);
  expect(JSON.parse(open(env, 'operate', 'backup').stdout)).toEqual([
    ['backup'],
    ['--disable-warning=ExperimentalWarning'],
  ]);
});

test('every command that the documents name is there, and none runs the server by the Node of the machine', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  }; // our own file
  const documents = [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync(path.join(root, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  const named = documents.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/npm run ([a-z-]+)/g)].map(([, name = '']) => name),
  );
  expect(named).toContain('operate');
  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  const operated = documents.flatMap((file) =>
    [...readFileSync(path.join(root, file), 'utf8').matchAll(/npm run operate -- ([a-z-]+)/g)].map(
      ([, name = '']) => name,
    ),
  );
  expect(operated).toContain('backup');
  expect(operated.filter((name) => !operatorCommands.some((command) => command.name === name))).toEqual([]);
  // An older Node reads no TypeScript.
  expect(
    documents.filter((file) => readFileSync(path.join(root, file), 'utf8').includes('node server/src/main.ts')),
  ).toEqual([]);
});
