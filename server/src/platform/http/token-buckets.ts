import { ApiError } from '../errors/api-error.ts';

/** Keys that are remembered: who is forgotten has the whole of it. */
const keptAtMost = 10_000;
const secondMs = 1_000;

type Bucket = { left: number; at: number };
type Rate = {
  /** How many a key is given a second. */
  readonly perSecond: number;
  /** How many it may have at once: what it did not take is kept up to here. */
  readonly most: number;
};

/** Token buckets, one a key, in the memory of this process. Nothing is asked of the database for them. */
export class TokenBuckets {
  readonly #rate: Rate;
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: Rate) {
    this.#rate = rate;
  }

  /** Throws rate_limited, with Retry-After, where the key has fewer left. */
  require(key: string, count = 1): void {
    const { left } = this.#refilled(key);
    if (left < count)
      throw new ApiError('rate_limited', {
        retryAfterSeconds: Math.max(1, Math.ceil((count - left) / this.#rate.perSecond)),
      });
  }

  /** Takes so many of what the key has left. Throws as `require` does, and takes nothing then. */
  take(key: string, count = 1): void {
    this.require(key, count);
    this.#refilled(key).left -= count;
  }

  #refilled(key: string): Bucket {
    const { perSecond, most } = this.#rate;
    const now = performance.now();
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) {
      const whole = { left: most, at: now };
      keepBuckets(this.#buckets, key, whole);
      return whole;
    }
    bucket.left = Math.min(most, bucket.left + ((now - bucket.at) / secondMs) * perSecond);
    bucket.at = now;
    return bucket;
  }
}

/** Sets a key of a map that is emptied where it would grow beyond what is remembered. */
export function keepBuckets<T>(map: Map<string, T>, key: string, value: T): void {
  if (map.size >= keptAtMost) map.clear();
  map.set(key, value);
}
