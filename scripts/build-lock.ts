import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from './workspace.ts';

const lockFile = path.join(root, 'dist', '.building');

function holderIsAlive(): boolean {
  try {
    process.kill(Number(readFileSync(lockFile, 'utf8')), 0);
    return true;
  } catch (error) {
    // EPERM is another user's living process; anything else is a dead one, or a lock that has just gone.
    return (error as NodeJS.ErrnoException).code === 'EPERM'; // errors of kill and readFile carry a code
  }
}

function take(): boolean {
  try {
    writeFileSync(lockFile, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error; // errors of writeFile carry a code
    if (!holderIsAlive()) rmSync(lockFile, { force: true });
    return false;
  }
}

/** Two builds of one checkout would delete each other's files: the second waits for the first. */
export async function withBuildLock<T>(work: () => Promise<T>): Promise<T> {
  mkdirSync(path.dirname(lockFile), { recursive: true });
  let hasSaidSo = false;
  while (!take()) {
    if (!hasSaidSo) console.log('Another build of this checkout is under way; waiting for it …');
    hasSaidSo = true;
    await wait(200);
  }
  try {
    return await work();
  } finally {
    rmSync(lockFile, { force: true });
  }
}
