import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { snackbar } from '../toasts.ts';
import { useSending, type Sending } from './use-sending.ts';

/** What a button asks for, once at a time. A notice says why it could not be had. */
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
