import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config/config.ts';
import { isNoSpace } from '../errors/no-space.ts';
import { type FileLock, lockFile } from './file-lock.ts';

const ownerOnlyFolder = 0o700;
const ownerOnlyFile = 0o600;
/** The rights of those who are neither the owner nor in the group. */
const everybody = 0o007;

/** The error code of SQLite when it cannot write. */
const sqliteFull = 13;

/** Thrown if another process has the embedded database. */
export class FolderInUse extends ConfigError {}

/**
 * Creates the folder if it is missing, accessible to its owner only. The folder of a volume belongs to root as a rule,
 * and to a group that this user is in: it stays as it is, unless everybody could read it.
 */
export function openDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: ownerOnlyFolder });
    const { uid, mode } = statSync(folder);
    if (uid === process.getuid?.() || (mode & everybody) !== 0) chmodSync(folder, ownerOnlyFolder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw new ConfigError(
      `The data folder ${folder} cannot be written (${reason}). Give it to this user, or set DATA_DIR to a folder that can be written.`,
      { cause: error },
    );
  }
}

/** The size of the database's log files (`wal_segment_size`); it ends if there is no room for the next one. */
const segmentBytes = 16 * 1024 * 1024;

/**
 * Replaces an error caused by a full disk with a sentence; others are returned unchanged. Deep in the database that
 * cause is lost: an error there, rather than at a call of the operating system, while the next log file has no room, is
 * reported as a full disk, together with its own message.
 */
export function explainFullDisk(error: unknown, folder: string, freeBytesOf = freeBytes): unknown {
  if (!(error instanceof Error) || error instanceof ConfigError) return error;
  const cause = fullDiskIn(error) ?? (!('syscall' in error) && freeBytesOf(folder) < segmentBytes ? error : undefined);
  if (cause === undefined) return error;
  return new ConfigError(
    `There is no room left on the disk of the data folder ${folder} (${cause.message}). Make room there, or set DATA_DIR to a folder on another disk.`,
    { cause: error },
  );
}

function freeBytes(folder: string): number {
  if (!existsSync(folder)) return Infinity;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function fullDiskIn(error: unknown): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  return isNoSpace(error) || ('errcode' in error && error.errcode === sqliteFull) ? error : fullDiskIn(error.cause);
}

/**
 * Locks the folder for this process: two processes on one embedded database would lose data silently. The pid file
 * beside the lock only tells who has it.
 */
export function lockDataFolder(folder: string): FileLock {
  const pidFile = join(folder, 'lock.pid');
  const lock = lockFile(join(folder, 'lock.sqlite'));
  if (lock === null)
    throw new FolderInUse(
      `The data folder ${folder} is in use by another process (pid ${holderOf(pidFile)}). Stop that one, or set DATA_DIR to another folder.`,
    );
  writeFileSync(pidFile, String(process.pid), { mode: ownerOnlyFile });
  return {
    release() {
      rmSync(pidFile, { force: true });
      lock.release();
    },
  };
}

function holderOf(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8');
  } catch {
    // The holder has the lock, and has not yet written its pid.
    return 'unknown';
  }
}
