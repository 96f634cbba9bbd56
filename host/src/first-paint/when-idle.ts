/** Milliseconds after which something runs where the browser is never idle, or cannot say so. */
const longestWait = 2000;

/** Runs when the page has nothing better to do. */
export function whenIdle(run: () => void): void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: longestWait });
  else setTimeout(run, longestWait);
}

/** Runs when everything of the first page has arrived. */
function whenLoaded(run: () => void): void {
  if (document.readyState === 'complete') run();
  else window.addEventListener('load', run, { once: true });
}

/** Both: not before the load, and then when the page has nothing better to do. */
export function whenLoadedAndIdle(run: () => void): void {
  whenLoaded(() => whenIdle(run));
}
