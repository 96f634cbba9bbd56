import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import { useTranslation } from '@parlance/shared/i18n';
import { SubmitFailure } from '@parlance/shared/ui/fields';
import { useState } from 'react';
import { useCodeSending } from '../../code/use-code-sending.ts';
import { useSecondsLeft } from '../../code/use-seconds-left.ts';
import styles from './token.module.css';

type Props = { readonly attempt: RegistrationAttempt; readonly onSent: () => void };

/**
 * A button that sends another code, a minute after the last one. The countdown is visible; only its end is announced.
 */
export function Resend({ attempt, onSent }: Props) {
  const { t } = useTranslation('registration');
  const [isSent, setIsSent] = useState(false);
  const { sendCode, isSending, failure } = useCodeSending(() => {
    setIsSent(true);
    onSent();
  });
  const wait = useSecondsLeft(attempt.code?.resend_in ?? null) ?? 0;
  const mustWait = wait > 0;
  const press = () => {
    if (!mustWait) sendCode();
  };
  return (
    <div className={styles.resend}>
      <p>{t('token.noMail')}</p>
      <button type="button" className="button-link" aria-disabled={mustWait || isSending} onClick={press}>
        {t('token.resend')}
        {mustWait && <span aria-hidden="true"> {t('token.resendIn', { seconds: wait })}</span>}
      </button>
      <p role="status" className={styles.news}>
        {news(isSent, mustWait)}
      </p>
      <SubmitFailure failure={failure} />
    </div>
  );

  function news(hasSent: boolean, isWaiting: boolean): string {
    if (!isWaiting) return t('token.canResend');
    return hasSent ? t('token.resent', { email: attempt.email }) : '';
  }
}
