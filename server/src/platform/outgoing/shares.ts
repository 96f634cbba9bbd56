/** The number of connections to one host, of which one organisation may have half. */
export const connectionsAHost = 8;
const ofOneAtMost = connectionsAHost / 2;

type HeldShare = { count: number; readonly waiting: (() => void)[] };

/**
 * Limits the concurrent requests of each organisation to each host: none takes all connections to a host that many use.
 */
export class HostShares {
  readonly #held = new Map<string, HeldShare>();

  /**
   * Waits for a place; the returned function leaves it, once however often it is called. Throws the signal's reason if
   * that comes first.
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
      // Passes the place on to the next waiter.
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
      reject(signal?.reason as Error); // every abort reason is an Error, the default one included
    };
    const enter = () => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    };
    signal?.addEventListener('abort', aborted, { once: true });
    waiting.push(enter);
  });
}
