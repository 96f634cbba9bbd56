import type { Hit, Rule, RuleVersion } from '@parlance/shared/contract/api/governance/rules';
import type { RuleDefinition } from '@parlance/shared/contract/api/governance/rule';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatNumber } from '@parlance/shared/i18n/format';
import { DataTable, MoreRows, TableSkeleton, type Column } from '@parlance/shared/ui/data';
import { ErrorState } from '@parlance/shared/ui/page';
import styles from './governance-rule.module.css';
import { useHits, useVersions } from './use-rule.ts';

const when = (at: string) => (
  <time dateTime={at}>{formatDate(currentLanguage(), at, { dateStyle: 'medium', timeStyle: 'short' })}</time>
);

/** The hits of the rule: the masked surrounding text, without its author. */
export function Hits({ rule }: { readonly rule: Rule }) {
  const { t } = useTranslation('admin');
  const { rows, more, reload } = useHits(rule.id);
  const columns: readonly Column<Hit>[] = [
    { id: 'at', head: t('governance.hits.at'), isName: true, cell: ({ created_at: at }) => when(at) },
    { id: 'kind', head: t('governance.columns.target'), cell: ({ kind }) => t(`governance.targets.${kind}`) },
    { id: 'action', head: t('governance.columns.action'), cell: ({ action }) => t(`governance.actions.${action}`) },
    { id: 'context', head: t('governance.hits.context'), cell: ({ context }) => context },
    { id: 'count', head: t('governance.hits.count'), cell: ({ count }) => formatNumber(currentLanguage(), count) },
    { id: 'bot', head: t('governance.hits.bot'), cell: ({ bot_name: bot }) => bot },
  ];
  return (
    <section aria-labelledby="governance-hits" className={styles.part}>
      <h2 id="governance-hits">{t('governance.hits.title')}</h2>
      {rows.status === 'loading' && <TableSkeleton />}
      {rows.status === 'failed' && <ErrorState error={rows.failure} onRetry={reload} />}
      {rows.status === 'ready' &&
        (rows.data.length === 0 ? (
          <p>{t('governance.hits.none')}</p>
        ) : (
          <DataTable caption={t('governance.hits.title')} columns={columns} rows={rows.data} />
        ))}
      <MoreRows more={more} label={t('governance.more')} />
    </section>
  );
}

type VersionsProps = { readonly rule: Rule; readonly onTake: (definition: RuleDefinition) => void };

/** The saved versions with their authors. An earlier one is loaded into the form, and saved there as a further one. */
export function Versions({ rule, onTake }: VersionsProps) {
  const { t } = useTranslation('admin');
  const { rows, more, reload } = useVersions(rule);
  const columns: readonly Column<RuleVersion & { readonly id: string }>[] = [
    { id: 'version', head: t('governance.versions.version'), isName: true, cell: ({ version }) => version },
    { id: 'name', head: t('governance.columns.name'), cell: ({ definition }) => definition.name },
    {
      id: 'action',
      head: t('governance.columns.action'),
      cell: ({ definition }) => t(`governance.actions.${definition.action}`),
    },
    { id: 'by', head: t('governance.versions.by'), cell: ({ saved_by: by }) => by?.name },
    { id: 'at', head: t('governance.versions.at'), cell: ({ saved_at: at }) => when(at) },
    {
      id: 'take',
      head: t('governance.versions.take'),
      hidesHead: true,
      cell: ({ version, definition }) =>
        version !== rule.version && (
          <button
            type="button"
            className="button-link"
            aria-label={t('governance.versions.takeOf', { version })}
            onClick={() => onTake(definition)}
          >
            {t('governance.versions.take')}
          </button>
        ),
    },
  ];
  return (
    <section aria-labelledby="governance-versions" className={styles.part}>
      <h2 id="governance-versions">{t('governance.versions.title')}</h2>
      {rows.status === 'loading' && <TableSkeleton />}
      {rows.status === 'failed' && <ErrorState error={rows.failure} onRetry={reload} />}
      {rows.status === 'ready' && (
        <DataTable caption={t('governance.versions.title')} columns={columns} rows={rows.data} />
      )}
      <MoreRows more={more} label={t('governance.more')} />
    </section>
  );
}
