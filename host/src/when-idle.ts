/** Milliseconds after which something runs where the browser is never idle, or cannot say so. */
const longestWait = 2000;

/** Runs when the page has nothing better to do. */
export function whenIdle(run: () => void): void {
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(run, { timeout: longestWait });
  else setTimeout(run, longestWait);
}

/** The same, not before everything of the first page has arrived. */
export function whenLoadedAndIdle(run: () => void): void {
  if (document.readyState === 'complete') whenIdle(run);
  else window.addEventListener('load', () => whenIdle(run), { once: true });
}
