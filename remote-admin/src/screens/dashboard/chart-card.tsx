import { Suspense, useId, useMemo, useState } from 'react';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber } from '@parlance/shared/i18n/format';
import { lazyPart } from '@parlance/shared/ui/lazy-part';
import { changeOf, formatValue, isEmpty, wholeOf, type Chart, type Line } from './charts.ts';
import { ChartTable } from './chart-table.tsx';
import styles from './dashboard.module.css';
import { saveCsv, savePng } from './save-chart.ts';

// The chart library is fetched when the dashboard is opened, after its figures.
const ChartDrawing = lazyPart(() => import('./chart-drawing.tsx'));

type Props = { readonly chart: Chart; readonly from: string; readonly to: string; readonly isOfBot: boolean };

/** One chart: the figure of the period beside the previous one, the drawing, its table, and both as downloads. */
export function ChartCard({ chart, from, to, isOfBot }: Props) {
  const { t } = useTranslation('admin');
  const heading = useId();
  const [isTable, showTable] = useState(false);
  const [canvas, keep] = useState<HTMLCanvasElement | null>(null);
  const title =
    chart.unit.kind === 'money'
      ? t('dashboard.charts.costIn', { currency: chart.unit.currency })
      : t(`dashboard.charts.${chart.id}`);
  // The drawing is recreated with its names: they change with the language and the lines, and with nothing else.
  const names = useMemo(() => chart.lines.map(({ id }) => t(`dashboard.lines.${id}`)), [chart, t]);
  const named = { chart, names, title, from, to };
  const language = currentLanguage();
  const days = [from, to].map((day) => formatDate(language, day, { dateStyle: 'medium', timeZone: 'UTC' })).join(' – ');
  return (
    <section className={styles.card} aria-labelledby={heading}>
      <header>
        <h2 id={heading}>{title}</h2>
        {chart.lines.length > 0 && (
          <div className={styles.actions}>
            <button type="button" className="button-link" aria-pressed={isTable} onClick={() => showTable(!isTable)}>
              {t('dashboard.table')}
            </button>
            <button
              type="button"
              className="button-link"
              onClick={() =>
                saveCsv(named, {
                  day: t('dashboard.day'),
                  dayBefore: t('dashboard.dayBefore'),
                  before: (name) => t('dashboard.before', { name }),
                })
              }
            >
              {t('dashboard.csv')}
            </button>
            {canvas !== null && (
              <button type="button" className="button-link" onClick={() => savePng(named, canvas, days)}>
                {t('dashboard.png')}
              </button>
            )}
          </div>
        )}
      </header>
      {chart.lines.length === 0 && (
        <p className={styles.note}>{isOfBot ? t('dashboard.notOfBot') : t('dashboard.notOfTeam')}</p>
      )}
      {chart.lines.length > 0 && (
        <dl className={styles.wholes}>
          {chart.lines.map((line, at) => (
            <Whole key={line.id} chart={chart} line={line} name={names[at] ?? ''} />
          ))}
        </dl>
      )}
      {chart.lines.length > 0 && isEmpty(chart) && <p className={styles.note}>{t('dashboard.none')}</p>}
      {!isEmpty(chart) && !isTable && (
        <Suspense fallback={<div className={styles.drawing} />}>
          <ChartDrawing chart={chart} from={from} day={t('dashboard.day')} names={names} keep={keep} />
        </Suspense>
      )}
      {isTable && <ChartTable chart={chart} to={to} names={names} title={title} />}
    </section>
  );
}

function Whole({
  chart,
  line: { values, before },
  name,
}: {
  readonly chart: Chart;
  readonly line: Line;
  readonly name: string;
}) {
  const { t } = useTranslation('admin');
  const language = currentLanguage();
  const [now, then] = [wholeOf(values, chart), wholeOf(before, chart)];
  const change = changeOf(now, then);
  const share =
    change === null
      ? null
      : formatNumber(language, change, { style: 'percent', maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  return (
    <div>
      <dt>{name}</dt>
      <dd>{formatValue(language, now, chart.unit)}</dd>
      <dd
        className={styles.change}
        title={t('dashboard.thenValue', { value: formatValue(language, then, chart.unit) })}
      >
        {share === null ? t('dashboard.nothingBefore') : t('dashboard.compared', { change: share })}
      </dd>
    </div>
  );
}
