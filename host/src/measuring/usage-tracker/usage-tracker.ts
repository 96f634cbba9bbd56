import type { Clock } from './clock.ts';
import { checkEvery, jumpAfter } from './limits.ts';
import { watchPage } from './page-events.ts';
import { isEmpty, payloadOf } from './payload.ts';
import type { Poster } from './poster.ts';
import type { UnpostedList, UnpostedEntry } from './unposted.ts';
import {
  asleep,
  totalsAt,
  usageStep,
  type EndedSession,
  type Outcome,
  type UsageEvent,
  type UsageState,
} from './usage-session.ts';

/** Milliseconds between two saves of the running session: the most a crash can lose. */
const noteEvery = 4000;
/** Milliseconds that signing out waits for its last session to be posted. */
const signOutPatience = 1000;
/** Milliseconds after which a sign-out that has not left the page counts as failed, and counting resumes. */
const signOutGrace = 10_000;

/** The delivery of an ended session: with a response, without one, or not before the same person comes back. */
type Delivery = 'post' | 'beacon' | 'keep';

export type UsageTrackerParts = {
  /** The load time of the page, by the clock. */
  readonly loadedAt: number;
  readonly path: string;
  readonly clock: Clock;
  readonly wall: Clock;
  readonly poster: Poster;
  readonly unposted: UnpostedList;
  readonly newId: () => string;
  readonly reload: () => void;
  readonly onOutcome: (outcome: Outcome) => void;
};

export type UsageTracker = {
  /** Notes a navigation, now or, by the clock, at a moment before. */
  navigated(path: string, at?: number): void;
  /** Sets the mark of the person the time is counted for; null for nobody. */
  setOwner(owner: string | null): void;
  /** Ends the session before a sign-out and gives it a moment to arrive. Never rejects. */
  beforeSignOut(): Promise<void>;
  stop(): void;
};

/**
 * Tracks the usage session of this page (specification §4): usage-session.ts has the rules, and this is its page,
 * clock, storage and network.
 */
export function startUsageTracker(parts: UsageTrackerParts): UsageTracker {
  const { clock, onOutcome } = parts;
  const courier = createCourier(parts);
  let state: UsageState = { ...asleep, path: parts.path };
  let isLeaving = false;
  let owner: string | null = null;

  type Happening = UsageEvent extends infer E ? (E extends UsageEvent ? Omit<E, 'at'> : never) : never;
  function tell(event: Happening, delivery: Delivery = 'post', at = clock()): void {
    if (isLeaving) return;
    const step = usageStep(state, { ...event, at }, parts.newId);
    state = step.state;
    for (const outcome of step.outcomes) {
      if (outcome.type === 'ended') courier.deliver(outcome.session, owner, delivery);
      onOutcome(outcome);
    }
  }
  function note(): void {
    const { running } = state;
    const at = clock();
    // After a sleep the next check first advances the time.
    if (running === null || owner === null || at - running.seenAt > jumpAfter) return;
    courier.note(owner, payloadOf(running.id, totalsAt(running, at)));
  }
  const resend = () => void (owner !== null && courier.resend(owner, state.running?.id ?? null));

  const stopWatching = watchPage({
    activity: () => tell({ type: 'activity' }),
    doing: (kind) => tell({ type: 'doing', kind }),
    hidden: () => tell({ type: 'end' }),
    unloaded: () => tell({ type: 'end' }, 'beacon'),
    shown: () => {
      tell({ type: 'start', path: state.path });
      resend();
    },
    reloadAsked: () => {
      tell({ type: 'end' }, 'beacon');
      parts.reload();
    },
  });
  const timers = [
    setInterval(() => tell({ type: 'check' }), checkEvery),
    setInterval(note, noteEvery),
    setTimeout(resend, jumpAfter + checkEvery),
  ];
  window.addEventListener('online', resend);
  if (document.visibilityState === 'visible') tell({ type: 'start', path: parts.path }, 'post', parts.loadedAt);

  return {
    navigated: (path, at) => tell({ type: 'navigation', path }, 'post', at),
    setOwner(next) {
      if (next === owner) return;
      // The counted person has signed out. The server would refuse the session now and accepts it when they are back.
      if (owner !== null) tell({ type: 'end' }, 'keep');
      owner = next;
      resend();
    },
    async beforeSignOut() {
      tell({ type: 'end' });
      isLeaving = true;
      setTimeout(() => (isLeaving = false), signOutGrace);
      await Promise.race([courier.settled(), new Promise((resolve) => setTimeout(resolve, signOutPatience))]);
    },
    stop() {
      stopWatching();
      window.removeEventListener('online', resend);
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Delivers sessions to the server and keeps each in the list until a response was read. */
function createCourier({ poster, unposted, wall }: UsageTrackerParts) {
  const underWay = new Map<string, Promise<void>>();
  function send({ payload }: Pick<UnpostedEntry, 'payload'>): Promise<void> {
    const id = payload.session_id;
    const sent = poster.post(payload).then((posted) => {
      underWay.delete(id);
      if (posted !== 'later') unposted.remove(id);
    });
    underWay.set(id, sent);
    return sent;
  }
  /** Says whether an entry is due: ended, or of a page that has been silent for a minute and so was cut off. */
  const isDue = (entry: UnpostedEntry, owner: string, runningId: string | null) => {
    const { session_id: id } = entry.payload;
    const isOver = entry.state === 'ended' || Math.abs(wall() - entry.seen) > jumpAfter;
    return entry.owner === owner && isOver && id !== runningId && !underWay.has(id);
  };
  return {
    note: (owner: string, payload: UnpostedEntry['payload']) => unposted.put(owner, 'running', payload),
    deliver({ id, totals }: EndedSession, owner: string | null, delivery: Delivery): void {
      const payload = payloadOf(id, totals);
      if (owner === null) return;
      if (isEmpty(payload)) return unposted.remove(id);
      unposted.put(owner, 'ended', payload);
      if (delivery === 'beacon') poster.beacon(payload);
      if (delivery === 'post') void send({ payload });
    },
    async resend(owner: string, runningId: string | null): Promise<void> {
      for (const entry of unposted.all()) {
        if (isDue(entry, owner, runningId)) await send(entry);
      }
    },
    settled: () => Promise.all(underWay.values()),
  };
}
