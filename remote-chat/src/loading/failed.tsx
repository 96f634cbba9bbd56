import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { OfflineMark, WarningMark } from '@parlance/shared/ui/marks';
import controls from '../controls/controls.module.css';
import notice from './notice.module.css';

/** What could not be loaded: why in words, again by a button; without a network it says that it will come by itself. */
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

/** Small, for whoever reports it. */
function RequestId({ failure }: { readonly failure: unknown }) {
  const { t } = useTranslation('chat');
  // By shape: what loads is the host's, and may hold another copy of the class of these failures.
  if (!(failure instanceof Error) || !('requestId' in failure) || typeof failure.requestId !== 'string') return null;
  return <p className={notice.note}>{t('loading.requestId', { id: failure.requestId })}</p>;
}
