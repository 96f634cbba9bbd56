import type { OwnMembership } from '@parlance/shared/contract/api/session/memberships';
import { useTranslation } from '@parlance/shared/i18n';
import { usePress } from '@parlance/shared/ui/fields';
import styles from './profile.module.css';
import { Section } from './section.tsx';
import { switchOrganization, useMemberships } from './use-memberships.ts';

/** The organisations to switch to, for a member of several. */
export function Memberships() {
  const { t } = useTranslation('host');
  const memberships = useMemberships();
  const { press, isUnderWay } = usePress();
  // Most people have one; if the list fails to load, they miss nothing.
  if (memberships.status !== 'ready' || memberships.data.length < 2) return null;
  // After success it cannot be pressed again, because every tab reloads.
  const switchTo = (memberId: string) => press(async () => void (await switchOrganization(memberId)));
  return (
    <Section title={t('profile.memberships.title')} note={t('profile.memberships.note')}>
      <ul className={styles.rows}>
        {memberships.data.map((it) => (
          <li key={it.member_id}>
            <Membership membership={it} isSwitching={isUnderWay} onSwitch={() => switchTo(it.member_id)} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

type Props = { readonly membership: OwnMembership; readonly isSwitching: boolean; readonly onSwitch: () => void };

function Membership({
  membership: { organization, workspace_status: status, is_current: isCurrent },
  isSwitching,
  onSwitch,
}: Props) {
  const { t } = useTranslation('host');
  return (
    <div className={styles.row}>
      <span className={styles.what}>
        <strong>{organization}</strong>
        {isCurrent && <span className={styles.here}>{t('profile.memberships.current')}</span>}
        {status !== 'ACTIVE' && (
          <span className={styles.aside}>
            {t(status === 'EXPIRED' ? 'profile.memberships.expired' : 'profile.memberships.disabled')}
          </span>
        )}
      </span>
      {!isCurrent && (
        <button
          type="button"
          className="button"
          aria-disabled={isSwitching}
          aria-label={t('profile.memberships.goTo', { organization })}
          onClick={onSwitch}
        >
          {t('profile.memberships.go')}
        </button>
      )}
    </div>
  );
}
