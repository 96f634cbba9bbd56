import { useTranslation } from '@parlance/shared/i18n';
import { usePress } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useEffect, useRef, useState } from 'react';
import { CodeForm, resendAtOf } from '../../fields/code-form.tsx';
import { Section } from './section.tsx';
import { askForSecondStep, confirmSecondStep } from './use-second-step.ts';
import { useProfile } from './use-profile.ts';

/** Whether signing in asks for a code as well. Switched by a code: whoever switches it on can read the mails it needs. */
export function SecondStep() {
  const { t } = useTranslation('host');
  const profile = useProfile();
  const [isOpen, setOpen] = useState(false);
  /** When another code can be sent. Until then whoever comes back enters the one that is on its way. */
  const [resendAt, setResendAt] = useState(0);
  const { press, isUnderWay } = usePress();
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isOpen && wasOpen.current) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (profile === null) return null;
  const isOn = profile.mfa_preference === 'EMAIL_OTP';
  const ask = async () => {
    const sent = await askForSecondStep(isOn ? 'NONE' : 'EMAIL_OTP');
    setResendAt(resendAtOf(sent));
    return sent;
  };
  const open = () => {
    if (Date.now() < resendAt) return setOpen(true);
    press(async () => {
      await ask();
      setOpen(true);
      return 'again';
    });
  };
  return (
    <Section title={t('profile.secondStep')} note={t(`profile.secondSteps.${profile.mfa_preference}`)}>
      {isOpen ? (
        <CodeForm
          lead={t(isOn ? 'profile.secondStepChange.sentOff' : 'profile.secondStepChange.sentOn', { email: profile.email })}
          resendAt={resendAt}
          confirm={async (code) => {
            await confirmSecondStep(code);
            snackbar(t(isOn ? 'profile.secondStepChange.doneOff' : 'profile.secondStepChange.doneOn'), { tone: 'good' });
            // That code is spent.
            setResendAt(0);
            setOpen(false);
          }}
          resend={ask}
          onCancel={() => setOpen(false)}
        />
      ) : (
        <div><button ref={button} type="button" className="button" aria-disabled={isUnderWay} onClick={open}>{t(isOn ? 'profile.secondStepChange.off' : 'profile.secondStepChange.on')}</button></div>
      )}
    </Section>
  );
}
