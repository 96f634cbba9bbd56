import type { RegistryEntry } from '@parlance/shared/remote/registry';
import { FileError } from './file-error.ts';

/**
 * The key under which a remote's build finds the integrity of its files (tooling/build/plugins/pinned-chunks.ts): a
 * name user content cannot take.
 */
const pinsKey = Symbol.for('parlance.integrity');

/** The timeout for a remote's pins in milliseconds: as for its entry (federation.ts). */
const deadline = 10_000;

/** File → integrity, by the base of a remote: the pins that are not in the page’s registry. */
const tables = new Map<string, Readonly<Record<string, string>>>();
const underWay = new Map<string, { readonly end: Promise<void>; readonly giveUp: AbortController }>();
/** Files for which the browser may have cached bytes other than the pinned ones. */
const failed = new Set<string>();

/**
 * Fetches the pins of a remote if the page does not have them; nothing else of it can be loaded before. Concurrent
 * callers share a request, and a call after a failure retries.
 */
export function loadPins(entry: RegistryEntry): Promise<void> {
  const { base, pins } = entry;
  if (pins === undefined || tables.has(base)) return Promise.resolve();
  const known = underWay.get(base);
  if (known !== undefined) return known.end;
  const giveUp = new AbortController();
  const end = fetchPins(`${base}${pins.file}`, pins.integrity, giveUp.signal)
    .then((table) => void tables.set(base, table))
    .finally(() => underWay.delete(base));
  underWay.set(base, { end, giveUp });
  return end;
}

/** Fails the pending pins of a remote. */
export const giveUpPins = ({ base }: RegistryEntry): void => underWay.get(base)?.giveUp.abort();

async function fetchPins(
  url: string,
  integrity: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  try {
    const answer = await fetch(url, {
      integrity,
      cache: failed.has(url) ? 'reload' : 'default',
      signal: AbortSignal.any([signal, AbortSignal.timeout(deadline)]),
    });
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}.`);
    // The web service wrote it, and the page names its bytes.
    return (await answer.json()) as Readonly<Record<string, string>>;
  } catch (error) {
    failed.add(url);
    throw new FileError(`${url} could not be loaded, or its bytes are not the ones of the registry.`, url, {
      cause: error,
    });
  }
}

/** Returns the integrity of a remote's file. Throws if it is not pinned: such a file does not run. */
export function pinOf(entry: RegistryEntry, file: string): string {
  const pin = entry.remote.integrity[file] ?? tables.get(entry.base)?.[file];
  if (pin === undefined || !pin.startsWith('sha384-')) {
    throw new Error(
      `The registry gives no integrity for ${entry.base}${file}; it is not loaded. Build the remote again and replace its registry line.`,
    );
  }
  return pin;
}

/** Publishes the pins for the remotes' own chunk loading. The property cannot be replaced once defined. */
export function publishPins(remotes: readonly RegistryEntry[]): void {
  const find = (url: string): string => {
    const { origin, pathname } = new URL(url, window.location.href);
    const entry = remotes.find(({ base }) => origin === window.location.origin && pathname.startsWith(base));
    if (entry === undefined) throw new Error(`${url} belongs to no remote of the registry; it is not loaded.`);
    return pinOf(entry, decodeURIComponent(pathname.slice(entry.base.length)));
  };
  Object.defineProperty(globalThis, pinsKey, { value: find, writable: false, configurable: false });
}
