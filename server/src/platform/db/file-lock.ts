import { DatabaseSync } from 'node:sqlite';

/** The error code of SQLite when another process holds the lock. */
const sqliteBusy = 5;

export type FileLock = { release(): void };

/**
 * Takes the lock of a file, which it creates if missing; null while another process has it. It is a lock of the
 * operating system, through SQLite's exclusive transaction, so that it ends with the process in any case.
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
