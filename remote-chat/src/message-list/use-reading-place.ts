import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { anchorAt, anchorIn, fieldIn, holdAnchor, placeOf } from './anchor.ts';
import type { Anchor, ReadPlace } from './anchor.ts';
import { readsEndAfter, scrollParentOf, scrollToEnd } from './scroll-parent.ts';

/** Pixels from the beginning at which older messages are fetched, so that they are there before they are read. */
const beginningZone = 1500;
/** The input of a person who wants to scroll elsewhere. */
const moving = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

type Read = {
  /** The place of a returning person; null at the end. */
  readonly returnTo: ReadPlace | null;
  /** Called with the present place whenever it changes; null: at the end. */
  readonly onPlace: (place: ReadPlace | null) => void;
  readonly onNearBeginning: () => void;
};

type Place = {
  readonly isReadingEnd: boolean;
  readonly goToEnd: () => void;
  /** Leaves the end for something else to read: growth does not scroll any more. */
  readonly leaveEnd: () => void;
};

/**
 * Keeps the reading position. A reader at the end stays at the end while it grows; a reader elsewhere is not moved,
 * neither by a growing answer, nor by older messages added above, nor by an element whose height changes when rendered.
 * The browser's own scroll anchoring is switched off (`overflow-anchor`): not every browser has one.
 */
export function useReadingPlace(
  content: RefObject<HTMLElement | null>,
  { returnTo, onPlace, onNearBeginning }: Read,
): Place {
  const [isReadingEnd, setIsReadingEnd] = useState(returnTo === null);
  const shouldStay = useRef(returnTo === null);
  const lastTop = useRef(0);
  const nearBeginning = useEffectEvent(onNearBeginning);
  const tell = useEffectEvent((anchor: Anchor | null) =>
    onPlace(shouldStay.current || anchor === null ? null : placeOf(anchor)),
  );

  function stay(isThere: boolean): void {
    shouldStay.current = isThere;
    setIsReadingEnd(isThere);
  }

  const scrolled = useEffectEvent((scroller: Element) => {
    stay(readsEndAfter(shouldStay.current, lastTop.current, scroller));
    lastTop.current = scroller.scrollTop;
    if (scroller.scrollTop < beginningZone && scroller.scrollHeight > scroller.clientHeight) nearBeginning();
  });
  const firstPlace = useEffectEvent((element: Element) => (returnTo === null ? null : anchorAt(returnTo, element)));

  useLayoutEffect(() => {
    const element = content.current;
    if (element === null) return undefined;
    const scroller = scrollParentOf(element);
    // The page's scroll events fire on the document, all others on the element.
    const speaker = scroller === document.scrollingElement ? document : scroller;
    let anchor = firstPlace(element);
    // The shell restores the scroll position in pixels, which are stale. Until the person scrolls, the anchor counts.
    let isReturning = anchor !== null;

    // A person typing in a field within the messages looks at that field.
    const looked = () => fieldIn(element, scroller) ?? anchorIn(element, scroller);
    const settle = () => {
      // Content that fits is read to its end.
      if (scroller.scrollHeight <= scroller.clientHeight) stay(true);
      if (shouldStay.current) scrollToEnd(scroller);
      else if (anchor === null || !holdAnchor(anchor, scroller)) anchor = looked();
      lastTop.current = scroller.scrollTop;
    };
    const listen = () => {
      if (isReturning) return settle();
      scrolled(scroller);
      // At the end nothing is anchored: finding it would be work for every added word.
      anchor = shouldStay.current ? null : looked();
      tell(shouldStay.current ? null : anchorIn(element, scroller));
    };
    const typeIn = () => {
      if (!shouldStay.current) anchor = looked();
    };
    const move = () => {
      isReturning = false;
    };
    settle();
    const follow = new ResizeObserver(settle);
    follow.observe(element);
    speaker.addEventListener('scroll', listen, { passive: true });
    element.addEventListener('focusin', typeIn);
    for (const name of moving) document.addEventListener(name, move, { capture: true, passive: true });
    return () => {
      follow.disconnect();
      speaker.removeEventListener('scroll', listen);
      element.removeEventListener('focusin', typeIn);
      for (const name of moving) document.removeEventListener(name, move, true);
    };
  }, [content]);

  function goToEnd(): void {
    stay(true);
    if (content.current !== null) scrollToEnd(scrollParentOf(content.current));
  }
  return { isReadingEnd, goToEnd, leaveEnd: () => stay(false) };
}
