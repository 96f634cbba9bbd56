import { useTranslation } from '@parlance/shared/i18n';
import { Link, useLocation } from '@parlance/shared/router';
import { wayBack } from '@parlance/shared/way-back';
import { useInvitation } from '../invitation/use-invitation.ts';
import { secretOfOpenedLink } from '../registration/secret-of-link.ts';
import { stepPaths } from '../registration/steps.ts';
import { acceptanceId } from './acceptance.tsx';
import styles from './document-page.module.css';
import type { Acceptance } from './use-acceptance.ts';

/** Explains why the person was led to this document. It is above the text, because the control is at its end. */
export function LedHere({ acceptance: { reader, isOnTheWay } }: { readonly acceptance: Acceptance }) {
  const { t } = useTranslation('registration');
  const { search } = useLocation();
  const to = wayBack(search);
  const invitation = useInvitation(to === stepPaths.start ? secretOfOpenedLink('invitation') : null);
  if (reader === 'reading' || !isOnTheWay) return null;
  const why = reader === 'member' ? t('acceptance.newer') : t('acceptance.beforeGoingOn');
  return (
    <p role="note" className={styles.led}>
      {invitation.status === 'ready' ? t('acceptance.invited', { organization: invitation.data.organization }) : why}{' '}
      <Link to={{ hash: acceptanceId, search }}>{t('acceptance.toTheEnd')}</Link>
    </p>
  );
}
