import { setRecorder } from '@parlance/shared/session';
import type { Screen } from '../remotes/known/registry.ts';
import { whenIdle } from '../first-paint/when-idle.ts';
import { carryOver } from './analytics/carried.ts';
import type { Consent } from './analytics/consent.ts';
import type { EarlyEvent, ScreenView } from './measuring.ts';

/** The part of the router that is subscribed to. */
type Router = {
  readonly state: { readonly location: { readonly pathname: string; readonly key: string } };
  subscribe(listener: (state: Router['state']) => void): () => void;
};

/**
 * Starts measuring, with code that is fetched when the page is idle: the first paint does not wait for it, and events
 * until then are buffered. A usage session begins with the page load nevertheless (specification §4). Returns a
 * function that ends it.
 */
export function measureWhenIdle(router: Router, screens: readonly Screen[], consent: Consent): () => void {
  const show = (path: string): ScreenView => ({ path, since: performance.now(), at: Date.now() });
  const early = { opened: show(router.state.location.pathname), then: [] as (ScreenView | EarlyEvent)[] };
  let tell: (path: string) => void = (path) => early.then.push(show(path));
  let stopMeasuring = () => {};
  let isStopped = false;
  let key = router.state.location.key;
  const stopRouter = router.subscribe(({ location }) => {
    if (location.key === key) return;
    key = location.key;
    tell(location.pathname);
  });
  setRecorder({ record: (name, detail = {}) => recordEarly(early.then, consent, { name, detail, at: Date.now() }) });
  whenIdle(() => {
    import('./measuring.ts').then(
      ({ startMeasuring }) => {
        if (isStopped) return;
        ({ navigated: tell, stop: stopMeasuring } = startMeasuring({ screens, consent, early }));
      },
      (error: unknown) =>
        console.warn('The code that counts the use of the page could not be fetched; nothing else needs it.', error),
    );
  });
  return () => {
    isStopped = true;
    stopRouter();
    stopMeasuring();
  };
}

/**
 * Buffers an early event. A failed whoami leads away at once, to a page that measures nothing: the event waits in this
 * tab until somebody signs in.
 */
function recordEarly(early: (ScreenView | EarlyEvent)[], consent: Consent, event: EarlyEvent): void {
  if (!consent.isAllowed()) return;
  if (event.name === 'authentication_error') carryOver(() => sessionStorage, event);
  else early.push(event);
}
