import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';

let folder: string;
let builders: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'parlance-build-lock-'));
  builders = [];
});
afterEach(() => {
  for (const builder of builders) builder.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/**
 * A process that works under the lock until it is told to leave. It tells when it begins, and whether it is alone then.
 * A hesitating one tells before it removes a file that it found, and does so once it is let.
 */
const program = `
  import fs, { existsSync, rmSync, writeFileSync } from 'node:fs';
  import { once } from 'node:events';
  import { syncBuiltinESMExports } from 'node:module';
  const [folder, manner] = process.argv.slice(1);
  if (manner === 'hesitating') {
    const remove = fs.rmSync;
    fs.rmSync = (...what) => {
      process.send('removes');
      while (!existsSync(folder + '/let')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
      remove(...what);
    };
    syncBuiltinESMExports();
  }
  const { withBuildLock } = await import(${JSON.stringify(path.join(import.meta.dirname, 'lock.ts'))});
  await withBuildLock(async () => {
    const isAlone = !existsSync(folder + '/building');
    writeFileSync(folder + '/building', '');
    process.send(isAlone ? 'works alone' : 'works beside another');
    await once(process, 'message');
    rmSync(folder + '/building', { force: true });
  }, folder);
  process.disconnect();`;

function build(manner = 'prompt'): ChildProcess {
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module'];
  const builder = spawn(process.execPath, [...flags, '-e', program, folder, manner], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  builders.push(builder);
  return builder;
}

async function said(builder: ChildProcess): Promise<unknown> {
  const [words]: unknown[] = await once(builder, 'message');
  return words;
}

async function begun(builder: ChildProcess): Promise<unknown> {
  const words = await said(builder);
  return words === 'removes' ? begun(builder) : words;
}

async function waits(builder: ChildProcess): Promise<void> {
  const [line]: unknown[] = await once(builder.stdout as Readable, 'data'); // a pipe, as it was started
  expect(String(line)).toContain('Another build of this checkout is under way');
}

async function die(builder: ChildProcess): Promise<void> {
  const ended = once(builder, 'exit');
  builder.kill('SIGKILL');
  await ended;
  rmSync(path.join(folder, 'building'));
}

test('who waits goes on when the one before is through, and when it has died', async () => {
  const first = build();
  expect(await said(first)).toBe('works alone');
  const second = build();
  const secondBegins = said(second);
  await waits(second);
  await die(first);
  expect(await secondBegins).toBe('works alone');
  const third = build();
  const thirdBegins = said(third);
  await waits(third);
  second.send('leave');
  expect(await thirdBegins).toBe('works alone');
});

test('of two that find the lock of a process that died, the slower one leaves the other its own', async () => {
  const dying = build();
  expect(await said(dying)).toBe('works alone');
  await die(dying);
  const slow = build('hesitating');
  const slowBegins = begun(slow);
  await once(slow, 'message');
  const other = build();
  const otherBegins = begun(other);
  await Promise.race([otherBegins, slowBegins.then(() => waits(other))]);
  writeFileSync(path.join(folder, 'let'), '');
  expect(await slowBegins).toBe('works alone');
  slow.send('leave');
  expect(await otherBegins).toBe('works alone');
});
