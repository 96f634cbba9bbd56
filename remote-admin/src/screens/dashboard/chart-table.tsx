import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate } from '@parlance/shared/i18n/format';
import { formatValue, type Chart } from './charts.ts';
import styles from './dashboard.module.css';
import { daysBefore } from './range.ts';

/** The figures of a chart, the last day first. */
export function ChartTable({
  chart,
  to,
  names,
  title,
}: {
  readonly chart: Chart;
  readonly to: string;
  readonly names: readonly string[];
  readonly title: string;
}) {
  const { t } = useTranslation('admin');
  const language = currentLanguage();
  const length = chart.lines[0]?.values.length ?? 0;
  return (
    <div className={styles.scrolls} role="group" aria-label={title} tabIndex={0}>
      <table>
        <caption className="visually-hidden">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('dashboard.day')}</th>
            {names.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from({ length }, (_, back) => daysBefore(to, back)).map((day, back) => (
            <tr key={day}>
              <th scope="row">{formatDate(language, day, { dateStyle: 'medium', timeZone: 'UTC' })}</th>
              {chart.lines.map(({ id, values }) => (
                <td key={id}>{formatValue(language, values[length - 1 - back] ?? 0, chart.unit)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
