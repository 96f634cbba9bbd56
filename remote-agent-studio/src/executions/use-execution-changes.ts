import { useRef } from 'react';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { randomUuid } from '@parlance/shared/random-uuid';
import { useNavigate } from '@parlance/shared/router';
import { useSending } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';
import { stopExecution, repeatExecution } from './use-executions.ts';

/** Replays or cancels an execution, and reports the reason of a failure. */
export function useExecutionChanges(id: string, addressOf: (executionId: string) => string, reload: () => void) {
  const { t } = useTranslation('executions');
  const navigate = useNavigate();
  const { send, isSending } = useSending();
  const attempt = useRef({ of: '', key: '' });

  function told(failure: unknown): boolean {
    snackbar(t(failureKey(failure)), { tone: 'bad' });
    reload();
    return true;
  }
  return {
    isSending,
    replay: () =>
      send(async () => {
        if (attempt.current.of !== id) attempt.current = { of: id, key: randomUuid() };
        const made = await repeatExecution(id, attempt.current.key);
        // A later press is a new replay.
        attempt.current = { of: '', key: '' };
        await navigate(addressOf(made.id));
        return 'again';
      }, told),
    cancel: () =>
      send(async () => {
        await stopExecution(id);
        reload();
        return 'again';
      }, told),
  };
}
