import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import { useTranslation } from '@parlance/shared/i18n';
import { loginAddress, useSession } from '@parlance/shared/session';
import { useEffect, useRef, type ReactNode } from 'react';
import { useConsents } from '../consent/use-consents.ts';
import { DeleteRegistration } from './delete-registration.tsx';
import { SignOut } from './sign-out.tsx';
import styles from './step-page.module.css';
import { progressAt, type Step } from './steps.ts';

type Props = {
  readonly step: Step;
  readonly heading: string;
  readonly lead?: ReactNode;
  readonly attempt: RegistrationAttempt | null;
  /** What is asked is compared side by side, where there is room. */
  readonly isWide?: boolean;
  /** What stood here has become something else, at the same address: the focus goes to the new heading. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
};

/** One question of the registration: how far one is, what is asked, and below how to go on later or elsewhere. */
export function StepPage({ step, heading, lead, attempt, isWide = false, takesFocus = false, children }: Props) {
  const { t } = useTranslation('registration');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus) title.current?.focus();
  }, [takesFocus]);
  const progress = progressAt(step, attempt !== null && attempt.invitation !== null);
  return (
    <div className={styles.page} data-wide={isWide}>
      {progress !== null && (
        <div className={styles.progress}>
          <p>{t('progress.step', progress)}</p>
          <div className={styles.bar} aria-hidden="true">
            {Array.from({ length: progress.total }, (_, place) => (
              <span key={place} className={place < progress.step ? styles.taken : styles.open} />
            ))}
          </div>
        </div>
      )}
      <h1 ref={title} tabIndex={-1}>
        {heading}
      </h1>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      <div className={styles.question}>{children}</div>
      <Foot attempt={attempt} />
    </div>
  );
}

/** From step 3 on the registration belongs to an account. Before, it belongs to this browser alone. */
function Foot({ attempt }: { readonly attempt: RegistrationAttempt | null }) {
  const { t } = useTranslation('registration');
  const { endWithPage } = useConsents();
  const isStranger = useSession(({ status }) => status === 'anonymous');
  return (
    <div className={styles.foot}>
      {isStranger && (
        <p>
          {t('progress.haveAccount')} <a href={loginAddress(null)}>{t('progress.signIn')}</a>
        </p>
      )}
      {attempt?.is_verified === true && (
        <>
          <p>{t('progress.later', { email: attempt.email })}</p>
          <SignOut />
        </>
      )}
      {attempt !== null && <DeleteRegistration isVerified={attempt.is_verified} />}
      {endWithPage && <p role="note">{t('acceptance.notKept')}</p>}
    </div>
  );
}
