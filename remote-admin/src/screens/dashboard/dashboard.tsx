import { Suspense, useMemo, useState } from 'react';
import type { ChartChoices } from '@parlance/shared/contract/api/charts/charts';
import { useTranslation } from '@parlance/shared/i18n';
import { TableSkeleton } from '@parlance/shared/ui/data';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { EmptyState, ErrorState, Page } from '@parlance/shared/ui/page';
import { ChartCard } from './chart-card.tsx';
import { chartsOf, type Periods } from './charts.ts';
import styles from './dashboard.module.css';
import { Filters } from './filters.tsx';
import { rangeOf, type RangeQuery } from './range.ts';
import { Tops } from './tops.tsx';
import { useAsked, useChoices, useSeries, useTops } from './use-dashboard.ts';

const TimeZoneDialog = lazyPart(async () => ({ default: (await import('./time-zone-dialog.tsx')).TimeZoneDialog }));

/** The usage of the product by the organisation, for its administrators. */
export default function Dashboard() {
  const { t } = useTranslation('admin');
  const { retry, ...choices } = useChoices();
  return (
    <Page title={t('dashboard.title')}>
      {choices.status === 'loading' && <TableSkeleton />}
      {choices.status === 'failed' && <ErrorState error={choices.failure} onRetry={retry} />}
      {choices.status === 'ready' &&
        (choices.data.first_day === null ? (
          <EmptyState title={t('dashboard.empty.title')} text={t('dashboard.empty.text')} />
        ) : (
          <Figures choices={choices.data} reload={retry} />
        ))}
    </Page>
  );
}

function Figures({ choices, reload }: { readonly choices: ChartChoices; readonly reload: () => void }) {
  const { t } = useTranslation('admin');
  const { asked, change, clear } = useAsked();
  const [isAsking, ask] = useState(false);
  return (
    <>
      <p className={styles.lead}>
        {t('dashboard.lead', { zone: choices.time_zone.replaceAll('_', ' ') })}{' '}
        <button type="button" className="button-link" onClick={() => ask(true)}>
          {t('dashboard.zone.change')}
        </button>
      </p>
      {choices.is_counting && (
        <p className={styles.note} role="status">
          {t('dashboard.counting')}
        </p>
      )}
      <Filters asked={asked} choices={choices} change={change} />
      <Charts asked={asked} today={choices.today} clear={clear} />
      {isAsking && (
        <Suspense fallback={null}>
          <TimeZoneDialog zone={choices.time_zone} close={() => ask(false)} saved={reload} />
        </Suspense>
      )}
    </>
  );
}

function Charts({
  asked,
  today,
  clear,
}: {
  readonly asked: RangeQuery;
  readonly today: string;
  readonly clear: () => void;
}) {
  const { t } = useTranslation('admin');
  const range = rangeOf(asked, today);
  const { retry, ...series } = useSeries(range);
  const tops = useTops(range);
  if (series.status === 'loading') return <TableSkeleton />;
  if (series.status === 'failed') {
    return (
      <>
        <ErrorState error={series.failure} onRetry={retry} />
        <p className={styles.way}>
          <button type="button" className="button" onClick={clear}>
            {t('dashboard.clear')}
          </button>
        </p>
      </>
    );
  }
  return (
    <div className={styles.cards}>
      <Cards periods={series.data} isOfBot={asked.bot !== null} />
      {tops.status === 'failed' && <ErrorState error={tops.failure} onRetry={tops.retry} />}
      {tops.status === 'ready' && <Tops tops={tops.data} />}
    </div>
  );
}

function Cards({ periods, isOfBot }: { readonly periods: Periods; readonly isOfBot: boolean }) {
  const charts = useMemo(() => chartsOf(periods), [periods]);
  const { from, to } = periods.current;
  return charts.map((chart) => (
    <ChartCard
      key={chart.unit.kind === 'money' ? chart.unit.currency : chart.id}
      chart={chart}
      from={from}
      to={to}
      isOfBot={isOfBot}
    />
  ));
}
