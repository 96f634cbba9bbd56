import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

/** The folders of the workspace's packages: those with a package.json at the root's first level. */
export function packageFolders(): string[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map((entry) => entry.name)
    .filter((name) => existsSync(path.join(root, name, 'package.json')))
    .sort();
}

/** The remotes are known by what they are: a folder `remote-*` that declares itself in `remote.ts`. */
export function remoteFolders(): string[] {
  return packageFolders().filter(
    (name) => name.startsWith('remote-') && existsSync(path.join(root, name, 'remote.ts')),
  );
}

export type Finish = {
  readonly code: number;
  readonly output: string;
  /** True if it did not end by itself, but by its deadline or a signal. */
  readonly wasKilled: boolean;
  /** The processor time of everything it started and waited for; undefined if the system does not report it. */
  readonly processorSeconds: number | undefined;
};

type RunOptions = {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly show?: boolean;
  readonly deadlineMs?: number;
  /**
   * True to kill its descendants with it, by its deadline or by `killGroups`. Signals of the terminal do not reach it.
   */
  readonly ownGroup?: boolean;
};

/** The programs with a group of their own that are running, by their pids. */
const groups = new Set<number>();

/** Kills every program that runs in a group of its own, with all it has started. */
export function killGroups(): void {
  for (const pid of groups) killGroup(pid);
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch (error) {
    // The whole group has ended meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error; // the error type of process.kill
  }
}

/** The processor time of all ended children, as of the last end, or of a start while none was running. */
let processorSecondsBefore: number | undefined;
let running = 0;

function programBegins(): void {
  if (running === 0) processorSecondsBefore = processorSecondsOfChildren();
  running += 1;
}

/** The processor seconds of the program that has just ended: what has come since another one did. */
function programEnds(): number | undefined {
  running -= 1;
  const [before, all] = [processorSecondsBefore, processorSecondsOfChildren()];
  processorSecondsBefore = all;
  return before === undefined || all === undefined ? undefined : all - before;
}

/** The fields in which Linux reports ended children, themselves with those they waited for, in ticks. */
const [userAt, systemAt, ticksPerSecond] = [13, 14, 100];

/** Source: proc_pid_stat(5), cutime and cstime. */
function processorSecondsOfChildren(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const stat = readFileSync('/proc/self/stat', 'utf8');
  // The name of the program stands in parentheses, and may itself have spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[userAt]) + Number(fields[systemAt])) / ticksPerSecond;
}

/** Runs a program to its end. Its output is collected, and passed through if `show` is set. */
export function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<Finish> {
  return new Promise((resolve) => {
    programBegins();
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: options.ownGroup === true,
    });
    const group = options.ownGroup === true ? child.pid : undefined;
    if (group !== undefined) groups.add(group);
    const chunks: Buffer[] = [];
    const deadline =
      options.deadlineMs === undefined
        ? undefined
        : setTimeout(() => {
            chunks.push(Buffer.from(`\nStopped: ${command} took longer than ${options.deadlineMs} ms.\n`));
            if (group === undefined) child.kill('SIGKILL');
            else killGroup(group);
          }, options.deadlineMs);
    const collect = (stream: NodeJS.WriteStream) => (chunk: Buffer) => {
      chunks.push(chunk);
      if (options.show === true) stream.write(chunk);
    };
    child.stdout.on('data', collect(process.stdout));
    child.stderr.on('data', collect(process.stderr));
    child.on('error', (error) => chunks.push(Buffer.from(String(error))));
    let processorSeconds: number | undefined;
    // Kills the descendants, which would keep its output open and the processors busy.
    child.on('exit', () => {
      processorSeconds = programEnds();
      if (group === undefined) return;
      killGroup(group);
      groups.delete(group);
    });
    child.on('close', (code) => {
      clearTimeout(deadline);
      resolve({
        code: code ?? 1,
        output: Buffer.concat(chunks).toString(),
        wasKilled: code === null,
        processorSeconds,
      });
    });
  });
}

/** Runs a Node program of a dependency, under the Node this process runs in. */
export function runNode(file: string, args: readonly string[], options: RunOptions = {}): Promise<Finish> {
  return run(process.execPath, [path.join(root, file), ...args], options);
}

/** Does `work` on every item, at most `width` at once; the results are in the order of the items. */
export async function inParallel<T, R>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index] as T; // index < length
      results[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return results;
}

export const seconds = (sinceMs: number): string => ((performance.now() - sinceMs) / 1000).toFixed(1);
