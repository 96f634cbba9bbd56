import { Suspense, useRef, useState, type DragEvent } from 'react';
import type { ManagedOrder } from '@parlance/shared/contract/api/file-manager';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { hiddenParameter, useHiddenColumns } from '@parlance/shared/list-menu/hidden-columns';
import { MenuButton } from '@parlance/shared/list-menu/menu-button';
import { useSearchParams } from '@parlance/shared/router';
import { MoreRows, SearchField, TableSkeleton } from '@parlance/shared/ui/data';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { EmptyState, ErrorState } from '@parlance/shared/ui/page';
import { UploadList, type Uploads, type UploadTarget } from '@parlance/shared/uploads';
import { BesideList } from './beside-list.tsx';
import styles from './file-manager.module.css';
import {
  everyFile,
  isNarrowed,
  openedIn,
  readQuery,
  searchMaxLength,
  writeQuery,
  type FileQuery,
} from './file-query.ts';
import { FilesTable } from './files-table.tsx';
import { Filters } from './filters.tsx';
import { Folders } from './folders.tsx';
import { useFiles } from './use-files.ts';

const SelectionBar = lazyPart(async () => ({ default: (await import('./selection-bar.tsx')).SelectionBar }));
const FileListMenu = lazyPart(async () => ({ default: (await import('./list-menu.tsx')).FileListMenu }));
const FileDetail = lazyPart(async () => ({ default: (await import('./file-detail.tsx')).FileDetail }));

type Props = {
  readonly version: number;
  readonly changed: () => void;
  readonly uploads: Uploads;
  /** The target of dropped files. */ readonly into: UploadTarget;
};

/** Returns the query in the address, and its setter. The detail panel stays open. */
function useFileQuery() {
  const [params, setParams] = useSearchParams();
  const query = readQuery(params);
  const opened = openedIn(params);
  const hiddenHere = params.get(hiddenParameter);
  const written = (next: FileQuery) => ({
    ...writeQuery(next),
    ...(hiddenHere === null ? {} : { [hiddenParameter]: hiddenHere }),
  });
  const write = (next: FileQuery, file: string | null, replace: boolean) =>
    setParams({ ...written(next), ...(file === null ? {} : { file }) }, { replace });
  return {
    query,
    opened,
    hidden: useHiddenColumns('files'),
    change: (changed: Partial<FileQuery>) => write({ ...query, ...changed }, opened, true),
    clear: () => write({ ...everyFile, ...(query.folder === undefined ? {} : { folder: query.folder }) }, opened, true),
    open: (file: string | null) => write(query, file, false),
    addressOf: (file: string) => `/file-manager?${new URLSearchParams({ ...written(query), file }).toString()}`,
  };
}

/** The knowledge of agents: folders, their files, and the open one beside them. */
export function KnowledgeView({ version, changed, uploads, into }: Props) {
  const { t } = useTranslation('file-manager');
  const { query, opened, hidden, change, clear, open, addressOf } = useFileQuery();
  const [isOver, setOver] = useState(false);
  return (
    <div
      className={styles.drop}
      data-over={isOver}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        dropped(event, uploads, into);
      }}
    >
      <UploadList uploads={uploads} />
      <div className={styles.narrow}>
        <SearchField
          label={t('search')}
          hint={t('searchHint')}
          value={query.q}
          maxLength={searchMaxLength}
          onSearch={(q) => change({ q })}
        />
        <Filters query={query} change={change} version={version} />
        <MenuButton label={t('shared:listing.menu')}>
          <FileListMenu query={query} hidden={hidden} />
        </MenuButton>
      </div>
      <div className={styles.columns}>
        <Folders chosen={query.folder} choose={(folder) => change({ folder })} version={version} open={open} />
        <BesideList
          opened={opened}
          close={() => open(null)}
          detail={(id) => (
            <Suspense fallback={null}>
              <FileDetail
                key={id}
                id={id}
                version={version}
                changed={changed}
                send={uploads.send}
                close={() => open(null)}
              />
            </Suspense>
          )}
        >
          <List
            query={query}
            hidden={hidden}
            version={version}
            changed={changed}
            change={change}
            clear={clear}
            addressOf={addressOf}
            opened={opened}
          />
        </BesideList>
      </div>
    </div>
  );
}

function dropped(event: DragEvent, uploads: Uploads, into: UploadTarget): void {
  const files = [...event.dataTransfer.files];
  if (files.length === 0) return;
  event.preventDefault();
  uploads.send(files, into);
}

type ListProps = Pick<
  ReturnType<typeof useFileQuery>,
  'query' | 'hidden' | 'change' | 'clear' | 'addressOf' | 'opened'
> & { readonly version: number; readonly changed: () => void };

function List({ query, hidden, version, changed, change, clear, addressOf, opened }: ListProps) {
  const { t } = useTranslation('file-manager');
  const { rows, isStale, more, reload } = useFiles(query, version);
  const [chosen, select] = useState<readonly string[]>([]);
  const table = useRef<HTMLDivElement>(null);
  if (rows.status === 'loading') return <TableSkeleton />;
  if (rows.status === 'failed') return <ErrorState error={rows.failure} onRetry={reload} />;
  if (rows.data.length === 0 && !isStale) {
    if (isNarrowed(query))
      return (
        <EmptyState
          title={t('none.title')}
          text={t('none.text')}
          action={
            <button type="button" className="button" onClick={clear}>
              {t('none.clear')}
            </button>
          }
        />
      );
    return <EmptyState title={t(query.folder === undefined ? 'empty.title' : 'empty.folder')} text={t('empty.text')} />;
  }
  const shown = rows.data.filter(({ id }) => chosen.includes(id));
  return (
    <div ref={table} tabIndex={-1} className={styles.list}>
      {shown.length > 0 && (
        <Suspense fallback={null}>
          <SelectionBar
            files={shown}
            all={rows.data}
            select={select}
            done={() => {
              select([]);
              changed();
              // The selected rows may be gone, and the focus with them.
              table.current?.focus({ preventScroll: true });
            }}
          />
        </Suspense>
      )}
      <FilesTable
        files={rows.data}
        query={query}
        hidden={hidden}
        order={(order: ManagedOrder, direction) => change({ order, direction })}
        isStale={isStale}
        chosen={chosen}
        select={select}
        addressOf={addressOf}
        opened={opened}
      />
      <p role="status" className="visually-hidden">
        {isStale ? '' : t('shown', { shown: formatNumber(currentLanguage(), rows.data.length) })}
      </p>
      <MoreRows more={more} label={t('more')} />
    </div>
  );
}
