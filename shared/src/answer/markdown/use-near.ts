import { createContext, startTransition, useContext, useEffect, useState } from 'react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';

/** Pixels beyond the edges of the window within which something is drawn, so that it is there before it is seen. */
const margin = 1500;

/** Whether what stands here is drawn at once: the messages that a dialogue opens with, and all of them for paper. */
export const AtOnceContext = createContext(false);

/**
 * Whether an element has come near to what is seen; from then on it stays so. What is written while one looks on, and
 * what a dialogue opens with, is near from the first moment.
 */
export function useNear(element: RefObject<Element | null>, isWritten: boolean): boolean {
  const atOnce = useContext(AtOnceContext);
  // Where it cannot be known, everything is near.
  const [isNear, setIsNear] = useState(atOnce || isWritten || typeof IntersectionObserver === 'undefined');
  if ((isWritten || atOnce) && !isNear) setIsNear(true);

  useEffect(() => {
    if (isNear || element.current === null) return undefined;
    return whenNear(element.current, () => setIsNear(true));
  }, [element, isNear]);
  return isNear;
}

/** What waits for being near, and what is to be done then. */
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
  // On paper nothing is out of sight.
  window.addEventListener('beforeprint', () => flushSync(() => [...waiting.values()].forEach((call) => call())));
  return new IntersectionObserver(
    (entries) => {
      const near = entries.filter(({ isIntersecting }) => isIntersecting);
      // A transition: drawing many takes several frames, and keeps none of them waiting.
      startTransition(() => near.forEach(({ target }) => waiting.get(target)?.()));
    },
    // What scrolls may be the page or something in it; a browser that knows no margin of the latter draws what is seen.
    { rootMargin: `${margin}px 0px`, scrollMargin: `${margin}px 0px` },
  );
}
