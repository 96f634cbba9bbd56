import type { FilePassage } from '@parlance/shared/contract/api/files';
import { useTranslation } from '@parlance/shared/i18n';
import type { Pages } from '@parlance/shared/loading';
import { MoreRows } from '@parlance/shared/ui/data';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import styles from './file-manager.module.css';

/** The text of a file as the search has it: passage by passage, never rendered in its own format. */
export function Passages({
  title,
  pages: { rows, more, reload },
}: {
  readonly title: string;
  readonly pages: Pages<FilePassage & { readonly id: string }>;
}) {
  const { t } = useTranslation('file-manager');
  return (
    <section className={styles.part} aria-labelledby="passages">
      <h3 id="passages">{title}</h3>
      {rows.status === 'loading' && <LoadingState />}
      {rows.status === 'failed' && <ErrorState error={rows.failure} onRetry={reload} />}
      {rows.status === 'ready' && rows.data.length === 0 && <p className={styles.note}>{t('noText')}</p>}
      <ol className={styles.passages}>
        {rows.status === 'ready' &&
          rows.data.map(({ id, page, heading, content }) => (
            <li key={id}>
              {(page !== null || heading !== '') && (
                <p className={styles.note}>
                  {[...(page === null ? [] : [t('page', { page })]), ...(heading === '' ? [] : [heading])].join(' · ')}
                </p>
              )}
              <p className={styles.content}>{content}</p>
            </li>
          ))}
      </ol>
      <MoreRows more={more} label={t('morePassages')} />
    </section>
  );
}
