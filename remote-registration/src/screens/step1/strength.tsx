import { useTranslation } from '@parlance/shared/i18n';
import type { Estimate } from '../../strength/estimate.ts';
import styles from './strength.module.css';

const steps = [1, 2, 3, 4];

/**
 * The strength of a password in words and as a bar. The live region is rendered before, so that a change is announced.
 */
export function Strength({ of: estimate }: { readonly of: Estimate | null }) {
  const { t } = useTranslation('registration');
  return (
    <div className={styles.strength} role="status">
      {estimate !== null && (
        <>
          <div className={styles.bar} data-score={estimate.score} aria-hidden="true">
            {steps.map((step) => (
              <span key={step} className={step <= estimate.score ? styles.full : styles.empty} />
            ))}
          </div>
          <p>
            {t('strength.label')} <strong>{t(`strength.score.${estimate.score}`)}</strong>
            {estimate.advice !== null && <> {t(`strength.advice.${estimate.advice}`)}</>}
          </p>
        </>
      )}
    </div>
  );
}
