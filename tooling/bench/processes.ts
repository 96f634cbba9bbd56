import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../workspace.ts';

/** A program of ours in a process of its own. The first line it writes is its address. */
export type Helper = { readonly address: string; readonly pid: number; stop(): Promise<void> };

export async function startHelper(file: string, ...words: string[]): Promise<Helper> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path.join(root, file), ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (line: Buffer) => resolve(line.toString().trim()));
    void exited.then(() => reject(new Error(`${file} ended before it said where it is.`)));
  });
  const stop = async () => {
    child.kill();
    await exited;
  };
  return { address, pid: child.pid ?? 0, stop };
}

const ticksASecond = 100;
/** The fields of user and system time in /proc/<pid>/stat, counted after the name of the program. */
const userTime = 11;
const systemTime = 12;

/** True on Linux, which alone reports in files the resources of a process; elsewhere figures are NaN. */
const isKnown = process.platform === 'linux';

/** Seconds of processor time that a process has used, all its threads together. */
export function processorSeconds(pid: number): number {
  if (!isKnown) return Number.NaN;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[userTime]) + Number(fields[systemTime])) / ticksASecond;
}

/** Megabytes of memory that a process has at this moment. */
export function residentMegabytes(pid: number): number {
  if (!isKnown) return Number.NaN;
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1_024;
}
