import { useLocation } from '@parlance/shared/router';
import { useEffect } from 'react';

/** The name of the screen at a path; null once it is gone. */
export type ScreenName = { readonly path: string; readonly name: string | null };

/**
 * Every program has its own copy of this file, and the shell is another one, so names travel as events of the window.
 */
const eventName = 'parlance:screen-name';

const send = (named: ScreenName) => {
  window.dispatchEvent(new CustomEvent<ScreenName>(eventName, { detail: named }));
};

/**
 * Names a screen after its content: a bot, a dialogue. The shell, which knows only the kind of the screen, then shows
 * this name in the document's title and in the breadcrumb, as long as the screen is mounted.
 */
export function useScreenName(name: string): void {
  const { pathname: path } = useLocation();
  useEffect(() => send({ path, name }), [path, name]);
  useEffect(() => () => send({ path, name: null }), [path]);
}

/**
 * Listens for the names of the screens of every program on the page; the returned function unsubscribes. Ignores events
 * without a name.
 */
export function onScreenName(listener: (named: ScreenName) => void): () => void {
  const receive = (event: Event) => {
    // The cast holds: events of this name carry an object.
    const { path, name } = (event as CustomEvent<Partial<Record<keyof ScreenName, unknown>>>).detail;
    if (typeof path === 'string' && (typeof name === 'string' || name === null)) listener({ path, name });
  };
  window.addEventListener(eventName, receive);
  return () => window.removeEventListener(eventName, receive);
}
