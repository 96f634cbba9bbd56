/** Connections to one host, and the half of them that one organisation may have. */
export const connectionsAHost = 8;
const ofOneAtMost = connectionsAHost / 2;

type HeldShare = { count: number; readonly waiting: (() => void)[] };

/**
 * How many requests each organisation has under way to each host: none holds all connections to a host that many use.
 */
export class HostShares {
  readonly #held = new Map<string, HeldShare>();

  /**
   * Waits for a place, and gives what leaves it, once however often it is called. Throws the signal's reason where that
   * comes first.
   */
  async enter(host: string, organizationId: string, signal: AbortSignal | null): Promise<() => void> {
    signal?.throwIfAborted();
    const key = `${organizationId} ${host}`;
    const held = this.#held.get(key) ?? { count: 0, waiting: [] };
    this.#held.set(key, held);
    if (held.count < ofOneAtMost) held.count += 1;
    else await wait(held, signal);
    let hasLeft = false;
    return () => {
      if (hasLeft) return;
      hasLeft = true;
      // Whoever waits takes the place over.
      const next = held.waiting.shift();
      if (next !== undefined) return next();
      held.count -= 1;
      if (held.count === 0) this.#held.delete(key);
    };
  }
}

function wait({ waiting }: HeldShare, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => {
      waiting.splice(waiting.indexOf(enter), 1);
      reject(signal?.reason as Error); // whoever aborts gives an error, and so does AbortController itself
    };
    const enter = () => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    };
    signal?.addEventListener('abort', aborted, { once: true });
    waiting.push(enter);
  });
}
