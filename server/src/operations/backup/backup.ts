import { checkArchive, writeArchive } from './archive.ts';
import type { Counts } from './entries.ts';
import { type Source, entriesOf } from './snapshot.ts';

/** Writes a backup to a file, replacing an existing one, and reads it back from the disk. Returns its counts. */
export async function writeBackup(source: Source, file: string): Promise<Counts> {
  await writeArchive(file, entriesOf(source));
  return checkArchive(file);
}
