/**
 * The rules of a usage session (specification §4, §9), without a clock, a page or a network: events with their moments
 * go in, results come out. Moments are milliseconds that never go back; the adapter makes them.
 *
 * Where the specification leaves room:
 * - A session lasts while somebody can see the page. “Page hide” is the page becoming invisible (another tab, a
 * minimised window, a phone's home screen) as well as unloading: a hidden page may be killed without another event, and
 * time out of sight is nobody's use. “After a normal end a new session starts” is then the moment in which the page is
 * seen again or the next one loads. Two visible windows are two sessions.
 * - Idle begins 5 minutes after the last activity, not when the next check notices. A session times out 30 minutes
 * after the last activity. So a timed-out session lasts exactly as long as §9 counts it: last event − start + 30
 * minutes; one that ended otherwise may be shorter, and none is longer.
 * - Activity after idling without a signal of its own (a scroll, the mouse) continues the previous segment kind.
 * - A gap of over a minute between two moments, though a check comes every 10 seconds, is a jump: the machine slept, or
 * its clock was set forward. The time between is idle.
 */
import { idleAfter, jumpAfter, recommendAt, sessionTimeout } from './limits.ts';
import { pageTypeOf, type PageType } from './page-type.ts';

export type SegmentKind = 'typing' | 'reading' | 'interaction_navigation' | 'idle';
export type Segment = {
  readonly kind: SegmentKind;
  readonly from: number;
  readonly to: number;
  readonly page: PageType;
};
export type Recommendation = 'long_typing' | 'little_reading' | 'many_segments';
export type Totals = Readonly<Record<SegmentKind, number>>;

export type UsageEvent = { readonly at: number } & (
  | { readonly type: 'start'; readonly path: string }
  /** An activity of unknown purpose: a scroll, a key, the mouse. */
  | { readonly type: 'activity' }
  | { readonly type: 'doing'; readonly kind: Exclude<SegmentKind, 'idle'> }
  | { readonly type: 'navigation'; readonly path: string }
  | { readonly type: 'check' }
  /** A normal end: the page is hidden, leaves or is reloaded, or the person signs out. */
  | { readonly type: 'end' }
);

export type Running = {
  readonly id: string;
  readonly startedAt: number;
  readonly lastActivityAt: number;
  /** The last moment seen. */
  readonly seenAt: number;
  readonly current: { readonly kind: SegmentKind; readonly from: number; readonly page: PageType };
  /** The segment kind that activity after idling continues. */
  readonly beforeIdle: Exclude<SegmentKind, 'idle'>;
  /** The totals of closed segments, in milliseconds. */
  readonly totals: Totals;
  readonly segments: number;
  readonly recommended: readonly Recommendation[];
};

/** The state. `path` is always known, so that a session that begins with an activity knows its page. */
export type UsageState = { readonly path: string; readonly running: Running | null };

export type EndedSession = {
  readonly id: string;
  readonly because: 'normal' | 'timeout';
  readonly totals: Totals;
  readonly segments: number;
  /** The duration by specification §9: last event − start + 30 minutes. */
  readonly countedDuration: number;
};
export type Outcome =
  | { readonly type: 'segment'; readonly segment: Segment }
  | { readonly type: 'recommendation'; readonly trigger: Recommendation; readonly page: PageType }
  | { readonly type: 'ended'; readonly session: EndedSession };

export type Step = { readonly state: UsageState; readonly outcomes: readonly Outcome[] };

export const nothing: Totals = { typing: 0, reading: 0, interaction_navigation: 0, idle: 0 };
export const asleep: UsageState = { path: '/', running: null };

/** Returns the state after an event, and the results. `newId` names a session that begins. */
export function usageStep(before: UsageState, event: UsageEvent, newId: () => string): Step {
  const outcomes: Outcome[] = [];
  const emit = (outcome: Outcome) => void outcomes.push(outcome);
  const path = 'path' in event ? event.path : before.path;
  const awake = before.running === null ? null : advance(before.running, event.at, emit);
  const running = react(awake, event, path, newId, emit);
  return { state: { path, running: running === null ? null : recommend(running, emit) }, outcomes };
}

type Emit = (outcome: Outcome) => void;

function react(
  running: Running | null,
  event: UsageEvent,
  path: string,
  newId: () => string,
  emit: Emit,
): Running | null {
  if (running === null) return beginWith(event, path, newId);
  const at = Math.max(event.at, running.seenAt);
  switch (event.type) {
    case 'check':
      return running;
    case 'end':
      return end(running, at, 'normal', emit);
    case 'doing':
      return change(active(running, at), event.kind, at, emit);
    case 'navigation':
      return change(active(running, at), 'interaction_navigation', at, emit, pageTypeOf(path));
    // A page shown during a running session is an activity.
    case 'start':
    case 'activity':
      return change(
        active(running, at),
        running.current.kind === 'idle' ? running.beforeIdle : running.current.kind,
        at,
        emit,
      );
  }
}

/** Begins a session, but not for an automatic event, such as a check or the page's own navigation. */
function beginWith(event: UsageEvent, path: string, newId: () => string): Running | null {
  if (event.type === 'check' || event.type === 'end' || event.type === 'navigation') return null;
  const kind = event.type === 'doing' ? event.kind : 'interaction_navigation';
  return {
    id: newId(),
    startedAt: event.at,
    lastActivityAt: event.at,
    seenAt: event.at,
    current: { kind, from: event.at, page: pageTypeOf(path) },
    beforeIdle: kind,
    totals: nothing,
    segments: 0,
    recommended: [],
  };
}

/** Advances the time to a moment: idling begins, and the session times out, when due. */
function advance(running: Running, moment: number, emit: Emit): Running | null {
  const at = Math.max(moment, running.seenAt);
  const idleFrom = at - running.seenAt > jumpAfter ? running.seenAt : running.lastActivityAt + idleAfter;
  const isIdle = running.current.kind === 'idle';
  const later = !isIdle && at >= idleFrom ? change(running, 'idle', idleFrom, emit) : running;
  const runsOutAt = running.lastActivityAt + sessionTimeout;
  return at >= runsOutAt ? end(later, runsOutAt, 'timeout', emit) : { ...later, seenAt: at };
}

const active = (running: Running, at: number): Running => ({ ...running, lastActivityAt: at });

/** Begins another kind of segment, or one on another page. A segment without length is dropped. */
function change(
  running: Running,
  kind: SegmentKind,
  at: number,
  emit: Emit,
  page: PageType = running.current.page,
): Running {
  if (kind === running.current.kind && page === running.current.page) return running;
  return {
    ...close(running, at, emit),
    current: { kind, from: at, page },
    beforeIdle: kind === 'idle' ? running.beforeIdle : kind,
  };
}

function close(running: Running, at: number, emit: Emit): Running {
  const { kind, from, page } = running.current;
  if (at <= from) return running;
  emit({ type: 'segment', segment: { kind, from, to: at, page } });
  return {
    ...running,
    current: { kind, from: at, page },
    totals: { ...running.totals, [kind]: running.totals[kind] + at - from },
    segments: running.segments + 1,
  };
}

function end(running: Running, at: number, because: EndedSession['because'], emit: Emit): null {
  const closed = recommend(close(running, at, emit), emit);
  const { typing, reading } = closed.totals;
  // Only at the end is it known that nothing more was read.
  if (reading < recommendAt.reading && typing > recommendAt.typingWithoutReading)
    emit({ type: 'recommendation', trigger: 'little_reading', page: closed.current.page });
  const countedDuration = running.lastActivityAt - running.startedAt + sessionTimeout;
  emit({
    type: 'ended',
    session: { id: closed.id, because, totals: closed.totals, segments: closed.segments, countedDuration },
  });
  return null;
}

/** Emits each recommendation once a session, as soon as its threshold is passed (specification §9). */
function recommend(running: Running, emit: Emit): Running {
  const due: Recommendation[] = [];
  if (totalsAt(running, running.seenAt).typing > recommendAt.typing) due.push('long_typing');
  if (running.segments > recommendAt.segments) due.push('many_segments');
  const fresh = due.filter((trigger) => !running.recommended.includes(trigger));
  for (const trigger of fresh) emit({ type: 'recommendation', trigger, page: running.current.page });
  return fresh.length === 0 ? running : { ...running, recommended: [...running.recommended, ...fresh] };
}

/** Returns the totals including the running segment up to a moment. */
export function totalsAt({ totals, current }: Running, at: number): Totals {
  return { ...totals, [current.kind]: totals[current.kind] + Math.max(0, at - current.from) };
}
