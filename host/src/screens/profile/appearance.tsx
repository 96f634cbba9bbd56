import { currentLanguage, endonyms, useTranslation } from '@parlance/shared/i18n';
import { chooseLanguage } from '../../session/account-language.ts';
import { LanguageChoice, ThemeChoice } from '../../frame/choices.tsx';
import styles from './profile.module.css';
import { Section } from './section.tsx';
import { useProfile } from './use-profile.ts';

/** The settings of language and theme. */
export function Appearance() {
  const { t } = useTranslation('host');
  const profile = useProfile();
  const language = currentLanguage();
  return (
    <Section title={t('profile.appearance')} note={t('profile.appearanceNote')}>
      <div className={styles.choices}>
        <LanguageChoice />
        <ThemeChoice />
      </div>
      {profile !== null && profile.language !== language && (
        <p className={styles.mails}>
          {t('profile.mails', { language: endonyms[profile.language] })}{' '}
          <button type="button" className="button-link" onClick={() => void chooseLanguage(language)}>
            {t('profile.mailsHere', { language: endonyms[language] })}
          </button>
        </p>
      )}
    </Section>
  );
}
