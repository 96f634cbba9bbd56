import type { UsageSession } from '@parlance/shared/contract/api/usage';
import { keepAlivePost, sendBeacon } from '../beacon.ts';

/** What became of a post: the server has it, will never take it, or may take it another time. */
export type PostResult = 'taken' | 'refused' | 'later';
export type Poster = {
  /** While the page goes away: nobody will hear an answer. */
  beacon(payload: UsageSession): void;
  /** Waits for the answer, and arrives as well when the page goes away meanwhile. */
  post(payload: UsageSession): Promise<PostResult>;
};

/** Refused for what it is, not for who sends it or when: it will never be taken. */
const refusedForGood = [400, 404, 405, 409, 413, 415];

/** Posts usage sessions (specification §7). A 401 ends no session here (§4). */
export function createPoster(address: () => string): Poster {
  return {
    beacon: (payload) => sendBeacon(address(), payload),
    async post(payload) {
      try {
        const status = await keepAlivePost(address(), payload);
        if (status === 200) return 'taken';
        return refusedForGood.includes(status) ? 'refused' : 'later';
      } catch {
        return 'later'; // no network, no answer in time
      }
    },
  };
}
