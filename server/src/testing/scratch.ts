import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps what is written there in memory. In a container it may be small. */
const memory = '/dev/shm';
/** The space that two workers’ databases, files and a PostgreSQL need at most, several times over. */
const roomNeeded = 2 * 1024 ** 3;

/**
 * Creates a folder for the files of this process's tests, in memory if there is room: each test file copies a database
 * of 1,300 files, which on a disk takes half a second of processor time and more of waiting. Anything too large for
 * memory goes `onDisk`. The next process removes the leftovers of a killed one.
 */
export function makeScratch({ onDisk = false } = {}): string {
  const place = !onDisk && hasRoom() ? memory : tmpdir();
  for (const name of readdirSync(place))
    if (isLeftBehind(place, name)) rmSync(join(place, name), { recursive: true, force: true });
  return mkdtempSync(join(place, `parlance-tests-${process.pid}-`));
}

/** Makes it the place of every temporary file of this process and of those it starts. */
export function useScratch(): { remove(): void } {
  const folder = makeScratch();
  process.env['TMPDIR'] = folder;
  return { remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function hasRoom(): boolean {
  if (!existsSync(memory)) return false;
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize >= roomNeeded;
}

function isLeftBehind(place: string, name: string): boolean {
  const pid = /^parlance-tests-(\d+)-/.exec(name)?.[1];
  if (pid === undefined || statSync(join(place, name), { throwIfNoEntry: false })?.uid !== process.getuid?.())
    return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch {
    // The process has ended.
    return true;
  }
}
