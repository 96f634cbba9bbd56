import type { ActionOutcome } from '@parlance/shared/contract/api/executions';
import { failureKey } from '@parlance/shared/http';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { useSending } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';
import state from './execution-state.module.css';
import styles from './executions.module.css';
import { Moment } from './moment.tsx';
import { tryAgain } from './use-executions.ts';

type Props = {
  readonly executionId: string;
  readonly actions: readonly ActionOutcome[];
  /** True if the person may retry an action that was given up. */
  readonly mayRetry: boolean;
  readonly changed: () => void;
};

/** The outcome of each action, in order. */
export default function ActionOutcomes({ executionId, actions, mayRetry, changed }: Props) {
  return (
    <ol className={styles.actions}>
      {actions.map((action) => (
        <Outcome
          key={action.position}
          executionId={executionId}
          action={action}
          mayRetry={mayRetry}
          changed={changed}
        />
      ))}
    </ol>
  );
}

function Outcome({
  executionId,
  action,
  mayRetry,
  changed,
}: Omit<Props, 'actions'> & { readonly action: ActionOutcome }) {
  const { t } = useTranslation('executions');
  const { send, isSending } = useSending();
  const { position, kind, status, tries, next_try_at: next, http_status: answered, error_code: code, shown } = action;
  const again = () =>
    send(
      async () => {
        await tryAgain(executionId, position);
        changed();
        return 'again';
      },
      (failure) => {
        snackbar(t(failureKey(failure)), { tone: 'bad' });
        changed();
        return true;
      },
    );
  return (
    <li className={styles.action}>
      <p className={styles.state}>
        <strong>{t(`actions.${kind}`)}</strong>
        <span className={state.chip} data-status={status}>
          {t(`actions.status.${status}`)}
        </span>
        {shown !== null && <span>{shown.to}</span>}
      </p>
      {code !== null && <p>{t([`shared:errors.${code}`, 'shared:errors.internal'])}</p>}
      <small>
        {t('actions.tries', { tries: formatNumber(currentLanguage(), tries) })}
        {answered !== null && ` · ${t('actions.answered', { status: String(answered) })}`}
        {next !== null && (
          <>
            {' '}
            · {t('actions.next')} <Moment at={next} />
          </>
        )}
      </small>
      {shown !== null && shown.text !== '' && <p className={styles.sent}>{shown.text}</p>}
      {status === 'failed' && mayRetry && (
        <div>
          <button type="button" className="button" aria-disabled={isSending} onClick={again}>
            {t('actions.again')}
          </button>
        </div>
      )}
    </li>
  );
}
