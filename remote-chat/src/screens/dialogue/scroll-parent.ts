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

export function isAtEnd(scroller: Element): boolean {
  return scroller.scrollHeight - scroller.clientHeight - scroller.scrollTop <= endZone;
}

export function scrollToEnd(scroller: Element): void {
  scroller.scrollTop = scroller.scrollHeight;
}
