import { decide } from '@parlance/shared/contract/access/access';
import { postEvents, postSessionData } from '@parlance/shared/contract/api/usage';
import { readPageConfig } from '@parlance/shared/http';
import { randomUuid } from '@parlance/shared/random-uuid';
import { recordEvent, sessionStore, setFarewell, setRecorder, type Session } from '@parlance/shared/session';
import type { Screen } from '../remotes/known/registry.ts';
import { startAnalytics, type Analytics } from './analytics/analytics.ts';
import { carryOver } from './analytics/carried.ts';
import type { Consent } from './analytics/consent.ts';
import { routePattern } from './analytics/route-pattern.ts';
import { createOwnSink } from './analytics/sink.ts';
import { createClock } from './usage-tracker/clock.ts';
import { createPoster } from './usage-tracker/poster.ts';
import { createUnpostedList, ownerMark } from './usage-tracker/unposted.ts';
import type { Outcome } from './usage-tracker/usage-session.ts';
import { startUsageTracker, type UsageTracker } from './usage-tracker/usage-tracker.ts';

/** A path that was shown, and its time: by the page's clock, and by the wall clock. */
export type ScreenView = { readonly path: string; readonly since: number; readonly at: number };
export type EarlyEvent = {
  readonly name: string;
  readonly detail: Readonly<Record<string, unknown>>;
  readonly at: number;
};
/** The events from before this code was loaded. */
export type Early = {
  readonly opened: ScreenView;
  /** The events in order, so that each finds the route that it happened on. */ readonly then: readonly (
    | ScreenView
    | EarlyEvent
  )[];
};
export type Measuring = {
  readonly screens: readonly Screen[];
  readonly consent: Consent;
  readonly early: Early;
};

const wall = () => Date.now();
const addressOf = (path: string) => () => `${readPageConfig().chartsBase}${path}`;

/**
 * Starts the usage tracker and the analytics of this page; returns the callback for each navigation, and the function
 * that ends it.
 */
export function startMeasuring({ screens, consent, early }: Measuring): {
  readonly navigated: (path: string) => void;
  readonly stop: () => void;
} {
  let { path } = early.opened;
  const route = () => routePattern(screens, path);
  // The tracker starts first: when the page unloads, the end of its session is among the last events.
  const tracker = startUsageTracker({
    loadedAt: early.opened.since,
    path,
    clock: createClock(() => performance.now(), wall),
    wall,
    poster: createPoster(addressOf(postSessionData.path)),
    unposted: createUnpostedList(() => localStorage, wall),
    newId: randomUuid,
    reload: () => window.location.reload(),
    onOutcome: recordOutcome,
  });
  const analytics = startAnalytics({
    sink: createOwnSink(addressOf(postEvents.path)),
    consent,
    wall,
    openedAt: early.opened.at,
    newId: randomUuid,
    route,
    visits: () => localStorage,
    carried: () => sessionStorage,
  });
  setRecorder({
    record(name, detail = {}) {
      if (name !== 'authentication_error') analytics.record(name, detail);
      else if (consent.isAllowed()) carryOver(() => sessionStorage, { name, detail, at: wall() });
    },
  });
  setFarewell(() => tracker.beforeSignOut());
  const stopFollowing = followSession(tracker, analytics);
  const navigated = (next: string, before?: ScreenView) => {
    const from = route();
    path = next;
    tracker.navigated(next, before?.since);
    analytics.navigated(from, before?.at);
  };
  for (const it of early.then) {
    if ('name' in it) analytics.record(it.name, it.detail, it.at);
    else navigated(it.path, it);
  }
  const stop = () => {
    stopFollowing();
    tracker.stop();
    analytics.stop();
  };
  return { navigated: (next) => navigated(next), stop };
}

/**
 * Follows the session: only members are counted from whom the server accepts events, which excludes an expired
 * workspace and an unfinished registration.
 */
function followSession(tracker: UsageTracker, analytics: Analytics): () => void {
  const follow = ({ whoami, subject }: Session) => {
    const isTaken = whoami !== null && decide({}, subject).allowed;
    tracker.setOwner(isTaken ? ownerMark(whoami.member_id) : null);
    analytics.setPerson(
      isTaken ? { plan: whoami.primary_active_plan_name, isAdmin: whoami.is_admin, isOwner: whoami.is_owner } : null,
    );
  };
  const stop = sessionStore.subscribe(follow);
  follow(sessionStore.getState());
  return stop;
}

function recordOutcome(outcome: Outcome): void {
  if (outcome.type === 'recommendation')
    recordEvent('recommendation', { trigger: outcome.trigger, page_type: outcome.page });
  if (outcome.type !== 'ended') return;
  const { because, segments, countedDuration } = outcome.session;
  recordEvent('usage_session', { because, segments, counted_seconds: Math.round(countedDuration / 1000) });
}
