import { DatabaseSync } from 'node:sqlite';

/** The error code of SQLite when another process holds the lock. */
const sqliteBusy = 5;

export type FileLock = { release(): void };

/**
 * Takes the lock of a file, which it makes where it is missing; null while another has it. The lock is the operating
 * system's, through SQLite's exclusive transaction, so that it ends with the process however that ends.
 */
export function lockFile(file: string): FileLock | null {
  const lock = new DatabaseSync(file);
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return null;
    throw error;
  }
  return { release: () => lock.close() };
}
