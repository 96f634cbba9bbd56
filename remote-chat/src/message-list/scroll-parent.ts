/** Returns the scroll container of an element: its nearest scrolling ancestor, else the page. */
export function scrollParentOf(element: Element): Element {
  for (let parent = element.parentElement; parent !== null && parent !== document.body; parent = parent.parentElement) {
    const { overflowY } = getComputedStyle(parent);
    if (overflowY === 'auto' || overflowY === 'scroll') return parent;
  }
  return document.scrollingElement ?? document.documentElement;
}

/** The pixels from the end that still count as the end. */
const endZone = 48;

/** A scroll position in pixels: offset, content height and visible height. */
export type ScrollPosition = Pick<Element, 'scrollTop' | 'scrollHeight' | 'clientHeight'>;

export function isAtEnd({ scrollTop, scrollHeight, clientHeight }: ScrollPosition): boolean {
  return scrollHeight - clientHeight - scrollTop <= endZone;
}

/**
 * Says whether somebody reads at the end after a scroll. Only scrolling up leaves the end: by the time the event of a
 * scroll to the end arrives, the text may have grown beyond it.
 */
export function readsEndAfter(didBefore: boolean, topBefore: number, now: ScrollPosition): boolean {
  return isAtEnd(now) || (didBefore && now.scrollTop >= topBefore);
}

export function scrollToEnd(scroller: Element): void {
  scroller.scrollTop = scroller.scrollHeight;
}
