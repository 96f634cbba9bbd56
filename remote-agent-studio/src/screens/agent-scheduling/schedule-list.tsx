import { Suspense, useState } from 'react';
import type { Schedule } from '@parlance/shared/contract/api/schedules';
import { useTranslation } from '@parlance/shared/i18n';
import { Link, useSearchParams } from '@parlance/shared/router';
import { MoreRows, SearchField, TableSkeleton } from '@parlance/shared/ui/data';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import listing from '@parlance/shared/ui/listing.module.css';
import { ErrorState, Page } from '@parlance/shared/ui/page';
import chips from '../../listing/listing.module.css';
import { newAddress } from './addresses.ts';
import { isNarrowed, readQuery, type ScheduleQuery, searchMaxLength, states, writeQuery } from './schedule-query.ts';
import { SchedulesTable } from './schedules-table.tsx';
import { useMayCreate } from '../../executions/use-may-create.ts';
import { useSchedules } from './use-schedules.ts';

const Nothing = lazyPart(() => import('./nothing.tsx'));
const Places = lazyPart(() => import('./places.tsx'));
const DeleteDialog = lazyPart(() => import('./delete-dialog.tsx'));

/** The person's schedules, and those left without an owner. */
export function ScheduleList() {
  const { t } = useTranslation('agent-scheduling');
  const [params, setParams] = useSearchParams();
  const query = readQuery(params);
  const ask = (change: Partial<ScheduleQuery>) => setParams(writeQuery({ ...query, ...change }), { replace: true });
  const { rows, isStale, more, reload, places } = useSchedules(query);
  const [deleted, askToDelete] = useState<Schedule | null>(null);
  const isEmpty = rows.status === 'ready' && rows.data.length === 0;
  const isBlank = isEmpty && !isNarrowed(query);
  const mayCreate = useMayCreate();
  const canCreate = mayCreate && places !== null && (places.limit === null || places.used < places.limit);
  const nothing = (
    <Suspense fallback={null}>
      <Nothing isNarrowed={!isBlank} places={places} clear={() => ask({ q: '', state: null })} />
    </Suspense>
  );
  return (
    <Page
      title={t('agent-studio:agentScheduling.title')}
      actions={
        canCreate && !isBlank ? (
          <Link className="button button-main" to={newAddress()}>
            {t('new')}
          </Link>
        ) : undefined
      }
    >
      {!isBlank && places !== null && places.limit !== null && (
        <Suspense fallback={null}>
          <Places used={places.used} limit={places.limit} />
        </Suspense>
      )}
      {rows.status === 'loading' && <TableSkeleton />}
      {rows.status === 'failed' && <ErrorState error={rows.failure} onRetry={reload} />}
      {isBlank && nothing}
      {rows.status === 'ready' && !isBlank && (
        <>
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
                  className={chips.chip}
                  aria-pressed={query.state === state}
                  onClick={() => ask({ state: query.state === state ? null : state })}
                >
                  {t(`states.${state}`)}
                </button>
              ))}
            </div>
          </div>
          {isEmpty ? (
            nothing
          ) : (
            <SchedulesTable schedules={rows.data} isStale={isStale} reload={reload} askToDelete={askToDelete} />
          )}
          <MoreRows more={more} label={t('more')} />
          <p role="status" className="visually-hidden">
            {t('shown', { shown: rows.data.length })}
          </p>
        </>
      )}
      {deleted !== null && (
        <Suspense fallback={null}>
          <DeleteDialog schedule={deleted} deleted={reload} close={() => askToDelete(null)} />
        </Suspense>
      )}
    </Page>
  );
}
