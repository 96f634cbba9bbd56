import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { Storage } from '../../platform/storage/storage.ts';
import { readRelease } from './archive.ts';
import type { ReleaseRow } from './repository.ts';

const readOnly = 0o444;
/** What nobody serves any more stays so long: another process may only just be about to. */
const keptForMs = 3_600_000;

type Release = Pick<ReleaseRow, 'remote' | 'version' | 'declaration' | 'storage_key'>;

/**
 * The files of releases as folders of this machine, `<folder>/<remote>/<version>`: written once, checked by every
 * process that serves from them.
 */
export type UnpackedReleases = {
  /** Where the files of a release are, every one of them checked. Rejects where they cannot be had. */
  folderOf(release: Release): Promise<string>;
  /** Removes the folders of releases that are not wanted any more. */
  keepOnly(releases: readonly Release[]): Promise<void>;
};

export function unpackReleases(folder: string, storage: Pick<Storage, 'get'>): UnpackedReleases {
  const checked = new Map<string, Promise<string>>();
  const placeOf = ({ remote, version }: Release) => join(folder, remote, version);
  return {
    folderOf(release) {
      const place = placeOf(release);
      const known = checked.get(place);
      if (known !== undefined) return known;
      const found = prepare(place, release, storage);
      checked.set(place, found);
      found.catch(() => checked.delete(place));
      return found;
    },
    async keepOnly(releases) {
      const wanted = new Set(releases.map(placeOf));
      for (const place of checked.keys()) if (!wanted.has(place)) checked.delete(place);
      for (const remote of await namesIn(folder)) {
        for (const version of await namesIn(join(folder, remote))) {
          const place = join(folder, remote, version);
          if (!wanted.has(place) && (await ageOf(place)) > keptForMs) await rm(place, { recursive: true, force: true });
        }
      }
    },
  };
}

async function prepare(place: string, release: Release, storage: Pick<Storage, 'get'>): Promise<string> {
  if (await isWhole(place, release)) return place;
  const stream = await storage.get(release.storage_key);
  if (stream === null) throw new Error(`The archive of ${release.remote} ${release.version} is not in the storage.`);
  const { remote, files } = readRelease(await buffer(stream));
  if (remote.name !== release.remote || remote.version !== release.version)
    throw new Error(`The archive of ${release.remote} ${release.version} is of ${remote.name} ${remote.version}.`);
  const part = `${place}.${randomUUID()}.part`;
  for (const [file, bytes] of files) {
    await mkdir(dirname(join(part, file)), { recursive: true });
    await writeFile(join(part, file), bytes, { mode: readOnly });
  }
  // What is there is not whole. Of two processes that put one in its place, both put the same.
  await rm(place, { recursive: true, force: true });
  await rename(part, place).catch(async (error: unknown) => {
    await rm(part, { recursive: true, force: true });
    if (!(await isWhole(place, release))) throw error;
  });
  return place;
}

/**
 * Whether every file is there with the bytes of its pin: it may have been written by another process, or changed by
 * somebody.
 */
async function isWhole(place: string, { declaration }: Release): Promise<boolean> {
  for (const [file, pin] of Object.entries(declaration.integrity)) {
    const bytes = await readFile(join(place, file)).catch(() => null);
    if (bytes === null || pin !== `sha384-${createHash('sha384').update(bytes).digest('base64')}`) return false;
  }
  return true;
}

const namesIn = (place: string) => readdir(place).catch(() => []);
const ageOf = (place: string) =>
  stat(place).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => 0,
  );
