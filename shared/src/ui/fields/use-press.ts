import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { snackbar } from '../toasts.ts';
import { useSending, type Sending } from './use-sending.ts';

/** Runs the request of a button, one at a time. A notice reports a failure. */
export function usePress(): {
  readonly press: (work: Parameters<Sending['send']>[0]) => void;
  readonly isUnderWay: boolean;
} {
  const { t } = useTranslation('shared');
  const { send, isSending } = useSending();
  const tell = (error: unknown) => {
    snackbar(t(failureKey(error)), { tone: 'bad' });
    return true;
  };
  return { press: (work) => send(work, tell), isUnderWay: isSending };
}
