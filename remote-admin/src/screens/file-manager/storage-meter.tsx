import { exportKeptDays } from '@parlance/shared/contract/values/export-days';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes, formatNumber } from '@parlance/shared/i18n/format';
import { ErrorState } from '@parlance/shared/ui/page';
import styles from './file-manager.module.css';
import { useStorage } from './use-files.ts';

/** The share from which a meter says that little is left. */
const nearlyFull = 0.9;

/** The used storage, by kind, and the retention of files. */
export function StorageMeter({ version }: { readonly version: number }) {
  const { t } = useTranslation('file-manager');
  const loaded = useStorage(version);
  if (loaded.status === 'failed') return <ErrorState error={loaded.failure} onRetry={loaded.retry} />;
  // The same height as when loaded, so that nothing below it moves.
  if (loaded.status === 'loading') return <div className={styles.meter} aria-hidden="true" />;
  const language = currentLanguage();
  const { used, limit, knowledge, dialogues, versions, kept_days: keptDays } = loaded.data;
  const bytes = (value: number) => formatBytes(language, value);
  const words =
    limit === null
      ? t('storage.used', { used: bytes(used) })
      : t('storage.usedOf', { used: bytes(used), limit: bytes(limit) });
  const share = limit === null ? 0 : used / Math.max(limit, 1);
  return (
    <section className={styles.meter} aria-label={t('storage.title')}>
      <p className={styles.amount}>
        <strong>{words}</strong>
        {limit !== null && (
          <meter
            aria-label={t('storage.title')}
            aria-valuetext={words}
            min={0}
            max={1}
            high={nearlyFull}
            optimum={0}
            value={Math.min(share, 1)}
          />
        )}
        {share >= 1 && <span className={styles.bad}>{t('storage.full')}</span>}
      </p>
      <p className={styles.note}>
        {t('storage.parts', { knowledge: bytes(knowledge), dialogues: bytes(dialogues), versions: bytes(versions) })}{' '}
        {keptDays === null ? t('storage.kept') : t('storage.keptDays', { days: formatNumber(language, keptDays) })}{' '}
        {t('storage.withoutExports', { days: formatNumber(language, exportKeptDays) })}
      </p>
    </section>
  );
}
