import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { lockFile } from '../../server/src/platform/db/file-lock.ts';
import { root } from '../workspace.ts';

/** Two builds of one checkout would delete each other's files: the second waits for the first. */
export async function withBuildLock<T>(work: () => Promise<T>, folder = path.join(root, 'dist')): Promise<T> {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, '.building.sqlite');
  let lock = lockFile(file);
  if (lock === null) console.log('Another build of this checkout is under way; waiting for it …');
  while (lock === null) {
    await wait(200);
    lock = lockFile(file);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}
