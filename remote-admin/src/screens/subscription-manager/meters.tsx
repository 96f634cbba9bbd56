import type { Meter } from '@parlance/shared/contract/api/subscription';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatBytes, formatDate, formatNumber } from '@parlance/shared/i18n/format';
import styles from './subscription-manager.module.css';

/** From this share on a meter says that little is left. */
const nearlyFull = 0.9;

/** What is used of the plan, each as a bar and in words. */
export function Meters({ meters }: { readonly meters: readonly Meter[] }) {
  const { t } = useTranslation('admin');
  return (
    <section aria-labelledby="meters">
      <h2 id="meters">{t('subscription.use')}</h2>
      <ul className={styles.meters}>
        {meters.map((meter) => <MeterRow key={meter.kind} meter={meter} />)}
      </ul>
    </section>
  );
}

function MeterRow({ meter }: { readonly meter: Meter }) {
  const { t } = useTranslation('admin');
  const { kind, used, limit, resets_at: resetsAt } = meter;
  const amount = (value: number) => (kind === 'storage' ? formatBytes(currentLanguage(), value) : formatNumber(currentLanguage(), value));
  const label = t(`subscription.meters.${kind}`);
  const share = limit === null ? 0 : used / Math.max(limit, 1);
  const words = limit === null ? t('subscription.withoutLimit', { used: amount(used) }) : t('subscription.usedOf', { used: amount(used), limit: amount(limit) });
  return (
    <li className={styles.meter}>
      <span className={styles.meterHead}>
        <span>{label}</span>
        <span className={styles.amount}>{words}</span>
      </span>
      {limit !== null && <meter aria-label={label} aria-valuetext={words} min={0} max={1} high={nearlyFull} optimum={0} value={Math.min(share, 1)} />}
      {share >= 1 && <span className={styles.full}>{t('subscription.full')}</span>}
      {resetsAt !== null && <span className={styles.note}>{t('subscription.resets', { date: formatDate(currentLanguage(), resetsAt, { dateStyle: 'long', timeZone: 'UTC' }) })}</span>}
    </li>
  );
}
