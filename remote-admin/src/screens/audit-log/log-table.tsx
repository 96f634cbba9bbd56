import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import { Link } from '@parlance/shared/router';
import { type Column, DataTable } from '@parlance/shared/ui/data';
import styles from './audit-log.module.css';
import { sentenceOf } from './sentence.ts';
import type { ListedEntry, Query } from './use-log.ts';

type Props = { readonly entries: readonly ListedEntry[]; readonly isStale: boolean; readonly linkTo: Query['linkTo'] };

/** The table of entries: each sentence links to the changes. */
export function LogTable({ entries, isStale, linkTo }: Props) {
  const { t } = useTranslation('audit-log');
  const columns: readonly Column<ListedEntry>[] = [
    {
      id: 'what',
      head: t('columns.what'),
      isName: true,
      cell: (entry) => (
        <Link className={styles.sentence} to={linkTo(entry.number)}>
          {sentenceOf(t, entry)}
        </Link>
      ),
    },
    {
      id: 'at',
      head: t('columns.at'),
      cell: ({ at }) => (
        <time dateTime={at}>{formatDate(currentLanguage(), at, { dateStyle: 'medium', timeStyle: 'medium' })}</time>
      ),
    },
    { id: 'address', head: t('filters.address'), cell: ({ address }) => address ?? '–' },
  ];
  return <DataTable caption={t('admin:auditLog.title')} columns={columns} rows={entries} isStale={isStale} />;
}
