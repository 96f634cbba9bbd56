import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lookAgain, mostUnstable, told } from './second-look.ts';
import type { SecondLook, Suite } from './second-look.ts';
import { totalLine } from './results.ts';
import { jestSuite } from './suites.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parlance-looks-'));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(
    path.join(folder, 'jest.config.mjs'),
    `export default { testEnvironment: 'node', transform: {}, testMatch: ['**/*.test.mjs'] };`,
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A file of tests, in the words of a program. */
const file = (name: string, text: string) =>
  writeFileSync(
    path.join(folder, `${name}.test.mjs`),
    `import { existsSync, writeFileSync } from 'node:fs';\nimport { spawn } from 'node:child_process';\n${text}\n`,
  );
/** Returns an expression for such a file that is true from its second evaluation on. */
const known = (mark: string) =>
  `(existsSync('${path.join(folder, mark)}') || (writeFileSync('${path.join(folder, mark)}', ''), false))`;

async function runAndLookAgain(suite: Suite): Promise<SecondLook> {
  return lookAgain([{ suite, result: await suite.run() }]);
}
const looked = (deadlineMs?: number) =>
  runAndLookAgain(jestSuite({ name: 'things', folder, ...(deadlineMs === undefined ? {} : { deadlineMs }) }));

test('what fails in the run and passes alone is passed, and said to be unstable', async () => {
  file('good', `test('holds', () => {});`);
  file(
    'unlucky',
    `test('holds', () => {}); describe('a group', () => test('fails at first', () => { if (!${known('seen')}) throw new Error('too slow'); }));`,
  );
  const look = await looked();
  expect(totalLine(look.results)).toBe('3 passed, 0 failed');
  expect(look.unstable).toEqual([
    { suite: 'things', file: 'unlucky.test.mjs', test: 'a group fails at first', line: 'Error: too slow', look: 2 },
  ]);
  expect(look.failed).toEqual([]);
  expect(told(look)).toContain(
    'things, unlucky.test.mjs: a group fails at first\n    Error: too slow (green at look 2)',
  );
});

test('a file has a third look, and no fourth', async () => {
  file(
    'third',
    `test('fails twice', () => { if (!${known('one')} || !${known('two')}) throw new Error('not yet'); });`,
  );
  file(
    'fourth',
    `test('fails three times', () => { if (!${known('a')} || !${known('b')} || !${known('c')}) throw new Error('not yet'); });`,
  );
  const look = await looked();
  expect(totalLine(look.results)).toBe('1 passed, 1 failed');
  expect(look.unstable).toMatchObject([{ file: 'third.test.mjs', look: 3 }]);
  expect(look.failed).toEqual([
    { suite: 'things', file: 'fourth.test.mjs', test: 'fails three times', line: 'Error: not yet' },
  ]);
});

test('what always fails is failed, and a file that does not load', async () => {
  file('wrong', `test('is wrong', () => { throw new Error('wrong'); }); test('is right', () => {});`);
  file('broken', `import './nothing.mjs'; test('is never run', () => {});`);
  const look = await looked();
  expect(totalLine(look.results)).toBe('1 passed, 2 failed');
  expect(look.failed.find(({ file: name }) => name === 'wrong.test.mjs')).toMatchObject({
    test: 'is wrong',
    line: 'Error: wrong',
  });
  expect(look.failed.find(({ file: name }) => name === 'broken.test.mjs')).toMatchObject({
    test: '(the file itself)',
    line: expect.stringContaining('nothing.mjs'),
  });
  expect(look.failed).toHaveLength(2);
  expect(look.unstable).toEqual([]);
});

test('a skipped test is failed however often one looks', async () => {
  file('skips', `test('holds', () => {}); test.skip('is left out', () => {});`);
  expect(totalLine((await looked()).results)).toBe('1 passed, 1 failed');
});

test('a suite that hangs is killed with all it has started, and run once more as a whole', async () => {
  const pidFile = path.join(folder, 'pid');
  file(
    'hangs',
    `test('hangs at first', () => { if (${known('hung')}) return; writeFileSync('${pidFile}', String(spawn('sleep', ['1000']).pid)); for (;;); });`,
  );
  const look = await looked(5000);
  expect(totalLine(look.results)).toBe('1 passed, 0 failed');
  expect(look.unstable).toEqual([
    {
      suite: 'things',
      file: '(all of it)',
      test: '(the suite itself)',
      line: 'was killed before it could report',
      look: 2,
    },
  ]);
  expect(isAlive(Number(readFileSync(pidFile, 'utf8')))).toBe(false);
});

test('a suite that hangs both times is failed', async () => {
  file('hangs', `test('hangs', () => { for (;;); });`);
  const look = await looked(3000);
  expect(totalLine(look.results)).toBe('0 passed, 1 failed');
  expect(look.unstable).toEqual([]);
});

test('a suite whose process is killed before it reports is run once more as a whole', async () => {
  file(
    'kills',
    `test('kills the run at first', () => { if (!${known('killed')}) process.kill(process.pid, 'SIGKILL'); });`,
  );
  const look = await looked();
  expect(totalLine(look.results)).toBe('1 passed, 0 failed');
  expect(look.unstable).toHaveLength(1);
});

test('more red files than may be unstable are not looked at again', async () => {
  for (let count = 0; count <= mostUnstable; count += 1)
    file(
      `unlucky-${count}`,
      `test('fails at first', () => { if (!${known(`seen-${count}`)}) throw new Error('too slow'); });`,
    );
  const look = await looked();
  expect(totalLine(look.results)).toBe(`0 passed, ${mostUnstable + 1} failed`);
  expect(look.unstable).toEqual([]);
  expect(look.failed).toHaveLength(mostUnstable + 1);
});

/** A process that has ended and that nobody has asked for yet is none any more. */
function isAlive(pid: number): boolean {
  return existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
}
