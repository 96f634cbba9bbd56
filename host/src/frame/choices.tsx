import { languages, type Language } from '@parlance/shared/contract/values/language';
import { endonyms, useTranslation } from '@parlance/shared/i18n';
import { chooseTheme, themeChoices, useTheme } from '@parlance/shared/theme';
import { useId } from 'react';
import { chooseLanguage } from '../session/account-language.ts';
import styles from './choices.module.css';

/** Chooses the language of the page: each has its own name, and applies at once. */
export function LanguageChoice() {
  const { t, i18n } = useTranslation('host');
  return (
    <label className={styles.field}>
      {t('person.language')}
      <select
        value={i18n.language}
        onChange={(event) => void chooseLanguage(event.target.value as Language) /* the options are the languages */}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {endonyms[language]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Chooses light, dark, or the device's scheme. */
export function ThemeChoice() {
  const { t } = useTranslation('host');
  const { choice } = useTheme();
  const name = useId();
  return (
    <div role="radiogroup" aria-labelledby={`${name}-label`} className={styles.field}>
      <span id={`${name}-label`}>{t('person.theme')}</span>
      <span className={styles.themes}>
        {themeChoices.map((it) => (
          <label key={it} className={styles.theme}>
            <input
              type="radio"
              name={name}
              className="visually-hidden"
              checked={choice === it}
              onChange={() => chooseTheme(it)}
            />
            <span>{t(`themes.${it}`)}</span>
          </label>
        ))}
      </span>
    </div>
  );
}
