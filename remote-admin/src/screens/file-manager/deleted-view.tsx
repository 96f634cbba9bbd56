import { knowledgeKeptDays, type DeletedKnowledge } from '@parlance/shared/contract/api/knowledge/knowledge-deleted';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber, formatRelative } from '@parlance/shared/i18n/format';
import { DataTable, MoreRows, TableSkeleton, type Column } from '@parlance/shared/ui/data';
import { useSending } from '@parlance/shared/ui/fields';
import { EmptyState, ErrorState } from '@parlance/shared/ui/page';
import styles from './file-manager.module.css';
import { tellOutcome } from './told.ts';
import { changeFiles } from './use-changes.ts';
import { useDeleted } from './use-files.ts';

/** The deleted sources that can still be restored. */
export function DeletedView({ version, changed }: { readonly version: number; readonly changed: () => void }) {
  const { t } = useTranslation('file-manager');
  const language = currentLanguage();
  const { rows, more, reload } = useDeleted(version);
  const { send, isSending } = useSending();
  const restore = (id: string) =>
    send(async () => {
      await tellOutcome(t, changeFiles({ action: 'restore', ids: [id] }), 'restored');
      reload();
      changed();
      return 'again';
    });
  if (rows.status === 'loading') return <TableSkeleton />;
  if (rows.status === 'failed') return <ErrorState error={rows.failure} onRetry={reload} />;
  if (rows.data.length === 0)
    return (
      <EmptyState
        title={t('deleted.none')}
        text={t('deleted.about', { days: formatNumber(language, knowledgeKeptDays) })}
      />
    );
  const columns: readonly Column<DeletedKnowledge>[] = [
    {
      id: 'name',
      head: t('columns.name'),
      isName: true,
      cell: ({ name, folder }) => (
        <span className={styles.name}>
          {name}
          {folder !== null && <small>{folder}</small>}
        </span>
      ),
    },
    {
      id: 'kind',
      head: t('columns.type'),
      cell: ({ kind, items }) =>
        kind === 'folder' ? t('deleted.folder', { number: formatNumber(language, items) }) : t(`kinds.${kind}`),
    },
    { id: 'owner', head: t('columns.owner'), cell: ({ owner }) => owner?.name ?? t('nobody') },
    {
      id: 'deleted',
      head: t('deleted.at'),
      cell: ({ deleted_at: at }) => (
        <time dateTime={at} title={formatDate(language, at)}>
          {formatRelative(language, at)}
        </time>
      ),
    },
    {
      id: 'gone',
      head: t('deleted.gone'),
      cell: ({ gone_at: at }) => <time dateTime={at}>{formatDate(language, at, { dateStyle: 'medium' })}</time>,
    },
    {
      id: 'restore',
      head: t('deleted.restore'),
      hidesHead: true,
      cell: ({ id, name }) => (
        <button
          type="button"
          className="button-link"
          aria-disabled={isSending}
          aria-label={t('deleted.restoreOf', { name })}
          onClick={() => restore(id)}
        >
          {t('deleted.restore')}
        </button>
      ),
    },
  ];
  return (
    <>
      <p className={styles.note}>{t('deleted.about', { days: formatNumber(language, knowledgeKeptDays) })}</p>
      <DataTable caption={t('views.deleted')} columns={columns} rows={rows.data} />
      <MoreRows more={more} label={t('more')} />
    </>
  );
}
