import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { signOut, useSession } from '@parlance/shared/session';
import { useId, useRef, useState } from 'react';
import { isOpenTo } from '../remotes/known/is-open-to.ts';
import { LanguageChoice, ThemeChoice } from './choices.tsx';
import { openCookiePreferences } from '../consent/cookie-consent.ts';
import { Icon } from './icons.tsx';
import { profileScreen } from './own-screens.ts';
import styles from './person-menu.module.css';

/** The menu at the foot of the rail: workspace, plan and person; profile, language, theme, cookies, sign out. */
export function PersonMenu({ isCollapsed }: { readonly isCollapsed: boolean }) {
  const { t } = useTranslation('host');
  const whoami = useSession((session) => session.whoami);
  const profile = useSession((session) => session.profile);
  const subject = useSession((session) => session.subject);
  const panelId = useId();
  const panel = useRef<HTMLDivElement>(null);
  if (whoami === null || profile === null) return null;
  const person = profile.username ?? profile.email;
  const close = () => panel.current?.hidePopover();
  return (
    <div className={styles.foot} data-collapsed={isCollapsed}>
      <button type="button" className={styles.person} popoverTarget={panelId} title={isCollapsed ? person : undefined}>
        <span className="visually-hidden">{t('person.menu', { name: person })}</span>
        <span className={styles.initial} aria-hidden="true">
          {person.slice(0, 1).toLocaleUpperCase()}
        </span>
        <span className={styles.names}>
          <span className={styles.name}>{person}</span>
          <span className={styles.workspace}>
            <span className={styles.organization} title={whoami.organization_name}>
              {whoami.organization_name}
            </span>
            <span>{` · ${whoami.primary_active_plan_name}`}</span>
          </span>
        </span>
        <span className={styles.more}>
          <Icon name="more" />
        </span>
      </button>
      <div
        id={panelId}
        ref={panel}
        popover="auto"
        className={styles.panel}
        role="group"
        aria-label={t('person.settings')}
      >
        <p className={styles.email}>{profile.email}</p>
        {isOpenTo(profileScreen.requires, subject) && (
          <Link to={profileScreen.path} className={styles.row} onClick={close}>
            <Icon name="person" />
            {t('profile.title')}
          </Link>
        )}
        <div className={styles.choices}>
          <LanguageChoice />
          <ThemeChoice />
        </div>
        <button
          type="button"
          className={styles.row}
          aria-haspopup="dialog"
          onClick={() => {
            close();
            openCookiePreferences();
          }}
        >
          <Icon name="cookie" />
          {t('footer.cookies')}
        </button>
        <SignOut />
      </div>
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
      <button type="button" className={styles.row} disabled={state === 'busy'} onClick={leave}>
        <Icon name="leave" />
        {t('person.signOut')}
      </button>
      {state === 'failed' && (
        <p role="alert" className={styles.failed}>
          {t('person.signOutFailed')}
        </p>
      )}
    </>
  );
}
