import type { WebhookDelivery } from '@parlance/shared/contract/api/audit/audit-webhook';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { MoreRows } from '@parlance/shared/ui/data';
import { SubmitFailure, useSending } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import styles from './audit-log.module.css';
import { outcomeText } from './outcome.ts';
import { useDeliveries } from './use-webhook.ts';

/** The failed deliveries: those that are retried automatically, and those given up. */
export function Deliveries() {
  const { t } = useTranslation('audit-log');
  const { rows, more, reload, sendAgain } = useDeliveries();
  return (
    <section className={styles.deliveries} aria-label={t('webhook.pending')}>
      <h3>{t('webhook.pending')}</h3>
      {rows.status === 'loading' && <LoadingState />}
      {rows.status === 'failed' && <ErrorState error={rows.failure} onRetry={reload} />}
      {rows.status === 'ready' && rows.data.length === 0 && <p className={styles.note}>{t('webhook.allArrived')}</p>}
      {rows.status === 'ready' && rows.data.length > 0 && (
        <ul>
          {rows.data.map((it) => (
            <Delivery key={it.id} delivery={it} sendAgain={sendAgain} />
          ))}
        </ul>
      )}
      <MoreRows more={more} label={t('more')} />
    </section>
  );
}

function Delivery({
  delivery,
  sendAgain,
}: {
  readonly delivery: WebhookDelivery;
  readonly sendAgain: (id: string) => Promise<void>;
}) {
  const { t } = useTranslation('audit-log');
  const { send, isSending, failure } = useSending();
  const number = (value: number) => formatNumber(currentLanguage(), value);
  const { id, first, last, state, tries } = delivery;
  return (
    <li>
      <span>
        {t('webhook.stretch', { first: number(first), last: number(last) })}
        <small>
          {t(`webhook.states.${state}`, { tries: number(tries) })} {tries > 0 && outcomeText(t, delivery)}
        </small>
        <SubmitFailure failure={failure} />
      </span>
      {state === 'given_up' && (
        <button
          type="button"
          className="button-link"
          aria-disabled={isSending}
          onClick={() => send(() => sendAgain(id).then(() => 'again'))}
        >
          {t('webhook.again')}
        </button>
      )}
    </li>
  );
}
