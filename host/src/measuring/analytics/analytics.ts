import { dropCarried, removeCarried } from './carried.ts';
import type { Consent } from './consent.ts';
import { createEventQueue, sendEvery, type Detail } from './queue.ts';
import type { Sink } from './sink.ts';
import { countVisit, forgetVisits } from './visits.ts';

/** Specification §7, §9: while the page is seen. */
const activeEvery = 60_000;

export type AnalyticsParts = {
  readonly sink: Sink;
  readonly consent: Consent;
  readonly wall: () => number;
  /** When the page was opened, by the wall clock. */
  readonly openedAt: number;
  readonly newId: () => string;
  /** The pattern of the route that the page shows now. */
  readonly route: () => string;
  readonly visits: () => Storage;
  readonly carried: () => Storage;
};
/** What is known of who is there, for `user_identified`: what they may, and not who they are. */
export type Person = { readonly plan: string; readonly isAdmin: boolean; readonly isOwner: boolean };

export type Analytics = {
  record(name: string, detail?: Detail, at?: number): void;
  /** The route has changed, from the pattern it had, now or at a moment before. */
  navigated(from: string, at?: number): void;
  /** The server knows who is there, or nobody any more. */
  setPerson(person: Person | null): void;
  stop(): void;
};

/**
 * The analytics events of specification §7. Nothing is kept or sent, and nothing counted, before the consent;
 * withdrawing it forgets at once what was not sent, and how often this browser was here. Whatever a sink does, the page
 * does not notice.
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
  // It may have been withdrawn on a page that counts nothing, the login.
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

/** A browser may kill a hidden page without an event, but an unloaded page fires pagehide. */
function watchPage({ hidden, unloaded }: { hidden: () => void; unloaded: () => void }): () => void {
  const onVisibility = () => void (document.visibilityState === 'hidden' && hidden());
  document.addEventListener('visibilitychange', onVisibility);
  window.addEventListener('pagehide', unloaded);
  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    window.removeEventListener('pagehide', unloaded);
  };
}
