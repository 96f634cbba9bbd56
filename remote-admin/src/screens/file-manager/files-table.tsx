import type { ManagedFile, ManagedOrder } from '@parlance/shared/contract/api/file-manager';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes, formatDate, formatNumber, formatRelative } from '@parlance/shared/i18n/format';
import { Link } from '@parlance/shared/router';
import { DataTable, type Column } from '@parlance/shared/ui/data';
import styles from './file-manager.module.css';
import type { FileQuery } from './file-query.ts';
import { FileState } from './file-state.tsx';
import { typeText } from './type-text.ts';

type Props = {
  readonly files: readonly ManagedFile[];
  readonly query: FileQuery;
  readonly order: (order: ManagedOrder, direction: 'asc' | 'desc') => void;
  readonly isStale: boolean;
  readonly chosen: readonly string[];
  readonly select: (ids: readonly string[]) => void;
  readonly addressOf: (file: string) => string;
  readonly opened: string | null;
  /** The columns that the person has hidden. */
  readonly hidden: readonly string[];
};

/** The columns that have room beside an open file, whose panel shows the others. */
const besideOpened = ['selection', 'name', 'state', 'changed'];

/** The table of files. The name opens the detail panel. */
export function FilesTable({ files, query, order, isStale, chosen, select, addressOf, opened, hidden }: Props) {
  const { t } = useTranslation('file-manager');
  const language = currentLanguage();
  const toggle = (id: string) => select(chosen.includes(id) ? chosen.filter((it) => it !== id) : [...chosen, id]);
  const columns: readonly Column<ManagedFile>[] = [
    {
      id: 'selection',
      head: t('selection.title'),
      hidesHead: true,
      cell: ({ id, name }) => (
        <input
          type="checkbox"
          className={styles.check}
          aria-label={t('selection.select', { name })}
          checked={chosen.includes(id)}
          onChange={() => toggle(id)}
        />
      ),
    },
    {
      id: 'name',
      head: t('columns.name'),
      isName: true,
      isSortable: true,
      cell: ({ id, name, folder }) => (
        <Name
          name={name}
          folder={query.folder === undefined ? (folder?.name ?? null) : null}
          to={addressOf(id)}
          isOpen={opened === id}
        />
      ),
    },
    { id: 'state', head: t('columns.state'), cell: (file) => <FileState file={file} /> },
    { id: 'type', head: t('columns.type'), cell: (file) => typeText(t, file) },
    { id: 'size', head: t('columns.size'), isSortable: true, cell: ({ size }) => formatBytes(language, size) },
    {
      id: 'use',
      head: t('columns.use'),
      cell: ({ used_by: usedBy }) =>
        usedBy.length === 0 ? '–' : t('agents', { number: formatNumber(language, usedBy.length) }),
    },
    { id: 'owner', head: t('columns.owner'), cell: ({ owner }) => owner?.name ?? t('nobody') },
    {
      id: 'changed',
      head: t('columns.changed'),
      isSortable: true,
      cell: ({ updated_at: at }) => (
        <time dateTime={at} title={formatDate(language, at)}>
          {formatRelative(language, at)}
        </time>
      ),
    },
  ];
  return (
    <DataTable
      caption={t('admin:files.title')}
      columns={columns.filter(({ id }) => !hidden.includes(id) && (opened === null || besideOpened.includes(id)))}
      rows={files}
      order={{ by: query.order, isDescending: query.direction === 'desc' }}
      // Only sortable columns call it.
      onOrder={({ by, isDescending }) => order(by as ManagedOrder, isDescending ? 'desc' : 'asc')}
      isStale={isStale}
    />
  );
}

function Name({
  name,
  folder,
  to,
  isOpen,
}: {
  readonly name: string;
  readonly folder: string | null;
  readonly to: string;
  readonly isOpen: boolean;
}) {
  return (
    <span className={styles.name}>
      <Link to={to} {...(isOpen ? { 'aria-current': 'true' as const } : {})}>
        {name}
      </Link>
      {folder !== null && <small>{folder}</small>}
    </span>
  );
}
