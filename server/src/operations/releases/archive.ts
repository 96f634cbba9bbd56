import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { releaseVersion, remoteName } from '@parlance/shared/contract/api/releases/releases';
import { languages } from '@parlance/shared/contract/values/language';
import { type BuiltRemote, builtRemote } from '@parlance/shared/remote/registry';
import { type Unzipped, type Zippable, unzipSync, zipSync } from 'fflate';
import * as z from 'zod/mini';
import { type Surface, surface } from './surface.ts';

const declarationFile = 'remote.json';
const surfaceFile = 'surface.json';
/** What a web service sends instead of a file where a browser takes it. */
const siblings: Readonly<Record<string, (bytes: Uint8Array, most: number) => Uint8Array>> = {
  '.br': (bytes, most) => brotliDecompressSync(bytes, { maxOutputLength: most }),
  '.gz': (bytes, most) => gunzipSync(bytes, { maxOutputLength: most }),
};
/** The same files, the same bytes: an archive has no times of its own. */
const noTime = new Date('2000-01-01T00:00:00');
const entriesAtMost = 5000;
/** Bytes of all files of a release. */
const inflatedAtMost = 100_000_000;
/** Of folders and files: no name leads out of the folder, none is hidden. */
const safePath = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;

/** A release that was read and holds: every file is the one its declaration pins. */
export type Release = {
  readonly remote: BuiltRemote;
  readonly surface: Surface;
  readonly files: ReadonlyMap<string, Uint8Array>;
};

/** Why an archive is no release, one sentence each. */
export class ReleaseRefused extends Error {
  readonly reasons: readonly string[];
  constructor(reasons: readonly string[]) {
    super(reasons.join('\n'));
    this.reasons = reasons;
  }
}

/**
 * The archive of a remote's build: its declaration, its surface, and the files that are pinned, as they are and
 * compressed.
 */
export function packRelease(folder: string): Uint8Array {
  // whoever takes it in checks it
  const { integrity } = JSON.parse(readFileSync(join(folder, declarationFile), 'utf8')) as BuiltRemote;
  const pinned = Object.keys(integrity).sort();
  const compressed = pinned
    .flatMap((file) => Object.keys(siblings).map((ending) => `${file}${ending}`))
    .filter((file) => existsSync(join(folder, file)));
  const files: Zippable = {};
  for (const file of [declarationFile, surfaceFile, ...pinned])
    files[file] = [readFileSync(join(folder, file)), { level: 6 }];
  for (const file of compressed) files[file] = [readFileSync(join(folder, file)), { level: 0 }];
  return zipSync(files, { mtime: noTime });
}

/**
 * Reads an archive and checks all of it: its names, its declaration, the integrity of every file, its name by its
 * content. Throws ReleaseRefused.
 */
export function readRelease(archive: Uint8Array): Release {
  const files = new Map(Object.entries(unzip(archive)).filter(([name]) => !name.endsWith('/')));
  const unsafe = [...files.keys()].filter((name) => !safePath.test(name));
  if (unsafe.length > 0)
    throw new ReleaseRefused(unsafe.map((name) => `The name ${JSON.stringify(name)} may not stand in a release.`));
  const remote = parsed(files, declarationFile, builtRemote);
  const taken = parsed(files, surfaceFile, surface);
  const faults = [...declarationFaults(remote), ...integrityFaults(remote, files)];
  if (faults.length > 0) throw new ReleaseRefused(faults);
  return { remote, surface: taken, files };
}

function unzip(archive: Uint8Array): Unzipped {
  let entries = 0;
  let inflated = 0;
  try {
    return unzipSync(archive, {
      filter: ({ originalSize }) => {
        entries += 1;
        inflated += originalSize;
        if (entries > entriesAtMost || inflated > inflatedAtMost)
          throw new ReleaseRefused([`A release has at most ${entriesAtMost} files and ${inflatedAtMost} bytes.`]);
        return true;
      },
    });
  } catch (error) {
    if (error instanceof ReleaseRefused) throw error;
    throw new ReleaseRefused(['The archive is damaged.']);
  }
}

function parsed<S extends z.ZodMiniType>(files: ReadonlyMap<string, Uint8Array>, file: string, schema: S): z.output<S> {
  const bytes = files.get(file);
  if (bytes === undefined)
    throw new ReleaseRefused([`${file} is missing. Build the remote with this checkout’s tooling/build/programs.ts.`]);
  try {
    return z.parse(schema, JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch (error) {
    throw new ReleaseRefused([
      `${file} cannot be read: ${error instanceof z.core.$ZodError ? z.prettifyError(error) : String(error)}`,
    ]);
  }
}

function declarationFaults(remote: BuiltRemote): string[] {
  const pinned = (file: string) => Object.hasOwn(remote.integrity, file);
  const named = [remote.entry, ...Object.values(remote.locales), ...remote.screens.flatMap(({ files }) => files)];
  const untranslated = languages.filter((language) => remote.locales[language] === undefined);
  const content = createHash('sha256').update(JSON.stringify(remote.integrity)).digest('hex').slice(0, 12);
  return [
    ...(remoteName.safeParse(remote.name).success ? [] : [`“${remote.name}” is no name of a remote.`]),
    ...(releaseVersion.safeParse(remote.version).success && remote.version.endsWith(`-${content}`)
      ? []
      : [`Its version ${remote.version} does not name its content, which is ${content}.`]),
    ...(/^\w{24,120}$/.test(remote.container) ? [] : [`“${remote.container}” is no name of a container.`]),
    ...[...new Set(named)].filter((file) => !pinned(file)).map((file) => `${file} is named and not pinned.`),
    ...(untranslated.length === 0 ? [] : [`It has no texts in ${untranslated.join(', ')}.`]),
  ];
}

function integrityFaults({ integrity }: BuiltRemote, files: ReadonlyMap<string, Uint8Array>): string[] {
  const missing = Object.keys(integrity).filter((file) => !files.has(file));
  const faulty = [...files].filter(
    ([file, bytes]) => file !== declarationFile && file !== surfaceFile && !isPinned(file, bytes, integrity, files),
  );
  return [
    ...missing.map((file) => `${file} is pinned and missing.`),
    ...faulty.map(([file]) => `${file} has other bytes than the ones that are pinned.`),
  ];
}

/** A file has the bytes of its pin; a compressed one holds what stands beside it. */
function isPinned(
  file: string,
  bytes: Uint8Array,
  integrity: BuiltRemote['integrity'],
  files: ReadonlyMap<string, Uint8Array>,
): boolean {
  if (Object.hasOwn(integrity, file))
    return integrity[file] === `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
  const original = files.get(file.slice(0, -3));
  const inflate = siblings[file.slice(-3)];
  if (original === undefined || inflate === undefined || !Object.hasOwn(integrity, file.slice(0, -3))) return false;
  try {
    return Buffer.compare(inflate(bytes, original.length), original) === 0;
  } catch {
    return false; // it is not compressed, or holds more
  }
}
