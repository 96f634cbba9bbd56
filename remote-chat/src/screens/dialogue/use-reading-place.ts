import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { readsEndAfter, scrollParentOf, scrollToEnd } from './scroll-parent.ts';

/** Pixels from the beginning at which older messages are fetched, so that they are there before they are read. */
const beginningZone = 600;

type Place = {
  readonly isReadingEnd: boolean;
  readonly goToEnd: () => void;
};

/**
 * Keeps the place one reads at. Who reads at the end stays at the end while it grows; who reads elsewhere is not
 * moved, neither by an answer that grows below nor by older messages that come in above.
 */
export function useReadingPlace(content: RefObject<HTMLElement | null>, firstId: string | undefined, onNearBeginning: () => void): Place {
  const [isReadingEnd, setIsReadingEnd] = useState(true);
  const shouldStay = useRef(true);
  const lastTop = useRef(0);
  const nearBeginning = useEffectEvent(onNearBeginning);

  function stay(isThere: boolean): void {
    shouldStay.current = isThere;
    setIsReadingEnd(isThere);
  }

  const onScroll = useEffectEvent((scroller: Element) => {
    stay(readsEndAfter(shouldStay.current, lastTop.current, scroller));
    lastTop.current = scroller.scrollTop;
    if (scroller.scrollTop < beginningZone && scroller.scrollHeight > scroller.clientHeight) nearBeginning();
  });

  useLayoutEffect(() => {
    const element = content.current;
    if (element === null) return undefined;
    const scroller = scrollParentOf(element);
    // The page's scrolling is told to the document, and everything else's to itself.
    const speaker = scroller === document.scrollingElement ? document : scroller;
    const listen = () => onScroll(scroller);
    const follow = new ResizeObserver(() => {
      if (shouldStay.current) scrollToEnd(scroller);
    });
    scrollToEnd(scroller);
    follow.observe(element);
    speaker.addEventListener('scroll', listen, { passive: true });
    return () => {
      follow.disconnect();
      speaker.removeEventListener('scroll', listen);
    };
  }, [content]);

  useKeptPlace(content, firstId);

  function goToEnd(): void {
    stay(true);
    if (content.current !== null) scrollToEnd(scrollParentOf(content.current));
  }
  return { isReadingEnd, goToEnd };
}

/** When messages come in above, the one that was first stays where it was on the screen. */
function useKeptPlace(content: RefObject<HTMLElement | null>, firstId: string | undefined): void {
  const before = useRef<{ readonly firstId: string | undefined; readonly fromEnd: number } | null>(null);

  useLayoutEffect(() => {
    const element = content.current;
    if (element === null) return;
    const scroller = scrollParentOf(element);
    if (before.current !== null && before.current.firstId !== firstId) scroller.scrollTop = scroller.scrollHeight - before.current.fromEnd;
  }, [content, firstId]);

  useEffect(() => {
    const element = content.current;
    if (element === null) return undefined;
    const scroller = scrollParentOf(element);
    const speaker = scroller === document.scrollingElement ? document : scroller;
    const remember = () => {
      before.current = { firstId, fromEnd: scroller.scrollHeight - scroller.scrollTop };
    };
    remember();
    const follow = new ResizeObserver(remember);
    follow.observe(element);
    speaker.addEventListener('scroll', remember, { passive: true });
    return () => {
      follow.disconnect();
      speaker.removeEventListener('scroll', remember);
    };
  }, [content, firstId]);
}
