import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { OfflineMark, WarningMark } from '@parlance/shared/ui/marks';
import controls from '../controls/controls.module.css';
import notice from './notice.module.css';

/** A failure to load: the reason and a retry button; without a network it says that it will load by itself. */
export function Failed({ failure, retry }: { readonly failure: unknown; readonly retry: () => void }) {
  const { t } = useTranslation('chat');
  const isOffline = !navigator.onLine;
  return (
    <div className={`${notice.failed} ${isOffline ? notice.offline : ''}`} role="alert">
      {isOffline ? <OfflineMark /> : <WarningMark />}
      <p className={notice.text}>{isOffline ? t('loading.offline') : t(failureKey(failure))}</p>
      <button type="button" className={controls.button} onClick={retry}>
        {t('loading.retry')}
      </button>
      <RequestId failure={failure} />
    </div>
  );
}

/** The id of the request in small print, for a report. */
function RequestId({ failure }: { readonly failure: unknown }) {
  const { t } = useTranslation('chat');
  // Duck-typed: the host loads, and may hold another copy of the failure class.
  if (!(failure instanceof Error) || !('requestId' in failure) || typeof failure.requestId !== 'string') return null;
  return <p className={notice.note}>{t('loading.requestId', { id: failure.requestId })}</p>;
}
