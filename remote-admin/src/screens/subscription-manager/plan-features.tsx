import { planFeatures, type PlanFeature } from '@parlance/shared/contract/access';
import { useTranslation } from '@parlance/shared/i18n';
import styles from './subscription-manager.module.css';

/** The nine areas of specification §3: which of them the plan opens. */
export function PlanFeatures({ granted }: { readonly granted: readonly PlanFeature[] }) {
  const { t } = useTranslation('admin');
  return (
    <section aria-labelledby="features">
      <h2 id="features">{t('subscription.includes')}</h2>
      <ul className={styles.features}>
        {planFeatures.map((feature) => {
          const isGranted = granted.includes(feature);
          return (
            <li key={feature} className={isGranted ? undefined : styles.absent}>
              <Sign isGranted={isGranted} />
              {t(`subscription.features.${feature}`)}
              <span className="visually-hidden">{isGranted ? t('subscription.included') : t('subscription.notIncluded')}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Sign({ isGranted }: { readonly isGranted: boolean }) {
  return (
    <svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" strokeLinejoin="round" aria-hidden="true">
      <path d={isGranted ? 'M3 8.5 6.5 12 13 4.5' : 'M4 8h8'} />
    </svg>
  );
}
