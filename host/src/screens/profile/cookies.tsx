import { useTranslation } from '@parlance/shared/i18n';
import { openCookiePreferences } from '../../consent/cookie-consent.ts';
import { Section } from './section.tsx';

/** The cookie settings of this browser. */
export function Cookies() {
  const { t } = useTranslation('host');
  return (
    <Section title={t('profile.cookies')} note={t('profile.cookiesNote')}>
      <button type="button" className="button" aria-haspopup="dialog" onClick={openCookiePreferences}>
        {t('footer.cookies')}
      </button>
    </Section>
  );
}
