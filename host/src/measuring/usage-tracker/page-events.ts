import { onUsageSignal, type UsageSignal } from '@parlance/shared/usage';
import type { SegmentKind } from './usage-session.ts';

export type PageListener = {
  activity(): void;
  doing(kind: Exclude<SegmentKind, 'idle'>): void;
  /** The page is no longer visible; it may come back. */
  hidden(): void;
  /** The page unloads, or enters the back/forward cache. */
  unloaded(): void;
  shown(): void;
  reloadAsked(): void;
};

/** Milliseconds in which a burst of scrolls or movements counts as one. */
const streamPause = 1000;
const kindOf = {
  typing: 'typing',
  reading: 'reading',
  interacting: 'interaction_navigation',
} as const satisfies Record<UsageSignal, SegmentKind>;

const operable =
  'a[href], button, select, summary, label, [role=button], [role=link], [role=menuitem], [role=option], [role=tab], [role=switch], input:is([type=button], [type=checkbox], [type=radio], [type=range], [type=submit], [type=file])';
const writable = 'input, textarea, [contenteditable]:not([contenteditable=false])';
const matches = ({ target }: Event, selector: string) => target instanceof Element && target.closest(selector) !== null;

/**
 * Says whether a key reloads the page: F5 and Ctrl/Cmd+R (specification §4). With Shift, and Ctrl+F5, they bypass the
 * cache, which no script can do: those are left to the browser.
 */
export function isReloadKey({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  if (shiftKey || altKey) return false;
  return (key === 'F5' && !ctrlKey && !metaKey) || (key.toLowerCase() === 'r' && ctrlKey !== metaKey);
}

/** Notifies the listener of the page's activity and life cycle; the returned function unsubscribes. */
export function watchPage(listener: PageListener): () => void {
  const stop = new AbortController();
  const on = (
    target: EventTarget,
    names: readonly string[],
    react: (event: Event) => void,
    options: AddEventListenerOptions = {},
  ) => {
    for (const name of names) target.addEventListener(name, react, { passive: true, ...options, signal: stop.signal });
  };
  on(document, ['visibilitychange'], () =>
    document.visibilityState === 'hidden' ? listener.hidden() : listener.shown(),
  );
  on(window, ['pagehide'], () => listener.unloaded());
  // The cast holds by the event's name.
  on(window, ['pageshow'], (event) => (event as PageTransitionEvent).persisted && listener.shown());
  // The cast holds by the event's name.
  on(window, ['keydown'], (event) => reloadByKey(event as KeyboardEvent, listener), { passive: false });
  watchStreams(on, listener);
  const stopSignals = watchActivity(on, listener);
  return () => {
    stop.abort();
    stopSignals();
  };
}

type On = (
  target: EventTarget,
  names: readonly string[],
  react: (event: Event) => void,
  options?: AddEventListenerOptions,
) => void;

function reloadByKey(event: KeyboardEvent, listener: PageListener): void {
  if (!isReloadKey(event) || event.defaultPrevented) return;
  event.preventDefault();
  if (!event.repeat) listener.reloadAsked();
}

/** Throttles frequent events to one activity a second. */
function watchStreams(on: On, listener: PageListener): void {
  let saidAt = -Infinity;
  const say = (event: Event) => {
    if (event.timeStamp - saidAt < streamPause) return;
    saidAt = event.timeStamp;
    listener.activity();
  };
  on(window, ['pointermove', 'scroll', 'wheel', 'touchmove'], say, { capture: true });
}

/**
 * Watches keys, presses and focus. An input of a dialogue signals by itself that somebody types in it; only an event
 * that has passed through the whole page without such a signal is an interaction. Hence a listener in the capture phase
 * and one in the bubble phase.
 */
function watchActivity(on: On, listener: PageListener): () => void {
  let isSignalled = false;
  const stopSignals = onUsageSignal((signal) => {
    isSignalled = true;
    listener.doing(kindOf[signal]);
  });
  const down = () => {
    isSignalled = false;
    listener.activity();
  };
  const up = (selector: string) => (event: Event) => {
    if (!isSignalled && matches(event, selector)) listener.doing('interaction_navigation');
  };
  on(window, ['keydown', 'pointerdown'], down, { capture: true });
  // Focus moves without a person too, so it is no activity by itself.
  on(window, ['focusin'], () => (isSignalled = false), { capture: true });
  on(window, ['keydown'], up(writable));
  on(window, ['pointerdown'], up(operable));
  return stopSignals;
}
