import './texts.ts';
import type { ControlEntry } from '@parlance/shared/contract/api/automation-control';
import { Suspense, useState } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { MoreRows, SearchField, TableSkeleton } from '@parlance/shared/ui/data';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import listing from '@parlance/shared/ui/listing.module.css';
import { EmptyState, ErrorState } from '@parlance/shared/ui/page';
import { ControlFilters } from './control-filters.tsx';
import { isNarrowed, nothingAsked, searchMaxLength, type ControlQuery } from './control-query.ts';
import { ControlTable } from './control-table.tsx';
import { Figures } from './figures.tsx';
import { EntriesSelection } from './selection-bar.tsx';
import { ViewTabs } from './view-tabs.tsx';
import { switchThem, useControlQuery, useEntries, useOwners, useSummary } from './use-control.ts';

const ReassignDialog = lazyPart(async () => ({ default: (await import('./reassign-dialog.tsx')).ReassignDialog }));

/**
 * Everybody’s schedules and automations, for administrators: their state and costs, and buttons to hold, reassign and
 * pause them.
 */
export default function ControlRoom() {
  const { t } = useTranslation('automation-control');
  const [query, ask] = useControlQuery();
  const summary = useSummary();
  const { owners, retry: findOwners } = useOwners();
  const { rows, isStale, more, reload } = useEntries(query);
  const isEmpty = rows.status === 'ready' && rows.data.length === 0;
  const isBlank = isEmpty && !isNarrowed(query);
  const refresh = () => {
    summary.retry();
    findOwners();
    reload();
  };
  return (
    <>
      <ViewTabs current="control" />
      <p className={listing.lead}>{t('lead')}</p>
      {summary.status === 'ready' && <Figures summary={summary.data} ask={ask} changed={refresh} />}
      {rows.status === 'loading' && <TableSkeleton />}
      {rows.status === 'failed' && <ErrorState error={rows.failure} onRetry={refresh} />}
      {rows.status === 'ready' && !isBlank && (
        <div className={listing.narrow}>
          <SearchField
            label={t('search')}
            hint={t('searchHint')}
            value={query.q}
            maxLength={searchMaxLength}
            onSearch={(q) => ask({ q })}
          />
          <ControlFilters query={query} owners={owners} ask={ask} />
        </div>
      )}
      {isBlank && <EmptyState title={t('empty.title')} text={t('empty.text')} />}
      {isEmpty && !isBlank && (
        <EmptyState
          title={t('none')}
          action={
            <button type="button" className="button" onClick={() => ask(nothingAsked)}>
              {t('showAll')}
            </button>
          }
        />
      )}
      {rows.status === 'ready' && !isEmpty && (
        <>
          <Found
            key={JSON.stringify(query)}
            entries={rows.data}
            isStale={isStale}
            query={query}
            ask={ask}
            changed={refresh}
          />
          <MoreRows more={more} label={t('more')} />
          <p role="status" className="visually-hidden">
            {t('shown', { number: rows.data.length })}
          </p>
        </>
      )}
    </>
  );
}

type FoundProps = {
  readonly entries: readonly ControlEntry[];
  readonly isStale: boolean;
  readonly query: ControlQuery;
  readonly ask: (change: Partial<ControlQuery>) => void;
  readonly changed: () => void;
};

/** The list with its selection; another query clears the selection. */
function Found({ entries, isStale, query, ask, changed }: FoundProps) {
  const [chosen, select] = useState<readonly string[]>([]);
  const [given, give] = useState<readonly ControlEntry[] | null>(null);
  const selected = entries.filter(({ id }) => chosen.includes(id));
  const change = (those: readonly ControlEntry[], state: 'active' | 'paused') => {
    void switchThem(those, state, changed);
    select([]);
  };
  return (
    <>
      <EntriesSelection entries={entries} selected={selected} select={select} change={change} give={give} />
      <ControlTable
        entries={entries}
        isStale={isStale}
        query={query}
        ask={ask}
        chosen={chosen}
        select={select}
        change={change}
      />
      {given !== null && (
        <Suspense fallback={null}>
          <ReassignDialog
            entries={given}
            close={() => give(null)}
            changed={() => {
              select([]);
              changed();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
