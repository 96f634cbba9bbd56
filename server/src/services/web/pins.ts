import { createHash } from 'node:crypto';
import type { RegistryEntry } from '@parlance/shared/remote/registry';

/** Files in which a build describes itself to other builds. */
const ofBuild: readonly string[] = ['mf-manifest.json', 'mf-stats.json'];
/** True for files a browser fetches by itself. A style sheet cannot pin a font. */
const isFetched = (file: string) => /\.(js|css|json)$/.test(file) && !ofBuild.includes(file);

type Pins = {
  /** File → integrity of whatever a browser fetches of the remote by itself. */
  readonly table: Readonly<Record<string, string>>;
  /** The same as a file below the remote’s base. It is named by its content, so it may be kept for ever. */
  readonly file: string;
  readonly content: string;
  readonly integrity: string;
};

const made = new WeakMap<RegistryEntry, Pins>();

/**
 * The pins of a remote. There are hundreds of them, and nothing makes them smaller: a page says those of the remote
 * that it shows, and of the others one pin for the file with theirs.
 */
export function pinsOf(entry: RegistryEntry): Pins {
  const known = made.get(entry);
  if (known !== undefined) return known;
  const table = Object.fromEntries(Object.entries(entry.remote.integrity).filter(([file]) => isFetched(file)));
  const content = JSON.stringify(table);
  const hash = createHash('sha384').update(content);
  const pins: Pins = {
    table,
    content,
    file: `pins.${hash.copy().digest('hex').slice(0, 16)}.json`,
    integrity: `sha384-${hash.digest('base64')}`,
  };
  made.set(entry, pins);
  return pins;
}

/**
 * Returns the parts of a registry line that a browser needs: the files and first requests of a screen are the server’s
 * business.
 */
export function forBrowser(entry: RegistryEntry, isShown: boolean): RegistryEntry {
  const { base, remote } = entry;
  const { table, file, integrity } = pinsOf(entry);
  const described = { ...remote, screens: remote.screens.map((screen) => ({ ...screen, files: [], first: [] })) };
  if (isShown) return { base, remote: { ...described, integrity: table } };
  return {
    base,
    remote: {
      ...described,
      integrity: Object.fromEntries(Object.entries(table).filter(([name]) => name === remote.entry)),
    },
    pins: { file, integrity },
  };
}
