import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps what is written there in memory. In a container it may be small. */
const memory = '/dev/shm';
/** The space that two workers’ databases, files and a PostgreSQL need at most, several times over. */
const roomNeeded = 2 * 1024 ** 3;

/**
 * A folder for what the tests of this process write, in memory where there is room: each file of tests has a copy of a
 * database in 1,300 files, and a disk makes of each copy half a second of processor time and more of waiting. What is
 * too much for memory goes `onDisk`. What a process has left behind that was killed is taken away by the next.
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
