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
  /** True if options are compared side by side, given the room. */
  readonly isWide?: boolean;
  /** True if the content has changed at the same address: the focus moves to the new heading. */
  readonly takesFocus?: boolean;
  readonly children: ReactNode;
};

/** One step of the registration: the progress, the question, and below it ways to continue later or elsewhere. */
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

/** The foot of a step. From step 3 on the registration belongs to an account; before, to this browser alone. */
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
