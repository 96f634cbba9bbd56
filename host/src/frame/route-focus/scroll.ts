/** What a person does who wants to be somewhere else than where they were. */
const scrolling = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;
/** Scroll positions are fractions of a pixel on some displays. */
const tolerance = 1;
/** Places in a tab: browsers go back over fifty at most. */
const keptTops = 50;

/** Keeps where somebody was in the place with this key; the places that are longest ago are forgotten. */
export function keepTop(tops: Map<string, number>, key: string, top: number): void {
  tops.delete(key);
  tops.set(key, top);
  const [oldest] = tops.keys();
  if (tops.size > keptTops && oldest !== undefined) tops.delete(oldest);
}

/** What scrolls the screens: the main part of the frame, or the page where a screen stands alone. */
export function scrollerOfPage(): Element {
  const main = document.querySelector('main');
  return main !== null && getComputedStyle(main).overflowY === 'auto'
    ? main
    : (document.scrollingElement ?? document.documentElement);
}

/**
 * Goes back to where somebody was, now or as soon as the content is long enough again; a person who scrolls is not
 * moved any more.
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
