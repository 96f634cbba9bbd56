import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import styles from './audit-log.module.css';
import { filterOf, type LogQuery } from './log-query.ts';
import { exportAddress } from './use-log.ts';

type Props = { readonly query: LogQuery; readonly close: () => void };

/** Exports the list as a file: a stream of any length, which the browser saves by itself. */
export function ExportDialog({ query, close }: Props) {
  const { t } = useTranslation('audit-log');
  return (
    <Dialog title={t('export.title')} close={close}>
      <div className={styles.entry}>
        <p>
          {Object.keys(filterOf(query)).length > 0 ? t('export.filtered') : t('export.everything')}{' '}
          {t('export.recorded')}
        </p>
        <a className="button" href={exportAddress(query, 'csv')} download>
          {t('export.csv')}
        </a>
        <a className="button" href={exportAddress(query, 'jsonl')} download>
          {t('export.jsonl')}
        </a>
      </div>
    </Dialog>
  );
}
