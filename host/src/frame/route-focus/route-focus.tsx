import { useLocation, useNavigationType, type Location } from '@parlance/shared/router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { BeforeDrawing } from './before-drawing.tsx';
import {
  focusHeading,
  hasMovedFocus,
  isStillThere,
  seeHeading,
  whenHeadingIsThere,
  type SeenHeading,
} from './heading.ts';
import { keepTop, returnTo, scrollerOfPage } from './scroll.ts';

type Props = {
  /** Returns the part of a path that is the place itself; the rest is a detail within it. */
  readonly placeAt: (path: string) => string;
  /** True if the first page appeared without a page load. */
  readonly isTakenOver?: boolean;
};

/** The router’s key for the history entry that it started with. */
const firstKey = 'default';

/** The state of the page when its last address was left. */
type PreviousRoute = { readonly path: string; readonly heading: SeenHeading | null; readonly focused: Element | null };

/**
 * Does for client-side navigation what a browser does on a page load: a new place begins at its top and with the focus
 * on its heading, Back restores the scroll position, and screen readers hear where one is. Render it after the screens,
 * so that their own effects run first.
 */
export function RouteFocus({ placeAt, isTakenOver = false }: Props) {
  const location = useLocation();
  const type: string = useNavigationType();
  const left = useRef<PreviousRoute | null>(null);
  const tops = useRef(new Map<string, number>());
  const isUnderWay = useRef(false);
  const [title, setTitle] = useState('');
  const { pathname } = location;

  function leave({ key, pathname: path }: Location): void {
    const scroller = scrollerOfPage();
    keepTop(tops.current, key, scroller.scrollTop);
    if (path === pathname) return;
    left.current = { path, heading: seeHeading(), focused: document.activeElement };
    // Before the new screen renders: one that opens at its end scrolls there itself.
    if (placeAt(path) !== placeAt(pathname)) scroller.scrollTop = 0;
  }

  function begin(focusedBefore: Element | null): () => void {
    isUnderWay.current = true;
    setTitle('');
    const { activeElement } = document;
    const screenHasIt =
      activeElement !== focusedBefore && document.querySelector('main')?.contains(activeElement) === true;
    const held = screenHasIt ? null : activeElement;
    return whenHeadingIsThere((heading) => {
      isUnderWay.current = false;
      if (hasMovedFocus(held)) setTitle(heading.textContent);
      else focusHeading(heading);
    });
  }

  const arrive = useEffectEvent(() => {
    const from = left.current;
    left.current = null;
    // After a page load, at this address or at one that led here, the browser's own focus is right.
    const isLoaded =
      from === null
        ? !(isTakenOver && location.key === firstKey)
        : type === 'REPLACE' && from.heading === null && !isUnderWay.current;
    if (isLoaded) return undefined;
    const top = type === 'POP' ? (tops.current.get(location.key) ?? 0) : 0;
    const stopReturning = top > 0 ? returnTo(top) : undefined;
    const isDetail = from !== null && placeAt(from.path) === placeAt(pathname) && isStillThere(from.heading);
    const stopWaiting = isDetail ? undefined : begin(from?.focused ?? null);
    return () => {
      stopReturning?.();
      stopWaiting?.();
    };
  });

  useEffect(() => arrive(), [pathname]);
  return (
    <>
      <BeforeDrawing location={location} onLeave={leave} />
      <p aria-live="polite" className="visually-hidden">
        {title}
      </p>
    </>
  );
}
