import { useTranslation } from '@parlance/shared/i18n';
import { useBlocker } from '@parlance/shared/router';
import { sessionStore } from '@parlance/shared/session';
import { useEffect } from 'react';
import { onReload } from './reloading.ts';

/**
 * `text`: the question, if it is not about typed text. `isKept`: the draft is stored when another release is loaded.
 */
type Options = { readonly of?: 'path' | 'address'; readonly text?: string; readonly isKept?: boolean };

/**
 * Asks before leaving while something is typed and not saved: within the product and out of the page. With `of:
 * 'address'` a change of the query counts as leaving; otherwise only a change of the path does. Use it once a page: of
 * several the router would honour the last alone.
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
 * Has the browser ask before a page with unsaved text is closed. If the session has ended, or another release is
 * loaded, there is nothing to stay for: the draft is stored (`unsaved.ts`). One that cannot be stored (`isKept`) asks
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
