import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { useSending, type Sending } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';

/** What a button asks for, once at a time. Why it could not be had is said in a notice. */
export function usePress(): { readonly press: (work: Parameters<Sending['send']>[0]) => void; readonly isUnderWay: boolean } {
  const { t } = useTranslation('host');
  const { send, isSending } = useSending();
  const tell = (error: unknown) => {
    snackbar(t(failureKey(error)), { tone: 'bad' });
    return true;
  };
  return { press: (work) => send(work, tell), isUnderWay: isSending };
}
