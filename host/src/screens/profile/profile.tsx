import { useTranslation } from '@parlance/shared/i18n';
import { Page } from '@parlance/shared/ui/page';
import { About } from './about.tsx';
import { Accounts } from './accounts.tsx';
import { Appearance } from './appearance.tsx';
import { useCodeOfLink } from './code-of-link.ts';
import { Cookies } from './cookies.tsx';
import { Deletion } from './deletion.tsx';
import { Email } from './email.tsx';
import { Memberships } from './memberships.tsx';
import { OwnData } from './own-data.tsx';
import { Password } from './password.tsx';
import styles from './profile.module.css';
import { SecondStep } from './second-step.tsx';
import { Sessions } from './sessions.tsx';
import { Usage } from './usage.tsx';
import { confirmByLink } from './use-email.ts';
import { useSessions } from './use-sessions.ts';

/** The profile: person, sign-in, appearance, usage, and deletion. */
export default function Profile() {
  const { t } = useTranslation('host');
  const isConfirming = useCodeOfLink(confirmByLink);
  return (
    <Page title={t('profile.title')}>
      {isConfirming ? <p role="status">{t('shared:ui.loading')}</p> : <Sections />}
    </Page>
  );
}

function Sections() {
  const sessions = useSessions();
  return (
    <div className={styles.sections}>
      <About />
      <Memberships />
      <Appearance />
      <Cookies />
      <Email />
      <Password onChanged={sessions.reload} />
      <SecondStep />
      <Sessions {...sessions} />
      <Accounts />
      <Usage />
      <OwnData />
      <Deletion />
    </div>
  );
}
