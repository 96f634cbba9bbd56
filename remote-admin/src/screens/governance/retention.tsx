import { retentionKinds, type Retention as Kept } from '@parlance/shared/contract/api/retention';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber } from '@parlance/shared/i18n/format';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { Holds } from './holds.tsx';
import { RetentionForm } from './retention-form.tsx';
import styles from './retention.module.css';
import { useRetention } from './use-retention.ts';

/** The retention of data, and the legal holds. */
export function Retention() {
  const { t } = useTranslation('admin');
  const retention = useRetention();
  return (
    <>
      <section aria-labelledby="retention-days">
        <h2 id="retention-days">{t('retention.title')}</h2>
        <p className={styles.lead}>{t('retention.lead')}</p>
        {retention.status === 'loading' && <LoadingState />}
        {retention.status === 'failed' && <ErrorState error={retention.failure} onRetry={retention.retry} />}
        {retention.status === 'ready' && (
          <>
            <RetentionForm loaded={retention.data} keep={retention.keep} />
            <Applied applied={retention.data.applied} />
          </>
        )}
      </section>
      <Holds />
    </>
  );
}

/** The data purged in the last night. */
function Applied({ applied }: Pick<Kept, 'applied'>) {
  const { t } = useTranslation('admin');
  if (applied === null) return null;
  const language = currentLanguage();
  const day = formatDate(language, applied.day, { dateStyle: 'medium', timeZone: 'UTC' });
  const ordered = retentionKinds.flatMap((kind) => applied.removed.filter((it) => it.kind === kind));
  return (
    <>
      <p>{t(ordered.length === 0 ? 'retention.appliedNothing' : 'retention.applied', { day })}</p>
      {ordered.length > 0 && (
        <ul>
          {ordered.map(({ kind, count }) => (
            <li key={kind}>
              {t('retention.removed', { kind: t(`retention.kinds.${kind}`), count: formatNumber(language, count) })}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
