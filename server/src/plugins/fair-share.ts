import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { ApiError } from './api-error.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** What each organisation may still ask this process. */
    shares: Shares;
  }
}

/** What was not asked for is kept for so long: a page asks twenty things at once, and then nothing. */
const burstSeconds = 2;
/** Organisations, and sessions, that are remembered: who is forgotten has the whole of it. */
const keptAtMost = 10_000;
const secondMs = 1_000;

type Share = { left: number; at: number };

/**
 * So many requests a second of each organisation, in this process: one that asks more takes nothing from its neighbours.
 * Nothing is asked of the database for it. With several processes behind a proxy an organisation has as much of each.
 */
export class Shares {
  readonly #perSecond: number;
  readonly #shares = new Map<string, Share>();
  /** By the sessions that were refused: the same one is refused again before it costs a look at who it is. */
  readonly #refused = new Map<string, string>();

  /** 0 is as many as come. */
  constructor(perSecond: number) {
    this.#perSecond = perSecond;
  }

  /** Throws rate_limited where the session was refused and its organisation still has nothing left. */
  refuseAgain(session: string | null): void {
    const organizationId = session === null ? undefined : this.#refused.get(session);
    if (organizationId !== undefined) this.#require(this.#shareOf(organizationId));
  }

  /** Takes one request of what the organisation of a session may ask. Throws rate_limited where there is none left. */
  take(organizationId: string, session: string): void {
    if (this.#perSecond === 0) return;
    const share = this.#shareOf(organizationId);
    if (share.left < 1) keep(this.#refused, session, organizationId);
    this.#require(share);
    share.left -= 1;
    this.#refused.delete(session);
  }

  #require({ left }: Share): void {
    if (left < 1) throw new ApiError('rate_limited', { retryAfterSeconds: Math.max(1, Math.ceil((1 - left) / this.#perSecond)) });
  }

  #shareOf(organizationId: string): Share {
    const most = this.#perSecond * burstSeconds;
    const now = performance.now();
    const share = this.#shares.get(organizationId);
    if (share === undefined) {
      const whole = { left: most, at: now };
      keep(this.#shares, organizationId, whole);
      return whole;
    }
    share.left = Math.min(most, share.left + ((now - share.at) / secondMs) * this.#perSecond);
    share.at = now;
    return share;
  }
}

function keep<T>(map: Map<string, T>, key: string, value: T): void {
  if (map.size >= keptAtMost) map.clear();
  map.set(key, value);
}

/** Gives `app.shares`. */
export function shareFairly(app: FastifyInstance, { ORGANIZATION_REQUESTS_A_SECOND }: Config): void {
  app.decorate('shares', new Shares(ORGANIZATION_REQUESTS_A_SECOND));
}
