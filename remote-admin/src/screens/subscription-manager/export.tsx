import type { OrganizationExport } from '@parlance/shared/contract/api/organization-exports';
import { exportKeptDays } from '@parlance/shared/contract/values/export-days';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes, formatDate, formatNumber } from '@parlance/shared/i18n/format';
import { Actions, SubmitFailure, useSending } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import styles from './subscription-manager.module.css';
import { exportAddress, isUnderWay, useExports } from './use-exports.ts';

/** The export of the whole organisation as one file, for its owner, also in an expired workspace. */
export function Export() {
  const { t } = useTranslation('subscription-manager');
  const { exports, reload, begin } = useExports();
  const { send, isSending, failure } = useSending();
  const isMaking = exports.status === 'ready' && exports.data.some(isUnderWay);
  return (
    <section id="export" aria-labelledby="export-title">
      <h2 id="export-title">{t('export.title')}</h2>
      <p>{t('export.text', { days: formatNumber(currentLanguage(), exportKeptDays) })}</p>
      {exports.status === 'loading' && <LoadingState />}
      {exports.status === 'failed' && <ErrorState error={exports.failure} onRetry={reload} />}
      {exports.status === 'ready' && exports.data.length > 0 && (
        <ul className={styles.exports}>
          {exports.data.map((it) => (
            <Made key={it.id} made={it} />
          ))}
        </ul>
      )}
      <SubmitFailure failure={failure} />
      <Actions>
        <button
          type="button"
          className="button"
          aria-disabled={isSending || isMaking}
          onClick={() => (isMaking ? undefined : send(() => begin().then(() => 'again')))}
        >
          {t('export.begin')}
        </button>
      </Actions>
    </section>
  );
}

function Made({
  made: { id, status, size, created_at: createdAt, expires_at: expiresAt },
}: {
  readonly made: OrganizationExport;
}) {
  const { t } = useTranslation('subscription-manager');
  const language = currentLanguage();
  const at = formatDate(language, createdAt);
  return (
    <li>
      {status === 'complete' && size !== null ? (
        <a href={exportAddress(id)}>{t('export.download', { at, size: formatBytes(language, size) })}</a>
      ) : (
        t('export.of', { at })
      )}
      <small role="status">
        {status === 'complete'
          ? expiresAt !== null && t('export.until', { date: formatDate(language, expiresAt) })
          : t(`export.states.${status}`)}
      </small>
    </li>
  );
}
