import { checkArchive, writeArchive } from './archive.ts';
import type { Counts } from './entries.ts';
import { type Source, entriesOf } from './snapshot.ts';

/** Writes a backup to a file, in place of what is there, and reads it again from the disk. Gives what is in it. */
export async function writeBackup(source: Source, file: string): Promise<Counts> {
  await writeArchive(file, entriesOf(source));
  return checkArchive(file);
}
