import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { type FileHandle, access, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Storage, checkStorageKey } from './storage.ts';

const ownerOnlyFolder = 0o700;
const ownerOnlyFile = 0o600;
/** Two digits make 256 folders, none of which grows beyond what a file system lists well. */
const digitsOfFolder = 2;

/** Creates a storage in a folder of this machine. With several machines, all of them must see the folder. */
export function createFolderStorage(folder: string): Storage {
  const placeOf = (key: string) => join(folder, checkStorageKey(key).slice(0, digitsOfFolder), key);
  return {
    async put(key, content) {
      const place = placeOf(key);
      const unfinished = `${place}.unfinished`;
      await mkdir(dirname(place), { recursive: true, mode: ownerOnlyFolder });
      await writeDurably(unfinished, place, content);
      await rename(unfinished, place);
      await sync(dirname(place));
    },
    async get(key) {
      const stream = createReadStream(placeOf(key));
      try {
        await once(stream, 'open');
        return stream;
      } catch (error) {
        if (typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOENT') return null;
        throw error;
      }
    },
    async delete(key) {
      const place = placeOf(key);
      await rm(place, { force: true });
      // Left by a process that died while writing.
      await rm(`${place}.unfinished`, { force: true });
    },
  };
}

async function writeDurably(
  path: string,
  place: string,
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  // Fails if the file exists: its other writer continues undisturbed.
  const file: FileHandle = await open(path, 'wx', ownerOnlyFile);
  try {
    // Nobody else uses the key meanwhile: they would need the same unfinished file.
    if (await isThere(place)) throw new Error('Something lies under this key already.');
    for await (const chunk of content) await file.writeFile(chunk);
    await file.sync();
    await file.close();
  } catch (error) {
    await file.close();
    await rm(path, { force: true });
    throw error;
  }
}

const isThere = (place: string) =>
  access(place).then(
    () => true,
    () => false,
  );

/** Syncs a folder: a new name is durable only when its folder is. */
async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
