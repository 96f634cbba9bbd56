import type { LookupAddress } from 'node:dns';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';

type Addresses = readonly LookupAddress[];

/** The size beyond which a file is left to the system: some block advertisers by a million names. */
const maxBytes = 1_000_000;

/** The names of a hosts file (hosts(5)), read again when the file has changed. */
export class HostsFile {
  readonly #path: string;
  #readAt = '';
  #names: ReadonlyMap<string, Addresses> = new Map();

  constructor(path = '/etc/hosts') {
    this.#path = path;
  }

  /** Returns the addresses of a name in lower case; none if the file does not say. */
  addressesOf(name: string): Addresses {
    try {
      const { size, mtimeMs } = statSync(this.#path);
      const state = `${size} ${mtimeMs}`;
      if (state !== this.#readAt) {
        this.#names = size > maxBytes ? new Map() : namesIn(readFileSync(this.#path, 'utf8'));
        this.#readAt = state;
      }
    } catch {
      // Without the file its names are not there either.
      this.#names = new Map();
      this.#readAt = '';
    }
    return this.#names.get(name) ?? [];
  }
}

function namesIn(text: string): ReadonlyMap<string, Addresses> {
  const found = new Map<string, LookupAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*/s, '').trim().toLowerCase().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names) {
      const known = found.get(name) ?? [];
      known.push({ address, family });
      found.set(name, known);
    }
  }
  return found;
}
