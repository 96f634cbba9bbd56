import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import { useTranslation } from '@parlance/shared/i18n';
import { Link, useNavigate } from '@parlance/shared/router';
import { Actions, SubmitFailure } from '@parlance/shared/ui/fields';
import { useCodeSending } from '../../code/use-code-sending.ts';
import { useSecondsLeft } from '../../code/use-seconds-left.ts';
import { OwnStep } from '../../registration/guarded-step.tsx';
import { StepPage } from '../../registration/step-page.tsx';
import { stepBefore, stepPaths } from '../../registration/steps.ts';
import styles from './step2.module.css';

/** Step 2: explains how the address is verified, and sends the code. */
export default function Step2() {
  return (
    <OwnStep step="verification">
      {(attempt) => (attempt.is_verified ? <Verified attempt={attempt} /> : <ToVerify attempt={attempt} />)}
    </OwnStep>
  );
}

function ToVerify({ attempt }: { readonly attempt: RegistrationAttempt }) {
  const { t } = useTranslation('registration');
  const navigate = useNavigate();
  const { sendCode, isSending, failure } = useCodeSending(() => void navigate(stepPaths.token));
  const wait = useSecondsLeft(attempt.code?.resend_in ?? null);
  const mustWait = wait !== null && wait > 0;
  return (
    <StepPage step="verification" heading={t('step2.heading')} lead={t('step2.lead')} attempt={attempt}>
      <div className={styles.channel}>
        <Envelope />
        <div>
          <h2>{t('step2.byEmail')}</h2>
          <p>{t(attempt.code === null ? 'step2.willSend' : 'step2.sent', { email: attempt.email })}</p>
          <Link to={stepBefore.verification}>{t('step2.otherAddress')}</Link>
        </div>
      </div>
      <SubmitFailure failure={failure} />
      <Actions>
        {mustWait ? (
          <Link className="button button-main" to={stepPaths.token}>
            {t('step2.enter')}
          </Link>
        ) : (
          <button type="button" className="button button-main" aria-disabled={isSending} onClick={sendCode}>
            {t(isSending ? 'shared:fields.sending' : 'step2.send')}
          </button>
        )}
        <Link className="button" to={stepBefore.verification}>
          {t('shared:fields.back')}
        </Link>
        {attempt.code !== null && !mustWait && <Link to={stepPaths.token}>{t('step2.enter')}</Link>}
      </Actions>
    </StepPage>
  );
}

function Verified({ attempt }: { readonly attempt: RegistrationAttempt }) {
  const { t } = useTranslation('registration');
  return (
    <StepPage
      step="verification"
      heading={t('step2.verifiedHeading')}
      lead={t('step2.verified', { email: attempt.email })}
      attempt={attempt}
    >
      <Actions>
        <Link className="button button-main" to={stepPaths.names}>
          {t('field.next')}
        </Link>
        <Link className="button" to={stepBefore.verification}>
          {t('shared:fields.back')}
        </Link>
      </Actions>
    </StepPage>
  );
}

function Envelope() {
  return (
    <svg
      viewBox="0 0 40 32"
      fill="none"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <rect x="2" y="4" width="36" height="24" rx="4" stroke="currentColor" />
      <path d="M4 8l16 11L36 8" stroke="var(--accent)" />
    </svg>
  );
}
