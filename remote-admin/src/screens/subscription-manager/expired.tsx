import { useTranslation } from '@parlance/shared/i18n';
import { readPageConfig } from '@parlance/shared/http';
import styles from './subscription-manager.module.css';

/** What it means that the workspace has expired, what is kept, and whom to write to. */
export function Expired() {
  const { t } = useTranslation('admin');
  const email = readPageConfig().supportEmail;
  return (
    <section className={styles.expired} aria-labelledby="expired">
      <h2 id="expired">{t('subscription.expired.title')}</h2>
      <p>{t('subscription.expired.text')}</p>
      <p>
        <a href={`mailto:${email}`}>{t('subscription.expired.write', { email })}</a>
      </p>
    </section>
  );
}
