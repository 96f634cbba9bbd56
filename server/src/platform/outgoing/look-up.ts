import type { LookupAddress, LookupAllOptions, LookupOneOptions } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { HostsFile } from './hosts-file.ts';
import { lookUpPublic } from './public-lookup.ts';

type Addresses = readonly LookupAddress[];
type LookUp = (hostname: string) => Promise<Addresses>;

/** The time limit of name servers, and of the whole lookup. */
const serversWithinMs = 3_000;
const allWithinMs = 6_000;
/** The number of names that the system is asked for at once: libuv gives lookups two of its four threads. */
const systemAtOnce = 2;
/** The number of names that wait for that; beyond it lookups fail at once. */
const waitingAtMost = 200;

type Settings = {
  readonly hosts?: Pick<HostsFile, 'addressesOf'>;
  readonly askServers?: LookUp;
  readonly askSystem?: LookUp;
  readonly withinMs?: number;
};

const ofSystem: LookUp = (hostname) => systemLookup(hostname, { all: true, order: 'verbatim' });

/**
 * Creates a lookup for names that the operator configures. The hosts file goes first, then name servers, which occupy
 * no thread; what these do not know is asked of the system, which may know it otherwise (search domains, mDNS) and
 * blocks a thread for as long as it likes. Whatever happens, it answers in time.
 */
export function createLookUp({
  hosts = new HostsFile(),
  askServers = (hostname) => lookUpPublic(hostname, { timeoutMs: serversWithinMs }),
  askSystem = ofSystem,
  withinMs = allWithinMs,
}: Settings = {}): LookUp {
  const system = new SystemLookups(askSystem);
  return async (given) => {
    const hostname = given.toLowerCase().replace(/\.$/, '');
    const written = hosts.addressesOf(hostname);
    if (written.length > 0) return written;
    return inTime(hostname, withinMs, async (hasEnded) => {
      // A name without a dot means something only with the search domains of the system.
      const found = hostname.includes('.') ? await askServers(hostname).catch(() => []) : [];
      return found.length > 0 || hasEnded() ? found : system.ask(hostname, hasEnded);
    });
  };
}

async function inTime(
  hostname: string,
  withinMs: number,
  lookUp: (hasEnded: () => boolean) => Promise<Addresses>,
): Promise<Addresses> {
  let timer: NodeJS.Timeout | undefined;
  let hasEnded = false;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      hasEnded = true;
      const error = new Error(`The name “${hostname}” was not found within ${withinMs} ms.`);
      reject(Object.assign(error, { code: 'ETIMEOUT', hostname }));
    }, withinMs);
  });
  try {
    return await Promise.race([lookUp(() => hasEnded), late]);
  } finally {
    clearTimeout(timer);
  }
}

type Waiting = { readonly hostname: string; readonly isNeeded: () => boolean; start(): void; drop(): void };

/** Lookups by the system: few at once, and one for each name however many ask for it. */
class SystemLookups {
  readonly #askSystem: LookUp;
  readonly #asked = new Map<string, Promise<Addresses>>();
  readonly #waiting: Waiting[] = [];
  #running = 0;

  constructor(askSystem: LookUp) {
    this.#askSystem = askSystem;
  }

  ask(hostname: string, hasEnded: () => boolean): Promise<Addresses> {
    const known = this.#asked.get(hostname);
    if (known !== undefined) return known;
    const asked = this.#run(hostname, hasEnded).finally(() => this.#asked.delete(hostname));
    asked.catch(() => undefined); // who asked may have given up
    this.#asked.set(hostname, asked);
    return asked;
  }

  async #run(hostname: string, hasEnded: () => boolean): Promise<Addresses> {
    if (this.#running >= systemAtOnce) await this.#wait(hostname, () => !hasEnded());
    else this.#running++;
    try {
      return await this.#askSystem(hostname);
    } finally {
      this.#next();
    }
  }

  #wait(hostname: string, isNeeded: () => boolean): Promise<void> {
    return new Promise((start, drop) => {
      const refuse = () =>
        drop(Object.assign(new Error(`Too many names are looked up to find “${hostname}”.`), { code: 'EAI_AGAIN' }));
      // Those nobody waits for any more make room.
      if (this.#waiting.length >= waitingAtMost) this.#dropUnneeded();
      if (this.#waiting.length >= waitingAtMost) refuse();
      else this.#waiting.push({ hostname, isNeeded, start, drop: refuse });
    });
  }

  #dropUnneeded(): void {
    for (const waiting of this.#waiting.splice(0)) {
      if (waiting.isNeeded()) this.#waiting.push(waiting);
      else waiting.drop();
    }
  }

  /** Passes the place of a finished lookup on. */
  #next(): void {
    this.#dropUnneeded();
    const next = this.#waiting.shift();
    if (next === undefined) this.#running--;
    else next.start();
  }
}

/** Looks up names that the operator configures, in time. */
export const lookUp: LookUp = createLookUp();

/** The same as the `lookup` of a connection of Node. */
export const connectionLookup: LookupFunction = (hostname, options, callback) => {
  lookUp(hostname).then(
    (found) => tell(found, hostname, options, callback),
    (error: unknown) => callback(error as NodeJS.ErrnoException, [], 0), // lookups reject with errors of Node's
  );
};

function tell(
  found: Addresses,
  hostname: string,
  { all, family }: LookupOneOptions | LookupAllOptions,
  callback: Parameters<LookupFunction>[2],
): void {
  const version = family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : (family ?? 0);
  const fitting = found.filter((it) => version === 0 || it.family === version);
  const [first] = fitting;
  if (first === undefined)
    return callback(Object.assign(new Error(`The name “${hostname}” has no address.`), { code: 'ENOTFOUND' }), [], 0);
  if (all === true) return callback(null, [...fitting]);
  callback(null, first.address, first.family);
}
