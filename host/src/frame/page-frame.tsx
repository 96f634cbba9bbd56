import { useTranslation } from '@parlance/shared/i18n';
import { Link, Outlet } from '@parlance/shared/router';
import { LanguageChoice } from './choices.tsx';
import { openCookiePreferences } from '../consent/cookie-consent.ts';
import { Mark } from './icons.tsx';
import styles from './page-frame.module.css';

/** The frame of standalone pages: the wordmark, the language, the page, the legal links. */
export function PageFrame() {
  const { t } = useTranslation('host');
  return (
    <div className={styles.frame}>
      <header className={styles.top}>
        <a href="/" className={styles.wordmark}>
          <Mark />
          Parlance
        </a>
        <LanguageChoice />
      </header>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <footer className={styles.foot}>
        <Link to="/terms/privacy-policy">{t('footer.privacy')}</Link>
        <Link to="/terms/service">{t('footer.terms')}</Link>
        <button type="button" className="button-link" aria-haspopup="dialog" onClick={openCookiePreferences}>
          {t('footer.cookies')}
        </button>
      </footer>
    </div>
  );
}
