import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { operatorCommands } from './commands.mjs';
import { nearestCommand, operatorHelp } from './help.ts';
import { root, run } from '../workspace.ts';

/** With a setting that no program takes: whoever reads the settings ends with its sentence. */
const operate = (...args: string[]) =>
  run(process.execPath, ['--disable-warning=ExperimentalWarning', path.join(root, 'scripts', 'operate.ts'), ...args], {
    env: { NODE_COMPILE_CACHE: path.join(root, '.build', 'compiled'), API_PORT: 'none' },
  });
const names = operatorCommands.map(({ name }) => name);

test('every command has its script, and a former name in package.json', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  }; // our own file
  for (const { name, file } of operatorCommands) {
    expect([file, existsSync(path.join(root, 'scripts', file))]).toEqual([file, true]);
    expect(scripts[name]).toBe(`node scripts/run.mjs ${name}`);
  }
});

test('without a command, or with --help, each of them is listed with how it is called and what it does', async () => {
  for (const args of [[], ['--help']]) {
    const { code, output } = await operate(...args);
    expect([code, output]).toEqual([0, `${operatorHelp()}\n`]);
    for (const { name, summary } of operatorCommands)
      expect(output).toMatch(new RegExp(`^npm run operate -- ${name} .*  ${summary.replaceAll('.', '\\.')}$`, 'm'));
  }
});

test.each(names)('%s explains itself with --help, without a setting and without doing anything', async (name) => {
  const { code, output } = await operate(name, '--help');
  expect([code, output]).toEqual([0, expect.stringContaining(`npm run operate -- ${name}`)]);
});

test('a command that fails ends with its own sentence and code', async () => {
  const { code, output } = await operate('restore', 'nowhere.tar');
  expect([code, output]).toEqual([1, expect.stringContaining('API_PORT')]);
});

test('an unknown command ends with 2 and names the nearest', async () => {
  const { code, output } = await operate('bakcup', '/backups');
  expect([code, output]).toEqual([2, expect.stringContaining('Is it “backup”?')]);
  expect(['restor', 'release', 'invoice', 'migration', 'rolback', 'sihp'].map(nearestCommand)).toEqual([
    'restore',
    'releases',
    'invoices',
    'migrate',
    'rollback',
    'ship',
  ]);
});

test('no program and no document names a former form', () => {
  const former = new RegExp(`npm run (${names.join('|')})(?![\\w-])`);
  const files = [
    'README.md',
    'CONTRIBUTING.md',
    '.env.example',
    ...globSync('docs/**/*.md', { cwd: root }),
    ...globSync('{server/src,shared/src,host/src,remote-*/src,e2e,scripts,deploy}/**/*', {
      cwd: root,
      exclude: ['**/node_modules/**', '**/dist/**'],
      withFileTypes: true,
    })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name))),
  ];
  expect(files).toContain('deploy/Dockerfile');
  expect(files.filter((file) => former.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([]);
  expect(former.test('run `npm run backup` first')).toBe(true);
});
