import './texts.ts';
import type { ExecutionSummary } from '@parlance/shared/contract/api/executions';
import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import styles from './execution-state.module.css';

type ExecutionStatus = Pick<ExecutionSummary, 'status' | 'reason' | 'error_code'>;

/** The status of an execution, in a word; with `to` a link to its details. */
export function ExecutionChip({
  execution: { status },
  to,
}: {
  readonly execution: Pick<ExecutionSummary, 'status'>;
  readonly to?: string;
}) {
  const { t } = useTranslation('executions');
  const word = t(`status.${status}`);
  return to === undefined ? (
    <span className={styles.chip} data-status={status}>
      {word}
    </span>
  ) : (
    <Link className={styles.chip} data-status={status} to={to}>
      {word}
    </Link>
  );
}

/** The reason it was skipped, failed or was cancelled; renders nothing without one. */
export function WhySo({ execution: { reason, error_code: code } }: { readonly execution: ExecutionStatus }) {
  const { t } = useTranslation('executions');
  if (reason !== null) return t(`reasons.${reason}`);
  return code === null ? null : t([`shared:errors.${code}`, 'shared:errors.internal']);
}
