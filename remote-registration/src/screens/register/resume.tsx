import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import { pathOfStage } from '@parlance/shared/contract/api/registration/registration-stages';
import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import styles from './register.module.css';

/** The link to the present stage of a registration under way. */
export function Resume({ attempt }: { readonly attempt: RegistrationAttempt }) {
  const { t } = useTranslation('registration');
  return (
    <div className={styles.resume}>
      <p>{t('register.underWay', { email: attempt.email })}</p>
      <Link className="button button-main" to={pathOfStage(attempt.stage)}>
        {t('register.resume')}
      </Link>
    </div>
  );
}
