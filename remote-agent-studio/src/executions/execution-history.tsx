import './texts.ts';
import { useState } from 'react';
import type { ExecutionSummary } from '@parlance/shared/contract/api/executions';
import { executionStatus, type ExecutionStatus } from '@parlance/shared/contract/agents/executions';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatDate, formatRelative } from '@parlance/shared/i18n/format';
import { Link } from '@parlance/shared/router';
import { type Column, DataTable, MoreRows, TableSkeleton } from '@parlance/shared/ui/data';
import { EmptyState, ErrorState } from '@parlance/shared/ui/page';
import listing from '../listing/listing.module.css';
import { ExecutionChip, WhySo } from './execution-state.tsx';
import styles from './executions.module.css';
import { costText, tokensText, tookText } from './figures.ts';
import { type ExecutionsOf, useExecutions } from './use-executions.ts';

type Props = {
  readonly of: ExecutionsOf;
  /** Returns the address of one execution's details. */
  readonly addressOf: (executionId: string) => string;
};

/** The executions of a schedule or an automation, latest first. Polled while one is under way. */
export default function ExecutionHistory({ of, addressOf }: Props) {
  const { t } = useTranslation('executions');
  const [status, setStatus] = useState<ExecutionStatus | null>(null);
  const { rows, isStale, more, reload } = useExecutions(of, status);
  if (rows.status === 'loading') return <TableSkeleton />;
  if (rows.status === 'failed') return <ErrorState error={rows.failure} onRetry={reload} />;
  if (rows.data.length === 0 && status === null)
    return <EmptyState title={t('history.empty.title')} text={t('history.empty.text')} />;
  return (
    <>
      <div className={styles.filters} role="group" aria-label={t('history.filters')}>
        {[null, ...executionStatus.options].map((it) => (
          <button
            key={it ?? 'all'}
            type="button"
            className={listing.chip}
            aria-pressed={status === it}
            onClick={() => setStatus(it)}
          >
            {it === null ? t('history.all') : t(`status.${it}`)}
          </button>
        ))}
      </div>
      {rows.data.length === 0 ? (
        <EmptyState title={t('history.none')} />
      ) : (
        <Table executions={rows.data} isStale={isStale} addressOf={addressOf} />
      )}
      <MoreRows more={more} label={t('history.more')} />
      <p role="status" className="visually-hidden">
        {t('history.shown', { shown: rows.data.length })}
      </p>
    </>
  );
}

type TableProps = Pick<Props, 'addressOf'> & {
  readonly executions: readonly ExecutionSummary[];
  readonly isStale: boolean;
};

function Table({ executions, isStale, addressOf }: TableProps) {
  const { t } = useTranslation('executions');
  const language = currentLanguage();
  const columns: readonly Column<ExecutionSummary>[] = [
    {
      id: 'due',
      head: t('columns.due'),
      isName: true,
      cell: ({ id, due_at: at }) => (
        <span className={styles.moment}>
          <Link to={addressOf(id)}>
            <time dateTime={at}>{formatDate(language, at)}</time>
          </Link>
          <small>{formatRelative(language, at)}</small>
        </span>
      ),
    },
    { id: 'status', head: t('columns.status'), cell: (execution) => <Ended execution={execution} /> },
    { id: 'cause', head: t('columns.cause'), cell: ({ cause }) => t(`causes.${cause}`) },
    { id: 'took', head: t('columns.took'), cell: tookText },
    { id: 'tokens', head: t('columns.tokens'), cell: tokensText },
    { id: 'cost', head: t('columns.cost'), cell: costText },
  ];
  return <DataTable caption={t('history.title')} columns={columns} rows={executions} isStale={isStale} />;
}

function Ended({ execution }: { readonly execution: ExecutionSummary }) {
  return (
    <span className={styles.ended}>
      <ExecutionChip execution={execution} />
      <small>
        <WhySo execution={execution} />
      </small>
    </span>
  );
}
