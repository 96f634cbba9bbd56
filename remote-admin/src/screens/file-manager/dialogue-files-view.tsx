import { managedType, type DialogueFile } from '@parlance/shared/contract/api/file-manager';
import { attachmentState } from '@parlance/shared/contract/api/attachments';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes, formatDate, formatRelative } from '@parlance/shared/i18n/format';
import { Link, useSearchParams } from '@parlance/shared/router';
import { DataTable, MoreRows, TableSkeleton, type Column } from '@parlance/shared/ui/data';
import { EmptyState, ErrorState } from '@parlance/shared/ui/page';
import { NamesBar } from '../../dialogue-log/names-bar.tsx';
import { areShown, seenWith, useNames, type Names } from '../../dialogue-log/use-names.ts';
import { FilterFields, Select } from '../../filter-fields/filter-fields.tsx';
import { BesideList } from './beside-list.tsx';
import { DialogueFileDetail } from './dialogue-file-detail.tsx';
import styles from './file-manager.module.css';
import { openedIn, readDialogueFileQuery, writeDialogueFileQuery, type DialogueFileQuery } from './file-query.ts';
import { SizeFilter } from './filters.tsx';
import { useHasLog } from './use-has-log.ts';
import { useDialogueFiles } from './use-files.ts';

/** Files that members attached in their dialogues: without names until a reason is given to the dialogue log. */
export function DialogueFilesView() {
  return useHasLog() ? <WithLog /> : <View seen="without the log" isNamed={false} names={null} />;
}

function WithLog() {
  const names = useNames();
  return <View seen={seenWith(names)} isNamed={areShown(names)} names={names} />;
}

/** `names`: null for a person without the dialogue log. */
type Props = { readonly seen: string; readonly isNamed: boolean; readonly names: Names | null };

function View({ seen, isNamed, names }: Props) {
  const { t } = useTranslation('file-manager');
  const [params, setParams] = useSearchParams();
  const query = readDialogueFileQuery(params);
  const opened = openedIn(params);
  const address = (next: DialogueFileQuery, file: string | null) => ({
    ...writeDialogueFileQuery(next),
    ...(file === null ? {} : { file }),
  });
  const change = (changed: Partial<DialogueFileQuery>) =>
    setParams(address({ ...query, ...changed }, opened), { replace: true });
  const chosen = <T extends string>(ids: readonly T[], id: string | undefined) => ids.find((it) => it === id);
  const close = () => setParams(address(query, null));
  return (
    <>
      {names === null ? <p className={styles.note}>{t('dialogues.withoutLog')}</p> : <NamesBar names={names} />}
      <FilterFields label={t('filters.title')}>
        <Select
          label={t('filters.type')}
          any={t('filters.anyType')}
          choices={managedType.options.map((id) => ({ id, name: t(`types.${id}`) }))}
          chosen={query.type}
          choose={(id) => change({ type: chosen(managedType.options, id) })}
        />
        <Select
          label={t('filters.state')}
          any={t('filters.anyState')}
          choices={attachmentState.options.map((id) => ({ id, name: t(`states.${id}`) }))}
          chosen={query.state}
          choose={(id) => change({ state: chosen(attachmentState.options, id) })}
        />
        <SizeFilter size={query.size} choose={(size) => change({ size })} />
      </FilterFields>
      <BesideList
        opened={opened}
        close={close}
        detail={(id) => <DialogueFileDetail key={id} id={id} seen={seen} isNamed={isNamed} close={close} />}
      >
        <List
          query={query}
          seen={seen}
          change={change}
          addressOf={(file) => `/file-manager?${new URLSearchParams(address(query, file)).toString()}`}
          opened={opened}
        />
      </BesideList>
    </>
  );
}

type ListProps = {
  readonly query: DialogueFileQuery;
  readonly seen: string;
  readonly change: (changed: Partial<DialogueFileQuery>) => void;
  readonly addressOf: (file: string) => string;
  readonly opened: string | null;
};

function List({ query, seen, change, addressOf, opened }: ListProps) {
  const { t } = useTranslation('file-manager');
  const language = currentLanguage();
  const { rows, isStale, more, reload } = useDialogueFiles(query, seen);
  if (rows.status === 'loading') return <TableSkeleton />;
  if (rows.status === 'failed') return <ErrorState error={rows.failure} onRetry={reload} />;
  if (rows.data.length === 0 && !isStale) return <EmptyState title={t('dialogues.none')} text={t('dialogues.about')} />;
  const columns: readonly Column<DialogueFile>[] = [
    {
      id: 'name',
      head: t('columns.name'),
      isName: true,
      cell: ({ id, name, type }) => (
        <span className={styles.name}>
          <Link to={addressOf(id)} {...(opened === id ? { 'aria-current': 'true' as const } : {})}>
            {name ?? t('dialogues.unnamed', { type: t(`types.${type}`) })}
          </Link>
        </span>
      ),
    },
    {
      id: 'state',
      head: t('columns.state'),
      cell: ({ state, error_code: code }) => (
        <span className={styles.state}>
          <span data-state={state}>{t(`states.${state}`)}</span>
          {code !== null && <small className={styles.bad}>{t(`shared:errors.${code}`)}</small>}
        </span>
      ),
    },
    { id: 'type', head: t('columns.type'), cell: ({ type }) => t(`types.${type}`) },
    { id: 'size', head: t('columns.size'), isSortable: true, cell: ({ size }) => formatBytes(language, size) },
    {
      id: 'member',
      head: t('dialogues.member'),
      cell: ({ member }) => (member === null ? '–' : (member.name ?? t('dialogues.alias', { alias: member.alias }))),
    },
    {
      id: 'dialogue',
      head: t('dialogues.dialogue'),
      cell: ({ is_unsent: isUnsent, dialogue_ids: ids }) =>
        isUnsent ? (
          t('dialogues.unsent')
        ) : ids[0] === undefined ? (
          '–'
        ) : (
          <Link to={`/dialogue-log/${ids[0]}`}>{t('dialogues.open')}</Link>
        ),
    },
    {
      id: 'created',
      head: t('dialogues.created'),
      isSortable: true,
      cell: ({ created_at: at }) => (
        <time dateTime={at} title={formatDate(language, at)}>
          {formatRelative(language, at)}
        </time>
      ),
    },
  ];
  return (
    <>
      <DataTable
        caption={t('views.dialogues')}
        columns={columns}
        rows={rows.data}
        order={{ by: query.order, isDescending: query.direction === 'desc' }}
        onOrder={({ by, isDescending }) =>
          change({ order: by === 'size' ? 'size' : 'created', direction: isDescending ? 'desc' : 'asc' })
        }
        isStale={isStale}
      />
      <p role="status" className="visually-hidden">
        {isStale ? '' : t('shown', { shown: rows.data.length })}
      </p>
      <MoreRows more={more} label={t('more')} />
    </>
  );
}
