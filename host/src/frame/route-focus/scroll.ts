/** The input of a person who wants to scroll elsewhere. */
const scrolling = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
/** Scroll positions are fractions of a pixel on some displays. */
const tolerance = 1;
/** The most scroll positions kept in a tab: browsers go back over fifty entries at most. */
const keptTops = 50;

/** Stores the scroll position under the key of its place; the oldest places are dropped. */
export function keepTop(tops: Map<string, number>, key: string, top: number): void {
  tops.delete(key);
  tops.set(key, top);
  const [oldest] = tops.keys();
  if (tops.size > keptTops && oldest !== undefined) tops.delete(oldest);
}

/** The scroll container: the main part of the frame, or the page for a standalone screen. */
export function scrollerOfPage(): Element {
  const main = document.querySelector('main');
  return main !== null && getComputedStyle(main).overflowY === 'auto'
    ? main
    : (document.scrollingElement ?? document.documentElement);
}

/**
 * Restores a scroll position, now or as soon as the content is long enough again; a person who scrolls is left alone.
 */
export function returnTo(top: number): () => void {
  const reached = () => {
    const scroller = scrollerOfPage();
    scroller.scrollTop = top;
    return scroller.scrollTop >= top - tolerance;
  };
  if (reached()) return () => undefined;
  const observer = new MutationObserver(() => {
    if (reached()) stop();
  });
  const stop = () => {
    observer.disconnect();
    for (const name of scrolling) document.removeEventListener(name, stop, true);
  };
  observer.observe(document.body, { childList: true, subtree: true });
  for (const name of scrolling) document.addEventListener(name, stop, { capture: true, passive: true });
  return stop;
}
