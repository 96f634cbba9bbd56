import { createHash, type Hash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Pack, extract, pack } from 'tar-stream';
import * as z from 'zod/mini';
import { ConfigError } from '../../platform/config/config.ts';
import { type Counts, type Entry, counts, meaningOf, rowsIn } from './entries.ts';

const ownerOnly = 0o600;
/** The bytes behind the archive: its SHA-256 in hexadecimal digits, and a line end. */
const sumBytes = 65;

/**
 * Writes a tar archive followed by its checksum: complete and durable under its name when it resolves, and absent if it
 * rejects.
 */
export async function writeArchive(file: string, entries: AsyncIterable<Entry>): Promise<void> {
  const unfinished = `${file}.unfinished`;
  const archive = pack();
  const written = pipeline(withSum(archive), createWriteStream(unfinished, { mode: ownerOnly }));
  const filled = fill(archive, entries);
  try {
    await Promise.all([filled, written]);
    await sync(unfinished);
    await rename(unfinished, file);
    await sync(dirname(file));
  } catch (error) {
    archive.destroy();
    await Promise.allSettled([filled, written]);
    await rm(unfinished, { force: true });
    throw error;
  }
}

async function fill(archive: Pack, entries: AsyncIterable<Entry>): Promise<void> {
  for await (const { name, bytes } of entries) {
    const isTaken = await new Promise<boolean>((resolve) => {
      const place = archive.entry({ name, size: bytes.length, mode: ownerOnly, mtime: new Date(0) }, (error) =>
        resolve(!error),
      );
      place.end(bytes);
    });
    // The writer to the disk reports the reason.
    if (!isTaken) return;
  }
  archive.finalize();
}

async function* withSum(content: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const it of content) {
    const chunk = it as Buffer; // an archive is bytes
    hash.update(chunk);
    yield chunk;
  }
  yield Buffer.from(lineOf(hash));
}

const lineOf = (hash: Hash) => `${hash.digest('hex')}\n`;

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Yields the entries of an intact archive. Throws a ConfigError for any other, before the first one. */
export async function* readArchive(file: string): AsyncGenerator<Entry> {
  const size = await checkSum(file);
  const archive = extract();
  const content = createReadStream(file, { end: size - 1 });
  content.on('error', (error) => archive.destroy(error));
  content.pipe(archive);
  try {
    for await (const entry of archive) {
      const chunks: Buffer[] = [];
      for await (const chunk of entry) chunks.push(chunk as Buffer); // chunks are buffers: no encoding is set
      yield { name: entry.header.name, bytes: Buffer.concat(chunks) };
    }
  } finally {
    content.destroy();
  }
}

/** Verifies the checksum; resolves to the number of bytes before it. */
async function checkSum(file: string): Promise<number> {
  const size = (await sizeOf(file)) - sumBytes;
  if (size <= 0) throw new ConfigError(`The file ${file} is no backup, or was cut off. Nothing was changed.`);
  const hash = createHash('sha256');
  // Chunks are buffers: no encoding is set.
  for await (const chunk of createReadStream(file, { end: size - 1 })) hash.update(chunk as Buffer);
  const sum = await buffer(createReadStream(file, { start: size }));
  if (sum.toString('latin1') !== lineOf(hash))
    throw new ConfigError(
      `The file ${file} is not as it was written: it was cut off or altered. Nothing was changed; take another backup.`,
    );
  return size;
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    throw new ConfigError(`There is no backup that can be read at ${file}.`, { cause: error });
  }
}

/** Reads an archive to its end and counts its contents. Throws if they differ from the stated counts. */
export async function checkArchive(file: string): Promise<Counts> {
  const counted = countEntries();
  for await (const entry of readArchive(file)) counted.take(entry);
  return counted.compare();
}

/** Counts entries as they pass. */
export function countEntries(): {
  take(entry: Entry): void;
  /** Throws if the counts differ. */ compare(): Counts;
} {
  const rows = new Map<string, number>();
  const files = new Set<string>();
  let [jobs, bytes] = [0, 0];
  let said: Counts | null = null;
  return {
    take(entry) {
      const meant = meaningOf(entry);
      if (meant.kind === 'rows') rows.set(meant.of, (rows.get(meant.of) ?? 0) + rowsIn(entry).length);
      if (meant.kind === 'jobs') jobs += rowsIn(entry).length;
      if (meant.kind === 'file') {
        files.add(meant.of);
        bytes += entry.bytes.length;
      }
      if (meant.kind === 'counts') said = z.parse(counts, JSON.parse(entry.bytes.toString()));
    },
    compare() {
      if (said === null) throw new Error('The backup ends before its counts.');
      const { tables } = said;
      const wrong = Object.keys(tables).filter((table) => tables[table] !== (rows.get(table) ?? 0));
      if ([...rows.keys()].some((table) => !Object.hasOwn(tables, table)) || wrong.length > 0)
        throw new Error(`The backup has other rows than it says (${wrong.join(', ')}).`);
      if (said.jobs !== jobs || said.files !== files.size || said.bytes !== bytes)
        throw new Error('The backup has other jobs or files than it says.');
      return said;
    },
  };
}
