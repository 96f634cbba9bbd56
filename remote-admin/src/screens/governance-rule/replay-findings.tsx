import type { ReplayResult } from '@parlance/shared/contract/api/replays';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber } from '@parlance/shared/i18n/format';
import { DataTable, TableSkeleton, type Column } from '@parlance/shared/ui/data';
import { ErrorState } from '@parlance/shared/ui/page';
import styles from './replays.module.css';
import { useResult } from './use-replays.ts';

/** The findings of a replay: by rule, by day, and masked examples. */
export function ReplayFindings({ id }: { readonly id: string }) {
  const result = useResult(id);
  if (result.status === 'loading') return <TableSkeleton />;
  if (result.status === 'failed') return <ErrorState error={result.failure} onRetry={result.retry} />;
  return <Findings {...result.data} />;
}

type WithId<Row> = Row & { readonly id: string };
const numbered = <Row extends object>(rows: readonly Row[]): WithId<Row>[] =>
  rows.map((row, at) => ({ ...row, id: String(at) }));
const number = (value: number) => formatNumber(currentLanguage(), value);
const dayOf = (day: string) => formatDate(currentLanguage(), day, { dateStyle: 'medium', timeZone: 'UTC' });

function Findings({ rules, days, samples }: ReplayResult) {
  const { t } = useTranslation('admin');
  const most = Math.max(...days.map(({ prompts, answers }) => prompts + answers));
  const ofRules: readonly Column<WithId<ReplayResult['rules'][number]>>[] = [
    {
      id: 'rule',
      head: t('replays.columns.rule'),
      isName: true,
      cell: ({ name, is_tried: isTried }) => (isTried ? t('replays.tried', { name }) : name),
    },
    { id: 'action', head: t('governance.columns.action'), cell: ({ action }) => t(`governance.actions.${action}`) },
    { id: 'messages', head: t('replays.columns.messages'), cell: ({ messages }) => number(messages) },
    { id: 'hits', head: t('replays.columns.hits'), cell: ({ hits }) => number(hits) },
  ];
  const ofDays: readonly Column<WithId<ReplayResult['days'][number]>>[] = [
    { id: 'day', head: t('replays.columns.day'), isName: true, cell: ({ day }) => dayOf(day) },
    { id: 'prompts', head: t('governance.targets.prompt'), cell: ({ prompts }) => number(prompts) },
    { id: 'answers', head: t('governance.targets.answer'), cell: ({ answers }) => number(answers) },
    {
      id: 'picture',
      head: t('replays.columns.messages'),
      cell: ({ day, prompts, answers }) => (
        <meter className={styles.bar} aria-label={dayOf(day)} min={0} max={most} value={prompts + answers} />
      ),
    },
  ];
  const ofSamples: readonly Column<WithId<ReplayResult['samples'][number]>>[] = [
    {
      id: 'at',
      head: t('governance.hits.at'),
      isName: true,
      cell: ({ at }) => <time dateTime={at}>{formatDate(currentLanguage(), at)}</time>,
    },
    { id: 'kind', head: t('governance.columns.target'), cell: ({ kind }) => t(`governance.targets.${kind}`) },
    { id: 'context', head: t('governance.hits.context'), cell: ({ context }) => context },
    { id: 'bot', head: t('governance.hits.bot'), cell: ({ bot_name: bot }) => bot },
  ];
  return (
    <div className={styles.findings}>
      <DataTable caption={t('replays.byRule')} columns={ofRules} rows={numbered(rules)} />
      {days.length > 0 && <DataTable caption={t('replays.byDay')} columns={ofDays} rows={numbered(days)} />}
      {samples.length > 0 && <DataTable caption={t('replays.samples')} columns={ofSamples} rows={numbered(samples)} />}
    </div>
  );
}
