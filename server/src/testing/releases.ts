import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { languages } from '@parlance/shared/contract/values/language';
import type { BuiltFirstCall, BuiltRemote } from '@parlance/shared/remote/registry';
import { packRelease } from '../operations/releases/archive.ts';
import type { Surface } from '../operations/releases/surface.ts';

export { isInAudience } from '../operations/releases/audience.ts';

const contentOf = (integrity: BuiltRemote['integrity']) =>
  createHash('sha256').update(JSON.stringify(integrity)).digest('hex').slice(0, 12);
const pinOf = (content: string) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

type BuildOptions = {
  readonly name?: string;
  readonly code: string;
  readonly paths?: readonly string[];
  /** What each screen begins with. */ readonly first?: readonly Partial<BuiltFirstCall>[];
  readonly takes?: readonly string[];
  /** Further files, pinned as the others are. */ readonly files?: Readonly<Record<string, string>>;
};

/** Writes a build of a remote as webpack would, with `code` in its entry; gives what it declares. */
export function writeBuild(
  folder: string,
  {
    name = 'admin',
    code,
    paths = ['/dashboard'],
    first = [],
    takes = ['useSession'],
    files: further = {},
  }: BuildOptions,
) {
  const files: Record<string, string> = {
    ...further,
    'entry.js': code,
    ...Object.fromEntries(languages.map((language) => [`locales/${language}.json`, '{}'])),
  };
  const integrity = Object.fromEntries(
    Object.entries(files)
      .sort()
      .map(([file, content]) => [file, pinOf(content)]),
  );
  const remote = {
    name,
    version: `1.0.0-${contentOf(integrity)}`,
    entry: 'entry.js',
    container: `parlance_${name.replaceAll('-', '_')}_${'0'.repeat(24)}`,
    screens: paths.map((at) => ({ id: at.slice(1), path: at, titles: { en: at }, first })),
    reserved: [],
    locales: Object.fromEntries(languages.map((language) => [language, `locales/${language}.json`])),
    integrity,
  };
  const all = {
    ...files,
    'remote.json': JSON.stringify(remote),
    'surface.json': JSON.stringify({ '@parlance/shared/session': { version: '0.1.0', names: takes } }),
  };
  for (const [file, content] of Object.entries(all)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), content);
  }
  writeFileSync(path.join(folder, 'entry.js.br'), brotliCompressSync(code));
  return remote;
}

/** The archive of such a build, and the version that its content gives it. */
export function makeRelease(
  folder: string,
  given: BuildOptions,
): { readonly version: string; readonly archive: string } {
  const { version } = writeBuild(folder, given);
  return { version, archive: Buffer.from(packRelease(folder)).toString('base64') };
}

/** The version that what webpack built in `folder` has with other code in its entry. */
export function versionWith(folder: string, code: string): string {
  // our own build wrote it
  const remote = JSON.parse(readFileSync(path.join(folder, 'remote.json'), 'utf8')) as BuiltRemote;
  return `${remote.version.split('-')[0]}-${contentOf({ ...remote.integrity, [remote.entry]: pinOf(code) })}`;
}

type Changes = {
  /** What stands in the entry instead. */
  readonly code?: string;
  /** English texts of the whole remote, and titles, with other words. */
  readonly words?: readonly [from: string, to: string];
  /** Further names that it says to take of the host’s session. */
  readonly takes?: readonly string[];
};

/**
 * The archive of what webpack built in `folder`, changed, pinned and named by its content as a release of that would
 * be. `place` is a new folder.
 */
export function packChanged(
  folder: string,
  place: string,
  { code, words: [from, to] = ['', ''], takes }: Changes,
): { readonly version: string; readonly archive: string } {
  cpSync(folder, place, { recursive: true });
  // our own build wrote it
  const remote = JSON.parse(readFileSync(path.join(folder, 'remote.json'), 'utf8')) as BuiltRemote;
  const change = (file: string, content: string) => {
    writeFileSync(path.join(place, file), content);
    for (const ending of ['.br', '.gz']) rmSync(path.join(place, `${file}${ending}`), { force: true });
    remote.integrity[file] = pinOf(content);
  };
  const english = remote.locales['en'] ?? '';
  if (code !== undefined) change(remote.entry, code);
  if (from !== '') change(english, readFileSync(path.join(folder, english), 'utf8').replaceAll(from, to));
  for (const screen of remote.screens) if (screen.titles['en'] === from) screen.titles['en'] = to;
  remote.version = `${remote.version.split('-')[0]}-${contentOf(remote.integrity)}`;
  writeFileSync(path.join(place, 'remote.json'), JSON.stringify(remote));
  if (takes !== undefined) {
    // our own build wrote it too
    const surface = JSON.parse(readFileSync(path.join(folder, 'surface.json'), 'utf8')) as Surface;
    surface['@parlance/shared/session']?.names.push(...takes);
    writeFileSync(path.join(place, 'surface.json'), JSON.stringify(surface));
  }
  return { version: remote.version, archive: Buffer.from(packRelease(place)).toString('base64') };
}
