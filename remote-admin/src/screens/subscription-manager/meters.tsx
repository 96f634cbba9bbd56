import type { Meter } from '@parlance/shared/contract/api/subscription/subscription';
import { exportKeptDays } from '@parlance/shared/contract/values/export-days';
import { currentLanguage, useTranslation } from '@parlance/shared/i18n';
import { formatNumber } from '@parlance/shared/i18n/format';
import { dayText, meterAmount } from './amounts.ts';
import styles from './subscription-manager.module.css';

/** The share from which a meter says that little is left. */
const nearlyFull = 0.9;

/** The usage of the plan's meters, each as a bar and in words, with the day on which it runs out. */
export function Meters({ meters }: { readonly meters: readonly Meter[] }) {
  const { t } = useTranslation('subscription-manager');
  return (
    <section aria-labelledby="meters">
      <h2 id="meters">{t('meters.title')}</h2>
      <ul className={styles.meters}>
        {meters.map((meter) => (
          <MeterRow key={meter.kind} meter={meter} />
        ))}
      </ul>
    </section>
  );
}

function MeterRow({ meter }: { readonly meter: Meter }) {
  const { t } = useTranslation('subscription-manager');
  const { kind, used, limit, resets_at: resetsAt, runs_out_on: runsOutOn } = meter;
  const label = t(`meters.kinds.${kind}`);
  const share = limit === null ? 0 : used / Math.max(limit, 1);
  // A plan without any of it, and no usage, has no bar to show.
  const isLacking = limit === 0 && used === 0;
  const amount = useAmount(meter);
  const words = isLacking
    ? t('plans.notIncluded')
    : limit === null
      ? t('meters.withoutLimit', { used: amount })
      : t('meters.usedOf', { used: amount, limit: meterAmount(kind, limit) });
  return (
    <li className={styles.meter}>
      <span className={styles.meterHead}>
        <span>{label}</span>
        <span className={styles.amount}>{words}</span>
      </span>
      {limit !== null && !isLacking && (
        <meter
          aria-label={label}
          aria-valuetext={words}
          min={0}
          max={1}
          high={nearlyFull}
          optimum={0}
          value={Math.min(share, 1)}
        />
      )}
      {share >= 1 && <span className={styles.full}>{t('meters.full')}</span>}
      {share < 1 && runsOutOn !== null && (
        <span className={share < nearlyFull ? styles.note : styles.full}>
          {t('meters.runsOut', { date: dayText(runsOutOn) })}
        </span>
      )}
      {kind === 'storage' && (
        <span className={styles.note}>
          {t('meters.withoutExports', { days: formatNumber(currentLanguage(), exportKeptDays) })}
        </span>
      )}
      {resetsAt !== null && <span className={styles.note}>{t('meters.resets', { date: dayText(resetsAt) })}</span>}
    </li>
  );
}

/** Returns the usage in words. An open invitation holds a seat like a member: if there are any, both are shown. */
function useAmount({ kind, used, invited = 0 }: Meter): string {
  const { t } = useTranslation('subscription-manager');
  if (invited === 0) return meterAmount(kind, used);
  const members = t('meters.members', { count: used - invited, number: meterAmount(kind, used - invited) });
  const invitations = t('meters.invitations', { count: invited, number: meterAmount(kind, invited) });
  return t('meters.membersAndInvitations', { members, invitations });
}
