import type { InvoiceLine } from '@parlance/shared/contract/api/billing/invoices';
import { rateText } from '@parlance/shared/contract/values/money';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { money, spanText } from './amounts.ts';
import styles from './subscription-manager.module.css';

type Props = {
  readonly caption: string;
  readonly lines: readonly InvoiceLine[];
  readonly subtotal: number;
  readonly taxRate: number;
  readonly tax: number;
  readonly total: number;
  readonly currency: string;
};

/** The lines of an invoice with their calculation, the tax and the total, before and after the order. */
export function Figures({ caption, lines, subtotal, taxRate, tax, total, currency }: Props) {
  const { t } = useTranslation('subscription-manager');
  return (
    <table className={styles.figures}>
      <caption>{caption}</caption>
      <tbody>
        {lines.map((line, at) => (
          // Lines have no name of their own, and their order does not change.
          <tr key={at}>
            <th scope="row">
              {t(`lines.${line.kind}`, { plan: line.plan_name })}
              <Reckoning line={line} currency={currency} />
            </th>
            <td>{money(line.amount, currency)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('lines.subtotal')}</th>
          <td>{money(subtotal, currency)}</td>
        </tr>
        <tr>
          <th scope="row">{t('lines.tax', { rate: rateText(currentLanguage(), taxRate) })}</th>
          <td>{money(tax, currency)}</td>
        </tr>
        <tr className={styles.total}>
          <th scope="row">{t('lines.total')}</th>
          <td>{money(total, currency)}</td>
        </tr>
      </tfoot>
    </table>
  );
}

function Reckoning({
  line: { span, period, price_a_month: price },
  currency,
}: {
  readonly line: InvoiceLine;
  readonly currency: string;
}) {
  const { t } = useTranslation('subscription-manager');
  if (span === null) return <small>{t('lines.fromPayment')}</small>;
  const aMonth = t('plan.aMonth', { price: money(price, currency) });
  return (
    <small>
      {period === null
        ? `${spanText(span)}, ${aMonth}`
        : t('lines.partOf', { span: spanText(span), period: spanText(period), price: aMonth })}
    </small>
  );
}
