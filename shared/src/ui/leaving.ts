import { useTranslation } from '@parlance/shared/i18n';
import { useBlocker } from '@parlance/shared/router';
import { sessionStore } from '@parlance/shared/session';
import { useEffect } from 'react';
import { onReload } from './reloading.ts';

/**
 * While something is typed and not saved, going away asks: within the product and out of the page. With `of: 'address'` a
 * form goes with what stands behind the “?” of its address; otherwise it stays there as long as the path does.
 */
export function useLeavingAsks(isUnsaved: boolean, { of = 'path' }: { readonly of?: 'path' | 'address' } = {}): void {
  const { t } = useTranslation('shared');
  const blocker = useBlocker(({ currentLocation: here, nextLocation: next }) => isUnsaved && (here.pathname !== next.pathname || (of === 'address' && here.search !== next.search)));
  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    if (window.confirm(t('ui.leave'))) blocker.proceed();
    else blocker.reset();
  }, [blocker, t]);
  useUnloadAsks(isUnsaved);
}

/**
 * The browser asks before a page with something unsaved is closed. Where the session has ended, or another release is loaded,
 * there is nothing to stay for: what is typed waits (`unsaved.ts`).
 */
export function useUnloadAsks(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (sessionStore.getState().status === 'signed-in') event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    const end = () => window.removeEventListener('beforeunload', ask);
    const stopListening = onReload(end);
    return () => {
      stopListening();
      end();
    };
  }, [isUnsaved]);
}
