import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { TokenBuckets, keepBuckets } from './token-buckets.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The remaining request allowance of each organisation in this process. */
    shares: Shares;
  }
}

/** The seconds for which unused allowance is kept: a page sends twenty requests at once, and then none. */
const burstSeconds = 2;

/**
 * Allows each organisation a number of requests a second in this process: one that sends more takes nothing from its
 * neighbours. With several processes behind a proxy, each grants an organisation as much.
 */
export class Shares {
  readonly #perSecond: number;
  readonly #buckets: TokenBuckets;
  /** Organisations of refused sessions, by session: such a session is refused again before it costs a lookup. */
  readonly #refused = new Map<string, string>();

  /** Creates the shares; a rate of 0 means no limit. */
  constructor(perSecond: number) {
    this.#perSecond = perSecond;
    this.#buckets = new TokenBuckets({ perSecond, most: perSecond * burstSeconds });
  }

  /** Throws rate_limited if the session was refused and its organisation still has no allowance. */
  refuseAgain(session: string | null): void {
    const organizationId = session === null ? undefined : this.#refused.get(session);
    if (organizationId !== undefined) this.#buckets.require(organizationId);
  }

  /** Takes one request from the organisation of a session. Throws rate_limited if none is left. */
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

/** Decorates the application with `app.shares`. */
export function shareFairly(app: FastifyInstance, { ORGANIZATION_REQUESTS_A_SECOND }: Config): void {
  app.decorate('shares', new Shares(ORGANIZATION_REQUESTS_A_SECOND));
}
