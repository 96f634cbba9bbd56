import { Suspense } from 'react';
import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { MoreRows, SearchField, TableSkeleton } from '@parlance/shared/ui/data';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import listing from '@parlance/shared/ui/listing.module.css';
import { ErrorState, Page } from '@parlance/shared/ui/page';
import { useMayCreate } from '../../executions/use-may-create.ts';
import styles from '../../listing/listing.module.css';
import { isNarrowed, searchMaxLength, states } from './automation-query.ts';
import { AutomationsTable } from './automations-table.tsx';
import { useAutomationQuery, useAutomations } from './use-automations.ts';

const ViewTabs = lazyPart(async () => ({ default: (await import('../../automation-control/view-tabs.tsx')).ViewTabs }));
const Nothing = lazyPart(async () => ({ default: (await import('./nothing.tsx')).Nothing }));
const Places = lazyPart(async () => ({ default: (await import('./nothing.tsx')).Places }));

/** One’s own automations, and those that anybody may take over. */
export function AutomationList({ isAdmin }: { readonly isAdmin: boolean }) {
  const { t } = useTranslation('agent-automation');
  const [query, ask] = useAutomationQuery();
  const { rows, isStale, more, reload, places } = useAutomations(query);
  const mayCreate = useMayCreate();
  const isEmpty = rows.status === 'ready' && rows.data.length === 0;
  const isBlank = isEmpty && !isNarrowed(query);
  const isFull = places !== null && places.limit !== null && places.used >= places.limit;
  const create =
    isFull || !mayCreate ? undefined : (
      <Link className="button button-main" to="?automation=new">
        {t('new')}
      </Link>
    );
  return (
    <Page title={t('agent-studio:agentAutomation.title')} actions={isBlank ? undefined : create}>
      {isAdmin && (
        <Suspense fallback={null}>
          <ViewTabs current="own" />
        </Suspense>
      )}
      <p className={listing.lead}>{t('lead')}</p>
      {places !== null && places.limit !== null && (
        <Suspense fallback={null}>
          <Places places={places} isFull={isFull} />
        </Suspense>
      )}
      {rows.status === 'loading' && <TableSkeleton />}
      {rows.status === 'failed' && <ErrorState error={rows.failure} onRetry={reload} />}
      {rows.status === 'ready' && !isBlank && (
        <div className={listing.narrow}>
          <SearchField
            label={t('search')}
            hint={t('searchHint')}
            value={query.q}
            maxLength={searchMaxLength}
            onSearch={(q) => ask({ q })}
          />
          <div className={listing.filters} role="group" aria-label={t('filters')}>
            {states.map((state) => (
              <button
                key={state}
                type="button"
                className={styles.chip}
                aria-pressed={query.state === state}
                onClick={() => ask({ state: query.state === state ? null : state })}
              >
                {t(`states.${state}`)}
              </button>
            ))}
          </div>
        </div>
      )}
      {isEmpty && (
        <Suspense fallback={null}>
          <Nothing query={query} clear={() => ask({ q: '', state: null })} create={create} />
        </Suspense>
      )}
      {rows.status === 'ready' && !isEmpty && (
        <>
          <AutomationsTable automations={rows.data} isStale={isStale} canCopy={create !== undefined} reload={reload} />
          <MoreRows more={more} label={t('more')} />
          <p role="status" className="visually-hidden">
            {t('shown', { shown: rows.data.length })}
          </p>
        </>
      )}
    </Page>
  );
}
