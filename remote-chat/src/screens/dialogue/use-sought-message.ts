import { useEffect, useEffectEvent, useState } from 'react';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { useSearchParams } from '@parlance/shared/router';
import { snackbar } from '@parlance/shared/ui/toasts';
import type { DialogueState } from './use-dialogue.ts';

type Ways = {
  /** Reads the branch of a message. */
  readonly choose: (messageId: string) => Promise<void>;
  readonly leaveEnd: () => void;
};

/** The message that the address names (`?message=`): loaded, its branch chosen where it is in another one, and seen. */
export function useSoughtMessage({ conversation, loadBackTo }: DialogueState, { choose, leaveEnd }: Ways): string | null {
  const { t } = useTranslation('chat');
  const [search] = useSearchParams();
  const wanted = search.get('message');
  const [found, setFound] = useState<string | null>(null);

  const find = useEffectEvent(async (id: string): Promise<string> => {
    leaveEnd();
    if (!(await loadBackTo(id))) await choose(id);
    return id;
  });
  const say = useEffectEvent((failure: unknown) => snackbar(t(failureKey(failure)), { tone: 'bad' }));
  useEffect(() => {
    if (wanted !== null) find(wanted).then(setFound, (failure: unknown) => say(failure));
  }, [wanted]);

  const isThere = conversation.entries.some(({ id }) => id === found);
  useEffect(() => {
    if (found === null || !isThere) return;
    const message = document.querySelector<HTMLElement>(`[data-message="${CSS.escape(found)}"]`);
    message?.scrollIntoView({ block: 'center' });
    message?.focus({ preventScroll: true });
  }, [found, isThere]);
  return wanted === null ? null : found;
}
