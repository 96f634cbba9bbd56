import { useState } from 'react';
import type { Invoice } from '@parlance/shared/contract/api/billing/invoices';
import type { PaymentProviderName } from '@parlance/shared/contract/api/payment/payment-provider';
import { useTranslation } from '@parlance/shared/i18n';
import { useNavigate } from '@parlance/shared/router';
import { CopyButton } from '@parlance/shared/ui/copy-button';
import { Actions, SubmitFailure, useSending } from '@parlance/shared/ui/fields';
import { dayText, money } from './amounts.ts';
import { noteLeaving } from './left-to-pay.ts';
import styles from './subscription-manager.module.css';
import { portalAddress, wayToPay } from './use-invoices.ts';

/** Returns the address that leads to another site through `/redirect`, which shows it first (specification §4). */
const elsewhere = (url: string) => `/redirect?to=${encodeURIComponent(url)}`;

type Owed = { readonly invoice: Invoice; readonly provider: PaymentProviderName };

/** The way to pay an open invoice: by transfer, or on the page of a provider, announced before it opens. */
export function Pay({ invoice, provider }: Owed) {
  const { t } = useTranslation('subscription-manager');
  const navigate = useNavigate();
  const [isByHand, setByHand] = useState(provider === 'by-hand');
  const { send, isSending, failure } = useSending();
  if (isByHand) return <Transfer invoice={invoice} />;
  const go = () =>
    send(async () => {
      const way = await wayToPay(invoice.id);
      if (way.kind === 'by-hand') setByHand(true);
      else {
        noteLeaving(invoice.id);
        await navigate(elsewhere(way.url));
      }
      return 'again';
    });
  return (
    <section aria-labelledby="pay">
      <h3 id="pay">{t('pay.title')}</h3>
      <p>{t('pay.elsewhere')}</p>
      <SubmitFailure failure={failure} />
      <Actions>
        <button type="button" className="button button-main" aria-disabled={isSending} onClick={go}>
          {t('pay.go', { total: money(invoice.total, invoice.currency) })}
        </button>
      </Actions>
    </section>
  );
}

function Transfer({ invoice: { number, total, currency, due_at: dueAt, seller } }: { readonly invoice: Invoice }) {
  const { t } = useTranslation('subscription-manager');
  const account = seller.bank_account;
  return (
    <section aria-labelledby="pay">
      <h3 id="pay">{t('pay.title')}</h3>
      <p>{t('pay.transfer', { total: money(total, currency), date: dayText(dueAt) })}</p>
      <dl className={styles.plan}>
        <div>
          <dt>{t('pay.account')}</dt>
          <dd>
            {account === '' ? (
              t('pay.ask')
            ) : (
              <>
                <span className={styles.party}>{account}</span>{' '}
                <CopyButton label={t('pay.copyAccount')} textOf={() => account} />
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('pay.reference')}</dt>
          <dd>
            {number} <CopyButton label={t('pay.copyReference')} textOf={() => number} />
          </dd>
        </div>
      </dl>
      <p className={styles.note}>{t('pay.byHand')}</p>
    </section>
  );
}

/** The link to the provider's page, which alone keeps and changes the payment method. */
export function PaymentMethod() {
  const { t } = useTranslation('subscription-manager');
  const navigate = useNavigate();
  const { send, isSending, failure } = useSending();
  const go = () =>
    send(async () => {
      await navigate(elsewhere(await portalAddress()));
      return 'again';
    });
  return (
    <section aria-labelledby="portal">
      <h2 id="portal">{t('portal.title')}</h2>
      <p>{t('portal.text')}</p>
      <SubmitFailure failure={failure} />
      <Actions>
        <button type="button" className="button" aria-disabled={isSending} onClick={go}>
          {t('portal.open')}
        </button>
      </Actions>
    </section>
  );
}
