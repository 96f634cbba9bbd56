import type { UsageSession } from '@parlance/shared/contract/api/usage';

/** What became of a post: the server has it, will never take it, or may take it another time. */
export type Posted = 'taken' | 'refused' | 'later';
export type Poster = {
  /** While the page goes away: nobody will hear an answer. */
  beacon(payload: UsageSession): void;
  /** Waits for the answer, and arrives as well when the page goes away meanwhile. */
  post(payload: UsageSession): Promise<Posted>;
};

/** Specification §9. */
const requestTimeoutMs = 60_000;
/** Refused for what it is, not for who sends it or when: it will never be taken. */
const refusedForGood = [400, 404, 405, 409, 413, 415];

/**
 * Posts usage sessions (specification §7): a beacon, with the keep-alive POST behind it where the browser takes none. The
 * body goes as text, which needs no preflight (docs/adr/0010-beacons.md). A 401 ends no session here (§4).
 */
export function createPoster(address: () => string): Poster {
  const keepAlivePost = (payload: UsageSession) =>
    fetch(address(), { method: 'POST', body: JSON.stringify(payload), keepalive: true, credentials: 'include', signal: AbortSignal.timeout(requestTimeoutMs) });
  return {
    beacon(payload) {
      if (takesBeacon(address(), JSON.stringify(payload))) return;
      keepAlivePost(payload).catch(() => undefined); // it stays in the list of what is unposted
    },
    async post(payload) {
      try {
        const answer = await keepAlivePost(payload);
        if (answer.ok) return 'taken';
        return refusedForGood.includes(answer.status) ? 'refused' : 'later';
      } catch {
        return 'later'; // no network, no answer in time
      }
    },
  };
}

/** Browsers refuse a beacon by `false` where too many are under way, and some extensions by taking the function away. */
function takesBeacon(address: string, body: string): boolean {
  try {
    return navigator.sendBeacon(address, body);
  } catch {
    return false;
  }
}
