import { createContext, startTransition, useContext, useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Pixels beyond the edges of the window within which content is rendered, so that it is there before it is seen. */
const margin = 1500;

/** True if the content is rendered at once: the messages that a dialogue opens with, and all of them for printing. */
export const AtOnceContext = createContext(false);

/**
 * Says whether an element has come near the viewport; once true it stays so. Text written while one watches, and the
 * messages a dialogue opens with, are near from the first moment.
 */
export function useNear(element: RefObject<Element | null>, isWritten: boolean): boolean {
  const atOnce = useContext(AtOnceContext);
  // Without an observer, everything is near.
  const [isNear, setIsNear] = useState(atOnce || isWritten || typeof IntersectionObserver === 'undefined');
  if ((isWritten || atOnce) && !isNear) setIsNear(true);

  useEffect(() => {
    if (isNear || element.current === null) return undefined;
    return whenNear(element.current, () => setIsNear(true));
  }, [element, isNear]);
  return isNear;
}

/** The elements that wait to come near, and their callbacks. */
const waiting = new Map<Element, () => void>();
let observer: IntersectionObserver | null = null;

/** One observer for all: a dialogue has thousands of elements. */
function whenNear(element: Element, call: () => void): () => void {
  observer ??= begin();
  const watching = observer;
  waiting.set(element, call);
  watching.observe(element);
  return () => {
    waiting.delete(element);
    watching.unobserve(element);
  };
}

function begin(): IntersectionObserver {
  // In print nothing is out of sight.
  window.addEventListener('beforeprint', () => flushSync(() => [...waiting.values()].forEach((call) => call())));
  return new IntersectionObserver(
    (entries) => {
      const near = entries.filter(({ isIntersecting }) => isIntersecting);
      // A transition: rendering many takes several frames and must not block any.
      startTransition(() => near.forEach(({ target }) => waiting.get(target)?.()));
    },
    // The scroll container may be the page or an element in it; a browser without `scrollMargin` renders what is
    // visible.
    { rootMargin: `${margin}px 0px`, scrollMargin: `${margin}px 0px` },
  );
}
