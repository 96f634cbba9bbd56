import type { ControlEntry } from '@parlance/shared/contract/api/automation-control';
import type { ReactNode } from 'react';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber, formatRelative } from '@parlance/shared/i18n/format';
import { DataTable, type Column } from '@parlance/shared/ui/data';
import { useCronWords } from '../cron-words/use-cron-words.ts';
import { ExecutionChip, WhySo } from '../executions/execution-state.tsx';
import { costText } from '../executions/figures.ts';
import { PausedBecause } from '../executions/paused-because.tsx';
import listing from '../listing/listing.module.css';
import styles from './control-room.module.css';
import { orderedBy, orderOf, type ControlQuery } from './control-query.ts';

type Props = {
  readonly entries: readonly ControlEntry[];
  readonly isStale: boolean;
  readonly query: ControlQuery;
  readonly ask: (change: Partial<ControlQuery>) => void;
  readonly chosen: readonly string[];
  readonly select: (ids: readonly string[]) => void;
  readonly change: (entries: readonly ControlEntry[], state: 'active' | 'paused') => void;
};

/** The table, one row each. Prompts and answers belong to the owner and are not shown. */
export function ControlTable({ entries, isStale, query, ask, chosen, select, change }: Props) {
  const { t } = useTranslation('automation-control');
  const toggle = (id: string) => select(chosen.includes(id) ? chosen.filter((it) => it !== id) : [...chosen, id]);
  const columns: readonly Column<ControlEntry>[] = [
    {
      id: 'selection',
      head: t('selection.title'),
      hidesHead: true,
      cell: ({ id, name }) => (
        <input
          type="checkbox"
          className={listing.check}
          aria-label={t('selection.one', { name })}
          checked={chosen.includes(id)}
          onChange={() => toggle(id)}
        />
      ),
    },
    { id: 'name', head: t('columns.name'), isName: true, isSortable: true, cell: (entry) => <Name entry={entry} /> },
    {
      id: 'owner',
      head: t('columns.owner'),
      cell: ({ owner, name }) => <Owner owner={owner} of={name} only={(id) => ask({ owner: id })} />,
    },
    { id: 'state', head: t('columns.state'), cell: (entry) => <State entry={entry} change={change} /> },
    {
      id: 'next',
      head: t('columns.next'),
      isSortable: true,
      cell: ({ next_at: at }) => (at === null ? '–' : <Moment at={at} />),
    },
    {
      id: 'last',
      head: t('columns.last'),
      isSortable: true,
      cell: ({ last }) => (last === null ? t('never') : <Last last={last} />),
    },
    {
      id: 'executions',
      head: t('columns.executions'),
      isSortable: true,
      cell: ({ month }) => number(month.executions),
    },
    {
      id: 'failed',
      head: t('columns.failed'),
      isSortable: true,
      cell: ({ month }) => <span className={month.failed > 0 ? styles.bad : undefined}>{number(month.failed)}</span>,
    },
    { id: 'cost', head: t('columns.cost'), cell: ({ month }) => <Cost month={month} /> },
  ];
  return (
    <DataTable
      caption={t('caption')}
      columns={columns}
      rows={entries}
      order={orderOf(query)}
      onOrder={(order) => ask({ by: orderedBy(order) })}
      isStale={isStale}
    />
  );
}

const number = (value: number) => formatNumber(currentLanguage(), value);
const Small = ({ children }: { readonly children: ReactNode }) => <small className={styles.small}>{children}</small>;

function Name({ entry: { name, kind, trigger, cron, time_zone: zone, bot } }: { readonly entry: ControlEntry }) {
  const { t } = useTranslation('automation-control');
  const words = useCronWords(cron ?? '');
  const when =
    trigger === null ? [words ?? cron, zone].filter((part) => part !== null).join(', ') : t(`triggers.${trigger}`);
  return (
    <span className={listing.name}>
      <span className={listing.avatar} aria-hidden="true">
        {bot?.avatar ?? '–'}
      </span>
      <span>
        {name}
        <Small>{t(`kinds.${kind}`, { when })}</Small>
        <Small>{bot?.name ?? t('noAgent')}</Small>
      </span>
    </span>
  );
}

/** The owner's name, a link to their other entries. */
function Owner({
  owner,
  of,
  only,
}: {
  readonly owner: ControlEntry['owner'];
  readonly of: string;
  readonly only: (id: string) => void;
}) {
  const { t } = useTranslation('automation-control');
  if (owner === null) return <span className={styles.bad}>{t('nobody')}</span>;
  return (
    <button
      type="button"
      className="button-link"
      aria-label={t('onlyOf', { name: owner.name, of })}
      onClick={() => only(owner.id)}
    >
      {owner.name}
    </button>
  );
}

function State({ entry, change }: { readonly entry: ControlEntry; readonly change: Props['change'] }) {
  const { t } = useTranslation('automation-control');
  const { name, state, paused_because: reason } = entry;
  const text = t(`states.${state}`);
  if (state === 'ended') return <span className={listing.state}>{text}</span>;
  const isOn = state === 'active';
  return (
    <>
      <label className={listing.state}>
        <input
          type="checkbox"
          role="switch"
          className={listing.switch}
          aria-label={t('switch', { name })}
          checked={isOn}
          onChange={() => change([entry], isOn ? 'paused' : 'active')}
        />
        {text}
      </label>
      {reason !== null && (
        <Small>
          <PausedBecause reason={reason} />
        </Small>
      )}
    </>
  );
}

function Moment({ at }: { readonly at: string }) {
  const language = currentLanguage();
  return (
    <time dateTime={at} title={formatDate(language, at, { dateStyle: 'medium', timeStyle: 'short' })}>
      {formatRelative(language, at)}
    </time>
  );
}

function Last({ last }: { readonly last: NonNullable<ControlEntry['last']> }) {
  return (
    <span>
      <ExecutionChip execution={last} /> <Moment at={last.due_at} />
      <Small>
        <WhySo execution={last} />
      </Small>
    </span>
  );
}

/** Costs; amounts of different currencies are never added. */
function Cost({ month: { tokens, costs } }: Pick<ControlEntry, 'month'>) {
  const { t } = useTranslation('automation-control');
  return (
    <span>
      {costs.length === 0 ? '–' : costs.map((cost) => costText({ cost })).join(' + ')}
      {tokens > 0 && <Small>{t('tokens', { number: number(tokens) })}</Small>}
    </span>
  );
}
