import type { ManagedFile } from '@parlance/shared/contract/api/file-manager';
import { useTranslation } from '@parlance/shared/i18n';
import { RecognitionText, useRecognizedPages } from '@parlance/shared/ui/recognition';
import { useUnreadPages } from '@parlance/shared/ui/unread-pages';
import styles from './file-manager.module.css';

type FileStatus = Pick<ManagedFile, 'kind' | 'state' | 'error_code' | 'is_refreshing' | 'unread_pages' | 'recognition'>;

/** The reading progress of a file, with the error in words. */
export function FileState({
  file: { kind, state, error_code: code, is_refreshing: isRefreshing, unread_pages: pages, recognition },
}: {
  readonly file: FileStatus;
}) {
  const { t } = useTranslation('file-manager');
  const unread = useUnreadPages(pages);
  const recognized = useRecognizedPages(pages);
  const reason = code === null ? null : t(`shared:errors.${code}`);
  // Only these states have no earlier text to fall back on.
  const isWhole = state === 'failed' || code === 'index_failed';
  const words =
    kind === 'folder'
      ? isRefreshing
        ? t('states.inside')
        : null
      : t(isRefreshing ? 'states.refreshing' : `states.${state}`);
  return (
    <span className={styles.state}>
      {words !== null && <span data-state={isRefreshing ? 'reading' : state}>{words}</span>}
      {recognition !== null && recognition !== undefined && (
        <small>
          <RecognitionText progress={recognition} />
        </small>
      )}
      {unread !== null && state !== 'failed' && <small>{unread}</small>}
      {recognized !== null && state !== 'failed' && <small>{recognized}</small>}
      {reason !== null && <small className={styles.bad}>{isWhole ? reason : t('keptText', { reason })}</small>}
    </span>
  );
}
