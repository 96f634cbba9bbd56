import type { InvoiceSummary } from '@parlance/shared/contract/api/billing/invoices';
import { useTranslation } from '@parlance/shared/i18n';
import { dayText, money } from './amounts.ts';
import styles from './subscription-manager.module.css';

/** The status of an invoice, in words. */
export function InvoiceState({
  invoice: { status, is_overdue: isOverdue, paid_at: paidAt, refunded, currency },
}: {
  readonly invoice: InvoiceSummary;
}) {
  const { t } = useTranslation('subscription-manager');
  const state = status === 'open' && isOverdue ? 'overdue' : status;
  return (
    <span className={styles.state} data-state={state}>
      {state === 'paid' && paidAt !== null
        ? t('invoices.paidOn', { date: dayText(paidAt) })
        : t(`invoices.states.${state}`)}
      {refunded > 0 && <small>{t('invoices.refunded', { amount: money(refunded, currency) })}</small>}
    </span>
  );
}
