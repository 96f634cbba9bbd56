import { useTranslation } from '@parlance/shared/i18n';
import { useBlocker } from '@parlance/shared/router';
import { sessionStore } from '@parlance/shared/session';
import { useEffect } from 'react';
import { onReload } from './reloading.ts';

/**
 * `text`: what is asked, where it is not about something typed. `isKept`: it is put away when another release is
 * loaded.
 */
type Options = { readonly of?: 'path' | 'address'; readonly text?: string; readonly isKept?: boolean };

/**
 * While something is typed and not saved, going away asks: within the product and out of the page. With `of: 'address'`
 * a form goes with what stands behind the “?” of its address; otherwise it stays there as long as the path does. One of
 * it a page: of several the router would listen to the last alone.
 */
export function useLeavingAsks(isUnsaved: boolean, { of = 'path', text, isKept = true }: Options = {}): void {
  const { t } = useTranslation('shared');
  const blocker = useBlocker(
    ({ currentLocation: here, nextLocation: next }) =>
      isUnsaved && (here.pathname !== next.pathname || (of === 'address' && here.search !== next.search)),
  );
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(text ?? t('ui.leave'))) blocker.proceed();
    else blocker.reset();
  }, [blocker, t, text]);
  useUnloadAsks(isUnsaved, isKept);
}

/**
 * The browser asks before a page with something unsaved is closed. Where the session has ended, or another release is
 * loaded, there is nothing to stay for: what is typed waits (`unsaved.ts`). What cannot be put away (`isKept`) asks
 * before another release is loaded, too.
 */
export function useUnloadAsks(isUnsaved: boolean, isKept = true): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (sessionStore.getState().status === 'signed-in') event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    const end = () => window.removeEventListener('beforeunload', ask);
    const stopListening = isKept ? onReload(end) : () => undefined;
    return () => {
      stopListening();
      end();
    };
  }, [isUnsaved, isKept]);
}
