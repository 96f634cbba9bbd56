import { useEffect, useEffectEvent, useState } from 'react';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { useLocation, useSearchParams } from '@parlance/shared/router';
import { snackbar } from '@parlance/shared/ui/toasts';
import type { Change } from './conversation.ts';
import type { DialogueState } from './use-dialogue.ts';

const parameter = 'message';

/**
 * Shows the message that the address names (`?message=`): loaded, viewed in its branch, and scrolled to. It is sought
 * once for each navigation and then dropped from the address, so that a reload and Back lead to the dialogue as it is.
 * Of two in quick succession the newer one is shown.
 */
export function useSoughtMessage({ conversation, change, find }: DialogueState, leaveEnd: () => void): string | null {
  const { t } = useTranslation('chat');
  const { key } = useLocation();
  const [search, setSearch] = useSearchParams();
  const wanted = search.get(parameter);
  const [found, setFound] = useState<{ readonly id: string } | null>(null);

  const begin = useEffectEvent((id: string) => {
    leaveEnd();
    return find(id);
  });
  const end = () =>
    setSearch((params) => new URLSearchParams([...params].filter(([name]) => name !== parameter)), { replace: true });
  const show = useEffectEvent((id: string, loaded: Change | null) => {
    if (loaded !== null) change(loaded);
    setFound({ id });
    end();
  });
  const say = useEffectEvent((failure: unknown) => {
    snackbar(t(failureKey(failure)), { tone: 'bad' });
    end();
  });
  useEffect(() => {
    if (wanted === null) return undefined;
    let isWanted = true;
    begin(wanted).then(
      (loaded) => isWanted && show(wanted, loaded),
      (failure: unknown) => isWanted && say(failure),
    );
    return () => {
      isWanted = false;
    };
  }, [key, wanted]);

  const isThere = conversation.entries.some(({ id }) => id === found?.id);
  useEffect(() => {
    if (found === null || !isThere) return;
    const message = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(found.id)}"]`);
    message?.scrollIntoView({ block: 'center' });
    message?.focus({ preventScroll: true });
  }, [found, isThere]);
  return found?.id ?? null;
}
