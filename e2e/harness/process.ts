import { spawn } from 'node:child_process';
import path from 'node:path';
import { nodeFlags } from '../../tooling/server-node.mjs';

export const root = path.resolve(import.meta.dirname, '..', '..');
/** A cold start where thirty programs share two processors; less than a hook may take. */
const readyDeadlineMs = 240_000;
/** Characters within which a process says that it is ready: its log is not searched for ever. */
const readyWithin = 100_000;

/** A process of the built product that has been started. */
export type RunningProcess = {
  readonly pid: number;
  /** Resolves when it has said in a line that it serves; rejects when it has ended before or says nothing. */
  readonly ready: Promise<void>;
  /** Resolves with its exit code. */
  readonly exited: Promise<number | null>;
  kill(signal: NodeJS.Signals): void;
};

/** Starts all of the product, or the `part` that is named. `hear` is given everything that it writes. */
export function startProcess(part: string, env: NodeJS.ProcessEnv, hear: (text: string) => void): RunningProcess {
  const child = spawn(process.execPath, [...nodeFlags, path.join(root, 'server', 'src', 'main.ts'), part], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  let said = '';
  const ready = new Promise<void>((resolve, reject) => {
    const overdue = setTimeout(
      () => reject(new Error(`A process (${part}) was not ready within ${readyDeadlineMs} ms.`)),
      readyDeadlineMs,
    );
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        hear(chunk.toString());
        if (stream === child.stdout && said.length < readyWithin) said += chunk.toString();
        if (!said.includes('{"ready":true')) return;
        clearTimeout(overdue);
        resolve();
      });
    }
    void exited.then((code) => {
      clearTimeout(overdue);
      reject(new Error(`A process (${part}) ended with code ${code} before it was ready.`));
    });
  });
  // whoever waits for it is told; one that is killed while it starts is waited for by nobody
  ready.catch(() => undefined);
  return { pid: child.pid ?? 0, exited, ready, kill: (signal) => void child.kill(signal) };
}
