import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { TokenBuckets, keepBuckets } from './token-buckets.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What each organisation may still ask this process. */
    shares: Shares;
  }
}

/** What was not asked for is kept for so long: a page asks twenty things at once, and then nothing. */
const burstSeconds = 2;

/**
 * So many requests a second of each organisation, in this process: one that asks more takes nothing from its
 * neighbours. With several processes behind a proxy an organisation has as much of each.
 */
export class Shares {
  readonly #perSecond: number;
  readonly #buckets: TokenBuckets;
  /** By the sessions that were refused: the same one is refused again before it costs a look at who it is. */
  readonly #refused = new Map<string, string>();

  /** 0 is as many as come. */
  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#buckets = new TokenBuckets({ perSecond, most: perSecond * burstSeconds });
  }

  /** Throws rate_limited where the session was refused and its organisation still has nothing left. */
  refuseAgain(session: string | null): void {
    const organizationId = session === null ? undefined : this.#refused.get(session);
    if (organizationId !== undefined) this.#buckets.require(organizationId);
  }

  /** Takes one request of what the organisation of a session may ask. Throws rate_limited where there is none left. */
  take(organizationId: string, session: string): void {
    if (this.#perSecond === 0) return;
    try {
      this.#buckets.take(organizationId);
    } catch (error) {
      keepBuckets(this.#refused, session, organizationId);
      throw error;
    }
    this.#refused.delete(session);
  }
}

/** Gives `app.shares`. */
export function shareFairly(app: FastifyInstance, { ORGANIZATION_REQUESTS_A_SECOND }: Config): void {
  app.decorate('shares', new Shares(ORGANIZATION_REQUESTS_A_SECOND));
}
