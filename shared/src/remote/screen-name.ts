import { useLocation } from '@parlance/shared/router';
import { useEffect } from 'react';

/** What the screen at a path calls itself; null once it is gone. */
export type ScreenName = { readonly path: string; readonly name: string | null };

/**
 * Every program has its own copy of this file, and the shell is another one, so names travel as events of the window.
 */
const eventName = 'parlance:screen-name';

const send = (named: ScreenName) => {
  window.dispatchEvent(new CustomEvent<ScreenName>(eventName, { detail: named }));
};

/**
 * A screen is named after what it shows: a bot, a dialogue. The shell, where it knows only the kind of the screen, then
 * says this name in the document's title and in the breadcrumb, as long as the screen is there.
 */
export function useScreenName(name: string): void {
  const { pathname: path } = useLocation();
  useEffect(() => send({ path, name }), [path, name]);
  useEffect(() => () => send({ path, name: null }), [path]);
}

/**
 * Hears the names of the screens of every program on the page, until the function it gives is called. Ignores events
 * without a name.
 */
export function onScreenName(listener: (named: ScreenName) => void): () => void {
  const receive = (event: Event) => {
    // whoever makes events of this name gives an object
    const { path, name } = (event as CustomEvent<Partial<Record<keyof ScreenName, unknown>>>).detail;
    if (typeof path === 'string' && (typeof name === 'string' || name === null)) listener({ path, name });
  };
  window.addEventListener(eventName, receive);
  return () => window.removeEventListener(eventName, receive);
}
