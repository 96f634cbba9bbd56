import type { Plan } from '@parlance/shared/contract/api/plans/plans';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes, formatNumber } from '@parlance/shared/i18n/format';
import styles from './step4.module.css';

const bytesPerMegabyte = 1_000_000;
const limits = ['seats', 'dialogues_a_month', 'storage_megabytes', 'agents', 'schedules'] as const;

/** The monthly price of a plan. */
export function PlanPrice({ plan: { price_a_month: price, currency } }: { readonly plan: Plan }) {
  const { t } = useTranslation('registration');
  if (price === 0) return t('step4.free');
  // In hundredths, as in the contract. Whole amounts are shown without decimals.
  const amount = formatNumber(currentLanguage(), price / 100, {
    style: 'currency',
    currency,
    trailingZeroDisplay: 'stripIfInteger',
  });
  return t('step4.price', { amount });
}

/** The limits of a plan and its features. */
export function PlanFacts({ plan }: { readonly plan: Plan }) {
  const { t } = useTranslation('registration');
  return (
    <>
      {limits.map((limit) => (
        <span key={limit} className={styles.limit}>
          <span>{t(`step4.limit.${limit}`)}</span> <span className={styles.amount}>{amountOf(limit)}</span>
        </span>
      ))}
      {plan.features.length > 0 && (
        <span className={styles.features}>
          {t('step4.includes')}{' '}
          {new Intl.ListFormat(currentLanguage()).format(plan.features.map((feature) => t(`step4.feature.${feature}`)))}
        </span>
      )}
    </>
  );

  function amountOf(limit: (typeof limits)[number]): string {
    const most = plan.limits[limit];
    if (most === null) return t('step4.unlimited');
    return limit === 'storage_megabytes'
      ? formatBytes(currentLanguage(), most * bytesPerMegabyte)
      : formatNumber(currentLanguage(), most);
  }
}
