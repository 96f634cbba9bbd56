import type { Profile } from '@parlance/shared/contract/api/profile';
import type { SentCode } from '@parlance/shared/contract/code';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useEffect, useRef, useState } from 'react';
import { CodeForm } from '../../fields/code-form.tsx';
import { Section } from './section.tsx';
import { askForSecondStep, takeSecondStep } from './use-second-step.ts';
import { useProfile } from './use-profile.ts';

/** Whether signing in asks for a code as well. Switched by a code: whoever switches it on can read the mails it needs. */
export function SecondStep() {
  const { t } = useTranslation('host');
  const profile = useProfile();
  const [sent, setSent] = useState<SentCode | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useEffect(() => {
    if (sent === null && wasAsked.current) button.current?.focus();
    wasAsked.current = sent !== null;
  }, [sent]);
  if (profile === null) return null;
  const isOn = profile.mfa_preference === 'EMAIL_OTP';
  const next: Profile['mfa_preference'] = isOn ? 'NONE' : 'EMAIL_OTP';
  const ask = () => {
    askForSecondStep(next).then(setSent, (error: unknown) => snackbar(t(failureKey(error)), { tone: 'bad' }));
  };
  return (
    <Section title={t('profile.secondStep')} note={t(`profile.secondSteps.${profile.mfa_preference}`)}>
      {sent === null ? (
        <div><button ref={button} type="button" className="button" onClick={ask}>{t(isOn ? 'profile.secondStepChange.off' : 'profile.secondStepChange.on')}</button></div>
      ) : (
        <CodeForm
          lead={t(isOn ? 'profile.secondStepChange.sentOff' : 'profile.secondStepChange.sentOn', { email: profile.email })}
          sent={sent}
          confirm={async (code) => {
            await takeSecondStep(code);
            snackbar(t(isOn ? 'profile.secondStepChange.doneOff' : 'profile.secondStepChange.doneOn'), { tone: 'good' });
            setSent(null);
          }}
          resend={() => askForSecondStep(next)}
          onCancel={() => setSent(null)}
        />
      )}
    </Section>
  );
}
