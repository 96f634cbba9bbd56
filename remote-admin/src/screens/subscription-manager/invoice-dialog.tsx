import { useEffect, useRef } from 'react';
import type { Invoice } from '@parlance/shared/contract/api/billing/invoices';
import type { PaymentProviderName } from '@parlance/shared/contract/api/payment/payment-provider';
import { useTranslation } from '@parlance/shared/i18n';
import { Dialog } from '@parlance/shared/ui/dialog';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { dayText, money } from './amounts.ts';
import { Figures } from './figures.tsx';
import { InvoiceState } from './invoice-state.tsx';
import { Pay } from './pay.tsx';
import styles from './subscription-manager.module.css';
import { pdfAddress, useInvoice } from './use-invoices.ts';

type Props = {
  readonly id: string;
  /** True after a return from the payment page. Only the server knows whether it is paid. */
  readonly isAwaited: boolean;
  readonly isOwner: boolean;
  readonly provider: PaymentProviderName;
  /** Called when an open invoice is no longer open. */
  readonly settled: () => void;
  readonly close: () => void;
};

/** One invoice with its content, its PDF, and the way to pay it. */
export function InvoiceDialog({ id, isAwaited, isOwner, provider, settled, close }: Props) {
  const { t } = useTranslation('subscription-manager');
  const { invoice, reload } = useInvoice(id, isAwaited);
  useSettled(invoice.status === 'ready' ? invoice.data.status : null, isAwaited, settled);
  return (
    <Dialog
      title={invoice.status === 'ready' ? t('invoice.title', { number: invoice.data.number }) : t('invoice.untitled')}
      close={close}
    >
      <div className={styles.dialog}>
        {invoice.status === 'loading' && <LoadingState />}
        {invoice.status === 'failed' && <ErrorState error={invoice.failure} onRetry={reload} />}
        {invoice.status === 'ready' && (
          <>
            <div role="status">
              <InvoiceState invoice={invoice.data} />
              {isAwaited && <p>{t(invoice.data.status === 'paid' ? 'invoice.arrived' : 'invoice.awaited')}</p>}
            </div>
            <Written invoice={invoice.data} />
            <Reversals invoice={invoice.data} />
            {invoice.data.charged_at !== null && (
              <p className={styles.note}>{t('invoice.chargedOn', { date: dayText(invoice.data.charged_at) })}</p>
            )}
            {invoice.data.status === 'open' &&
              (isOwner ? (
                <Pay invoice={invoice.data} provider={provider} />
              ) : (
                <p className={styles.note}>{t('invoice.onlyOwner')}</p>
              ))}
            <p>
              <a href={pdfAddress(id)}>{t('invoice.pdf')}</a>
            </p>
          </>
        )}
      </div>
    </Dialog>
  );
}

/** Announces when an open invoice changes, or was settled before the person came back. */
function useSettled(status: Invoice['status'] | null, isAwaited: boolean, settled: () => void): void {
  const before = useRef<Invoice['status'] | null>(isAwaited ? 'open' : null);
  useEffect(() => {
    if (status === null) return;
    if (before.current === 'open' && status !== 'open') settled();
    before.current = status;
  }, [status, settled]);
}

function Written({ invoice }: { readonly invoice: Invoice }) {
  const { t } = useTranslation('subscription-manager');
  const {
    issued_at: issuedAt,
    due_at: dueAt,
    seller,
    buyer,
    lines,
    subtotal,
    tax_rate: taxRate,
    tax,
    total,
    currency,
  } = invoice;
  return (
    <>
      <dl className={styles.plan}>
        <div>
          <dt>{t('invoices.columns.issued')}</dt>
          <dd>{dayText(issuedAt)}</dd>
        </div>
        <div>
          <dt>{t('invoices.columns.due')}</dt>
          <dd>{dayText(dueAt)}</dd>
        </div>
        <div>
          <dt>{t('invoice.seller')}</dt>
          <dd>
            <Party {...seller} />
          </dd>
        </div>
        <div>
          <dt>{t('invoice.buyer')}</dt>
          <dd>
            <Party {...buyer} />
          </dd>
        </div>
      </dl>
      <p className={styles.note}>{t('invoice.days')}</p>
      <Figures
        caption={t('invoice.lines')}
        lines={lines}
        subtotal={subtotal}
        taxRate={taxRate}
        tax={tax}
        total={total}
        currency={currency}
      />
    </>
  );
}

/** The refunds, and the amounts claimed back through a bank. */
function Reversals({ invoice: { refunds, disputes, currency } }: { readonly invoice: Invoice }) {
  const { t } = useTranslation('subscription-manager');
  if (refunds.length + disputes.length === 0) return null;
  return (
    <ul className={styles.points}>
      {refunds.map(({ amount, at }) => (
        <li key={at}>{t('invoice.refundedOn', { amount: money(amount, currency), date: dayText(at) })}</li>
      ))}
      {disputes.map(({ amount, at, state }) => (
        <li key={at}>{t(`invoice.disputes.${state}`, { amount: money(amount, currency), date: dayText(at) })}</li>
      ))}
    </ul>
  );
}

function Party({
  name,
  address,
  vat_id: vatId,
}: {
  readonly name: string;
  readonly address: string;
  readonly vat_id: string;
}) {
  return <span className={styles.party}>{[name, address, vatId].filter((it) => it !== '').join('\n')}</span>;
}
