import { languages, type Language } from '@parlance/shared/contract/language';
import { changeLanguage, endonyms, useTranslation } from '@parlance/shared/i18n';
import { signOut, useSession } from '@parlance/shared/session';
import { chooseTheme, themeChoices, useTheme } from '@parlance/shared/theme';
import { useId, useState } from 'react';
import { Icon } from './icons.tsx';
import styles from './person-menu.module.css';

/** At the foot of the rail: whose workspace, on which plan, who; language, theme, sign out. */
export function PersonMenu({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const { t } = useTranslation('host');
  const whoami = useSession((session) => session.whoami);
  const profile = useSession((session) => session.profile);
  const panel = useId();
  if (whoami === null || profile === null) return null;
  const person = profile.username ?? profile.email;
  return (
    <div className={styles.foot} data-collapsed={isCollapsed}>
      <button type="button" className={styles.person} popoverTarget={panel} title={isCollapsed ? person : undefined}>
        <span className="visually-hidden">{t('person.menu', { name: person })}</span>
        <span className={styles.initial} aria-hidden="true">{person.slice(0, 1).toLocaleUpperCase()}</span>
        <span className={styles.names}>
          <span className={styles.name}>{person}</span>
          <span className={styles.workspace}>
            <span className={styles.organization}>{whoami.organization_name}</span>
            <span>{` · ${whoami.primary_active_plan_name}`}</span>
          </span>
        </span>
        <span className={styles.more}><Icon name="more" /></span>
      </button>
      <div id={panel} popover="auto" className={styles.panel} role="group" aria-label={t('person.settings')}>
        <p className={styles.email}>{profile.email}</p>
        <LanguageChoice />
        <ThemeChoice />
        <SignOut />
      </div>
    </div>
  );
}

export function LanguageChoice() {
  const { t, i18n } = useTranslation('host');
  return (
    <label className={styles.field}>
      {t('person.language')}
      <select value={i18n.language} onChange={(event) => void changeLanguage(event.target.value as Language) /* the options are the languages */}>
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>{endonyms[language]}</option>
        ))}
      </select>
    </label>
  );
}

function ThemeChoice() {
  const { t } = useTranslation('host');
  const { choice } = useTheme();
  const name = useId();
  return (
    <div role="radiogroup" aria-labelledby={`${name}-label`} className={styles.field}>
      <span id={`${name}-label`}>{t('person.theme')}</span>
      <span className={styles.themes}>
        {themeChoices.map((it) => (
          <label key={it} className={styles.theme}>
            <input type="radio" name={name} className="visually-hidden" checked={choice === it} onChange={() => chooseTheme(it)} />
            <span>{t(`themes.${it}`)}</span>
          </label>
        ))}
      </span>
    </div>
  );
}

function SignOut() {
  const { t } = useTranslation('host');
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const leave = () => {
    setState('busy');
    signOut().catch(() => setState('failed'));
  };
  return (
    <>
      <button type="button" className="button" disabled={state === 'busy'} onClick={leave}>{t('person.signOut')}</button>
      {state === 'failed' && <p role="alert" className={styles.failed}>{t('person.signOutFailed')}</p>}
    </>
  );
}
