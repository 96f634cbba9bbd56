import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '../../testing/asking.ts';
import { ThreadLimitReached } from './in-thread.ts';
import { LastingThreads } from './lasting-threads.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'parlance-lasting-'));
const file = pathToFileURL(path.join(folder, 'thread.mjs'));
writeFileSync(
  file,
  `import { parentPort, threadId, workerData } from 'node:worker_threads';
   let count = 0;
   parentPort.on('message', ({ id, task }) => {
     if (task === 'hang') for (;;);
     if (task === 'end') process.exit(3);
     if (task === 'fill') for (const all = []; ; ) all.push(new Array(100_000).fill(all.length));
     if (task === 'buffers') for (const all = []; ; ) { all.push(new Uint8Array(10_000_000).fill(1)); if (all.length > 100) for (;;); }
     parentPort.postMessage({ kind: 'outcome', id, outcome: { threadId, count: ++count, workerData } });
   });
   parentPort.postMessage({ kind: 'ready' });`,
);
type Outcome = { readonly threadId: number; readonly count: number; readonly workerData: unknown };
const all: LastingThreads<string, Outcome>[] = [];
const threads = (
  more: { timeMs?: number; atOnce?: number; idleMs?: number; bufferBytes?: number; workerData?: unknown } = {},
) => {
  const made = new LastingThreads<string, Outcome>({
    file,
    atOnce: 1,
    timeMs: 30_000,
    heapMegabytes: 32,
    idleMs: 60_000,
    ...more,
  });
  all.push(made);
  return made;
};
const asked = { organizationId: 'one', signal: new AbortController().signal };
const children: ChildProcess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(all.map((made) => made.end()));
  rmSync(folder, { recursive: true });
});

test('one thread answers one question after the other, and keeps what it knows', async () => {
  const of = threads();
  const [first, second, third] = await Promise.all([of.ask('a', asked), of.ask('b', asked), of.ask('c', asked)]);
  expect([first.count, second.count, third.count]).toEqual([1, 2, 3]);
  expect(new Set([first.threadId, second.threadId, third.threadId]).size).toBe(1);
});

test.each([
  ['does not answer', 'hang', { limit: 'time' }],
  ['takes more memory than it may', 'fill', { limit: 'memory' }],
  ['takes more buffers than it may', 'buffers', { limit: 'memory' }],
])('a thread that %s is ended and another takes its place; who waited is answered', async (_, task, failure) => {
  const of = threads({ timeMs: task === 'hang' ? 200 : 30_000, bufferBytes: 100_000_000 });
  const before = await of.ask('a', asked);
  const hung = of.ask(task, asked).catch((error: unknown) => error);
  const after = of.ask('b', { ...asked, organizationId: 'another' });
  expect(await hung).toBeInstanceOf(ThreadLimitReached);
  expect(await hung).toMatchObject(failure);
  expect(await after).toMatchObject({ count: 1 });
  expect((await after).threadId).not.toBe(before.threadId);
});

test('a thread finds what it is given', async () => {
  expect(await threads({ workerData: ['eng'] }).ask('a', asked)).toMatchObject({ workerData: ['eng'] });
});

test('a thread that ends by itself says so, and another takes its place', async () => {
  const of = threads();
  await expect(of.ask('end', asked)).rejects.toThrow('exit code 3');
  expect(await of.ask('a', asked)).toMatchObject({ count: 1 });
});

test('a question that is no longer wanted ends the thread that is at it', async () => {
  const of = threads();
  await of.ask('a', asked);
  const gone = new AbortController();
  const left = of.ask('hang', { ...asked, signal: gone.signal });
  setImmediate(() => gone.abort(new Error('no longer wanted')));
  await expect(left).rejects.toThrow('no longer wanted');
  expect(await of.ask('b', asked)).toMatchObject({ count: 1 });
});

test('a question that is no longer wanted before a thread has it is not waited for', async () => {
  const of = threads();
  const gone = new AbortController();
  const left = of.ask('hang', { ...asked, signal: gone.signal });
  gone.abort(new Error('no longer wanted'));
  await expect(left).rejects.toThrow('no longer wanted');
});

test('a thread that nobody asks is ended', async () => {
  const of = threads({ idleMs: 1 });
  const { threadId } = await of.ask('a', asked);
  await until(async () => (await of.ask('b', asked)).threadId !== threadId);
});

test('a process ends while a thread of it hangs, and is kept by none that waits', async () => {
  const program = path.join(folder, 'program.mjs');
  writeFileSync(
    program,
    `import { LastingThreads } from ${JSON.stringify(new URL('lasting-threads.ts', import.meta.url))};
     const threads = new LastingThreads({ file: new URL(${JSON.stringify(file)}), atOnce: 2, timeMs: 600_000, heapMegabytes: 32, idleMs: 600_000 });
     const asked = { organizationId: 'one', signal: new AbortController().signal };
     await Promise.all([threads.ask('a', asked), threads.ask('b', asked)]);
     if (process.argv[2] === 'hang') {
       process.once('SIGTERM', () => process.exit(0));
       setImmediate(() => console.log('hangs'));
       await threads.ask('hang', asked);
     }`,
  );
  const run = (...args: string[]) => {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    children.push(child);
    child.stdout.once('data', () => child.kill('SIGTERM'));
    return new Promise((resolve) => child.once('close', (code) => resolve(code)));
  };
  expect(await run()).toBe(0);
  expect(await run('hang')).toBe(0);
}, 30_000);
