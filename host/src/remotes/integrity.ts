import type { RegistryEntry } from '@parlance/shared/remote/registry';

/** Where a remote's build looks for the integrity of its files (webpack/pinned-chunks.mjs): a name user content cannot take. */
const pinsKey = Symbol.for('parlance.integrity');

/** The integrity of a file of a remote, or an error: what is not pinned does not run. */
export function pinOf(entry: RegistryEntry, file: string): string {
  const pin = entry.remote.integrity[file];
  if (pin === undefined || !pin.startsWith('sha384-')) {
    throw new Error(`The registry gives no integrity for ${entry.base}${file}; it is not loaded. Build the remote again and replace its registry line.`);
  }
  return pin;
}

/** Lets the remotes' own chunk loading ask for the pin of an address. Cannot be replaced once it stands. */
export function publishPins(remotes: readonly RegistryEntry[]): void {
  const find = (url: string): string => {
    const { origin, pathname } = new URL(url, window.location.href);
    const entry = remotes.find(({ base }) => origin === window.location.origin && pathname.startsWith(base));
    if (entry === undefined) throw new Error(`${url} belongs to no remote of the registry; it is not loaded.`);
    return pinOf(entry, decodeURIComponent(pathname.slice(entry.base.length)));
  };
  Object.defineProperty(globalThis, pinsKey, { value: find, writable: false, configurable: false });
}
