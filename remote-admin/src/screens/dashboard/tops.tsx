import type { ChartTops } from '@parlance/shared/contract/api/charts/charts';
import { csvOf, downloadCsv } from '@parlance/shared/csv';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { DataTable, type Column } from '@parlance/shared/ui/data';
import styles from './dashboard.module.css';

type BotRow = ChartTops['bots'][number];
const botFigures = ['answers', 'dialogues', 'tokens', 'ups', 'downs'] as const;
const steps = ['members', 'active', 'asked', 'regular', 'this_week'] as const;

/** The most used things, and the adoption by members. */
export function Tops({ tops }: { readonly tops: ChartTops }) {
  return (
    <>
      <Bots tops={tops} />
      {tops.rules.length > 0 && <Rules rules={tops.rules} />}
      <Adoption adoption={tops.adoption} />
    </>
  );
}

function Bots({ tops: { bots, other_bots: others } }: { readonly tops: ChartTops }) {
  const { t } = useTranslation('admin');
  const language = currentLanguage();
  const rows: readonly BotRow[] = [
    ...bots,
    ...(others === null ? [] : [{ id: 'others', name: t('dashboard.bots.others'), ...others }]),
  ];
  const columns: readonly Column<BotRow>[] = [
    { id: 'name', head: t('dashboard.bots.bot'), isName: true, cell: ({ name }) => name },
    ...botFigures.map((figure): Column<BotRow> => ({
      id: figure,
      head: t(`dashboard.lines.${figure}`),
      cell: (row) => formatNumber(language, row[figure]),
    })),
  ];
  const save = () =>
    downloadCsv(
      `${t('dashboard.bots.title')}.csv`,
      csvOf(
        columns.map(({ head }) => head),
        rows.map((row) => [row.name, ...botFigures.map((figure) => String(row[figure]))]),
      ),
    );
  return (
    <section className={styles.wide} aria-labelledby="top-bots">
      <header>
        <h2 id="top-bots">{t('dashboard.bots.title')}</h2>
        {rows.length > 0 && (
          <button type="button" className="button-link" onClick={save}>
            {t('dashboard.csv')}
          </button>
        )}
      </header>
      {rows.length === 0 ? (
        <p className={styles.note}>{t('dashboard.none')}</p>
      ) : (
        <DataTable caption={t('dashboard.bots.title')} columns={columns} rows={rows} />
      )}
    </section>
  );
}

function Rules({ rules }: { readonly rules: ChartTops['rules'] }) {
  const { t } = useTranslation('admin');
  const columns: readonly Column<ChartTops['rules'][number]>[] = [
    { id: 'name', head: t('dashboard.rules.rule'), isName: true, cell: ({ name }) => name },
    { id: 'hits', head: t('dashboard.lines.hits'), cell: ({ hits }) => formatNumber(currentLanguage(), hits) },
  ];
  return (
    <section className={styles.wide} aria-labelledby="top-rules">
      <header>
        <h2 id="top-rules">{t('dashboard.rules.title')}</h2>
      </header>
      <DataTable caption={t('dashboard.rules.title')} columns={columns} rows={rules} />
    </section>
  );
}

/** The steps of adoption, as bars and in words. */
function Adoption({ adoption }: { readonly adoption: ChartTops['adoption'] }) {
  const { t } = useTranslation('admin');
  const language = currentLanguage();
  const all = Math.max(adoption.members, 1);
  const save = () =>
    downloadCsv(
      `${t('dashboard.adoption.title')}.csv`,
      csvOf(
        [t('dashboard.adoption.step'), t('dashboard.adoption.people')],
        steps.map((step) => [t(`dashboard.adoption.${step}`), String(adoption[step])]),
      ),
    );
  return (
    <section className={styles.wide} aria-labelledby="adoption">
      <header>
        <h2 id="adoption">{t('dashboard.adoption.title')}</h2>
        <button type="button" className="button-link" onClick={save}>
          {t('dashboard.csv')}
        </button>
      </header>
      <ol className={styles.steps}>
        {steps.map((step) => {
          const words = t('dashboard.adoption.share', {
            people: formatNumber(language, adoption[step]),
            share: formatNumber(language, adoption[step] / all, { style: 'percent', maximumFractionDigits: 0 }),
          });
          return (
            <li key={step}>
              <span>{t(`dashboard.adoption.${step}`)}</span>
              <meter
                aria-label={t(`dashboard.adoption.${step}`)}
                aria-valuetext={words}
                min={0}
                max={all}
                value={adoption[step]}
              />
              <span className={styles.figure}>{words}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
