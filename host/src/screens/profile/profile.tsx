import { useTranslation } from '@parlance/shared/i18n';
import { Page } from '@parlance/shared/ui/page';
import { About } from './about.tsx';
import { Appearance } from './appearance.tsx';
import { Cookies } from './cookies.tsx';
import styles from './profile.module.css';

/** Who one is here, and how this browser shows it. */
export default function Profile() {
  const { t } = useTranslation('host');
  return (
    <Page title={t('profile.title')}>
      <div className={styles.sections}>
        <About />
        <Appearance />
        <Cookies />
      </div>
    </Page>
  );
}
