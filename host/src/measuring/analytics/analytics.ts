import { dropCarried, removeCarried } from './carried.ts';
import type { Consent } from './consent.ts';
import { createEventQueue, sendEvery, type Detail } from './queue.ts';
import type { Sink } from './sink.ts';
import { countVisit, forgetVisits } from './visits.ts';

/** The heartbeat interval in milliseconds, while the page is visible (specification §7, §9). */
const activeEvery = 60_000;

export type AnalyticsParts = {
  readonly sink: Sink;
  readonly consent: Consent;
  readonly wall: () => number;
  /** The time the page was opened, by the wall clock. */
  readonly openedAt: number;
  readonly newId: () => string;
  /** Returns the pattern of the present route. */
  readonly route: () => string;
  readonly visits: () => Storage;
  readonly carried: () => Storage;
};
/** The person for `user_identified`: their rights, and not their identity. */
export type Person = { readonly plan: string; readonly isAdmin: boolean; readonly isOwner: boolean };

export type Analytics = {
  record(name: string, detail?: Detail, at?: number): void;
  /** Notes a navigation, from the previous pattern, now or at a moment before. */
  navigated(from: string, at?: number): void;
  /** Sets the person once the server knows who is there; null when nobody is. */
  setPerson(person: Person | null): void;
  stop(): void;
};

/**
 * Records the analytics events of specification §7. Nothing is stored, sent or counted before the consent; withdrawing
 * it drops the unsent events and the visit count of this browser at once. The page is unaffected by anything a sink
 * does.
 */
export function startAnalytics(parts: AnalyticsParts): Analytics {
  const { consent, wall } = parts;
  let person: Person | null = null;
  let hasBegun = false;
  const queue = createEventQueue({ ...parts, mayAdd: consent.isAllowed, maySend: () => person !== null });
  const record = (name: string, detail: Detail = {}, at = wall()) => {
    queue.add({ name, at: Math.round(at), route: parts.route(), detail });
  };
  const identify = () => {
    if (person === null || !consent.isAllowed()) return;
    record('user_identified', { plan: person.plan, is_admin: person.isAdmin, is_owner: person.isOwner });
    for (const { name, detail, at } of removeCarried(parts.carried)) record(name, detail, at);
  };
  const begin = (at: number) => {
    if (hasBegun || !consent.isAllowed()) return;
    hasBegun = true;
    record('page_view', {}, at);
    const milestone = countVisit(parts.visits, wall());
    if (milestone !== null) record('visit_milestone', { visits: milestone });
    identify();
  };
  const beginOrForget = (at = wall()) => {
    if (consent.isAllowed()) return begin(at);
    hasBegun = false;
    queue.drop();
    dropCarried(parts.carried);
    forgetVisits(parts.visits);
  };
  const stopConsent = consent.onChange(() => beginOrForget());
  const stopPage = watchPage({
    hidden: () => void queue.flush(),
    unloaded() {
      record('page_exit');
      queue.flushAtExit();
    },
  });
  const timers = [
    setInterval(() => void queue.flush(), sendEvery),
    setInterval(() => document.visibilityState === 'visible' && record('page_active'), activeEvery),
  ];
  // The consent may have been withdrawn on a page without analytics, the login.
  beginOrForget(parts.openedAt);
  return {
    record,
    navigated: (from, at) => record('route_change', { from }, at),
    setPerson(next) {
      const isNew = person === null && next !== null;
      person = next;
      if (isNew) identify();
    },
    stop() {
      stopConsent();
      stopPage();
      for (const timer of timers) clearInterval(timer);
    },
  };
}

/** Watches the page: a browser may kill a hidden page without an event, but an unloaded page fires pagehide. */
function watchPage({ hidden, unloaded }: { hidden: () => void; unloaded: () => void }): () => void {
  const onVisibility = () => void (document.visibilityState === 'hidden' && hidden());
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pagehide', unloaded);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pagehide', unloaded);
  };
}
