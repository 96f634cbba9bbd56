/** Returns the heading of the page's content, or null while it is loading. */
export const headingOfPage = (): HTMLElement | null => document.querySelector<HTMLElement>('main h1');

/** A snapshot of a heading: React may keep the element and change its text. */
export type SeenHeading = { readonly element: HTMLElement; readonly text: string };

export function seeHeading(): SeenHeading | null {
  const element = headingOfPage();
  return element === null ? null : { element, text: element.textContent };
}

export const isStillThere = (seen: SeenHeading | null): boolean =>
  seen !== null && headingOfPage() === seen.element && seen.element.textContent === seen.text;

/**
 * Calls back once there is a heading: at once, or when the content has rendered and has taken the focus if it wants it.
 */
export function whenHeadingIsThere(then: (heading: HTMLElement) => void): () => void {
  const there = headingOfPage();
  if (there !== null) {
    then(there);
    return () => undefined;
  }
  let frame = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const observer = new MutationObserver(() => {
    if (headingOfPage() === null) return;
    observer.disconnect();
    // A screen focuses a field only after it was painted.
    frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        const heading = headingOfPage();
        if (heading !== null) then(heading);
      });
    });
  });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * Says whether the focus was moved on purpose since `held` had it: by the screen, or by the person while the screen was
 * loading. A focus on the body is nobody's.
 */
export const hasMovedFocus = (held: Element | null): boolean =>
  document.activeElement !== held && document.activeElement !== document.body;

/** Focuses the heading: screen readers announce it, and the next Tab goes into the screen. */
export function focusHeading(heading: HTMLElement): void {
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
