import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '../workspace.ts';

test('Ctrl-C ends a run with all it has started, and without a line that looks like its end', async () => {
  const child = spawn(process.execPath, [path.join(root, 'scripts', 'test.ts'), 'types'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit');
  let group: number | undefined;
  // The check of types is under way once it has started a compiler.
  while (group === undefined || inGroup(group).length < 2) {
    await wait(20);
    group = processes().find(({ parent }) => parent === child.pid)?.pid;
  }
  child.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  expect(output).not.toMatch(/\d+ passed/);
  expect(output).toContain('Broken off');
  while (inGroup(group).length > 0) await wait(20);
});

type Process = { readonly pid: number; readonly parent: number; readonly group: number };

/** Returns the running processes, without zombies. */
function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        // The name in brackets may contain anything.
        const [state = '', parent = '', group = ''] =
          readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
        return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent), group: Number(group) }];
      } catch {
        // The process has ended meanwhile.
        return [];
      }
    });
}

const inGroup = (group: number) => processes().filter((it) => it.group === group);
