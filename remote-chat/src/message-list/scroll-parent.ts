/** What scrolls an element: its nearest ancestor that does, else the page. */
export function scrollParentOf(element: Element): Element {
  for (let parent = element.parentElement; parent !== null && parent !== document.body; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent);
    if (overflowY === 'auto' || overflowY === 'scroll') return parent;
  }
  return document.scrollingElement ?? document.documentElement;
}

/** Pixels from the end within which somebody reads at the end. */
const endZone = 48;

/** How far an element is scrolled, how tall its content is, and how much of that is seen, in pixels. */
export type ScrollPosition = Pick<Element, 'scrollTop' | 'scrollHeight' | 'clientHeight'>;

export function isAtEnd({ scrollTop, scrollHeight, clientHeight }: ScrollPosition): boolean {
  return scrollHeight - clientHeight - scrollTop <= endZone;
}

/**
 * Whether somebody reads at the end after a scroll. Only going up leaves the end: by the time one hears of a scroll to
 * the end, the text may have grown beyond it.
 */
export function readsEndAfter(didBefore: boolean, topBefore: number, now: ScrollPosition): boolean {
  return isAtEnd(now) || (didBefore && now.scrollTop >= topBefore);
}

export function scrollToEnd(scroller: Element): void {
  scroller.scrollTop = scroller.scrollHeight;
}
