import type { UsageSession } from '@parlance/shared/contract/api/usage';
import { keepAlivePost, sendBeacon } from '../beacon.ts';

/** The outcome of a post: the server has it, will never accept it, or may accept it later. */
export type PostResult = 'taken' | 'refused' | 'later';
export type Poster = {
  /** Posts while the page unloads, without a response. */
  beacon(payload: UsageSession): void;
  /** Posts and waits for the response; arrives even if the page unloads meanwhile. */
  post(payload: UsageSession): Promise<PostResult>;
};

/** Statuses of a refusal because of the content, not the sender or the time: it will never be accepted. */
const refusedForGood = [400, 404, 405, 409, 413, 415];

/** Creates the poster of usage sessions (specification §7). A 401 ends no session here (§4). */
export function createPoster(address: () => string): Poster {
  return {
    beacon: (payload) => sendBeacon(address(), payload),
    async post(payload) {
      try {
        const status = await keepAlivePost(address(), payload);
        if (status === 200) return 'taken';
        return refusedForGood.includes(status) ? 'refused' : 'later';
      } catch {
        return 'later'; // no network, or a timeout
      }
    },
  };
}
