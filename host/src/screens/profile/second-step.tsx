import { useTranslation } from '@parlance/shared/i18n';
import { type Faults, FormEnd, PasswordField, useForm, usePress } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useEffect, useRef, useState } from 'react';
import { CodeForm, resendAtOf } from '../../fields/code-form.tsx';
import fields from '../../fields/fields.module.css';
import { Section } from './section.tsx';
import { askForSecondStep, confirmSecondStep } from './use-second-step.ts';
import { useProfile } from './use-profile.ts';

/**
 * Switches the second sign-in step. A code is required: whoever switches it on can read the mails it needs. Switching
 * it off takes the password too, which a session left open does not know. It is asked for before each code, so that no
 * page keeps it for the next one.
 */
export function SecondStep() {
  const { t } = useTranslation('host');
  const profile = useProfile();
  const [stage, setStage] = useState<'closed' | 'password' | 'code' | 'password for another'>('closed');
  /**
   * The time at which another code can be sent. Until then a person who comes back to switch it on enters the pending
   * one.
   */
  const [resendAt, setResendAt] = useState(0);
  const { press, isUnderWay } = usePress();
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const isOpen = stage !== 'closed';
  useEffect(() => {
    if (!isOpen && wasOpen.current) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (profile === null) return null;
  const isOn = profile.mfa_preference === 'EMAIL_OTP';
  const ask = async (password?: string) => {
    const sent = await askForSecondStep(isOn ? 'NONE' : 'EMAIL_OTP', password);
    setResendAt(resendAtOf(sent));
    setStage('code');
    return sent;
  };
  const open = () => {
    if (isOn) return setStage('password');
    if (Date.now() < resendAt) return setStage('code');
    press(async () => {
      await ask();
      return 'again';
    });
  };
  const another = async () => {
    if (!isOn) return ask();
    setStage('password for another');
    return null;
  };
  const close = () => setStage('closed');
  return (
    <Section title={t('profile.secondStep')} note={t(`profile.secondSteps.${profile.mfa_preference}`)}>
      {stage === 'closed' && (
        <div>
          <button ref={button} type="button" className="button" aria-disabled={isUnderWay} onClick={open}>
            {t(isOn ? 'profile.secondStepChange.off' : 'profile.secondStepChange.on')}
          </button>
        </div>
      )}
      {stage === 'password' && <PasswordForm email={profile.email} send={ask} onCancel={close} />}
      {stage === 'password for another' && (
        <PasswordForm email={profile.email} send={ask} onCancel={() => setStage('code')} />
      )}
      {stage === 'code' && (
        <CodeForm
          lead={t(isOn ? 'profile.secondStepChange.sentOff' : 'profile.secondStepChange.sentOn', {
            email: profile.email,
          })}
          resendAt={resendAt}
          confirm={async (code) => {
            await confirmSecondStep(code);
            snackbar(t(isOn ? 'profile.secondStepChange.doneOff' : 'profile.secondStepChange.doneOn'), {
              tone: 'good',
            });
            // That code is used up.
            setResendAt(0);
            close();
          }}
          resend={another}
          onCancel={close}
        />
      )}
    </Section>
  );
}

type PasswordProps = {
  readonly email: string;
  readonly send: (password: string) => Promise<unknown>;
  readonly onCancel: () => void;
};

function PasswordForm({ email, send, onCancel }: PasswordProps) {
  const { t } = useTranslation('host');
  const { values, type, faults, form, isSending, failure } = useForm({
    initial: { password: '' },
    check: ({ password }): Faults<'password'> =>
      password === '' ? { password: { key: 'host:login.passwordMissing' } } : {},
    async send({ password }) {
      await send(password);
    },
    beside: ({ code }): Faults<'password'> =>
      code === 'password_wrong' ? { password: { key: 'shared:errors.password_wrong' } } : {},
  });
  useEffect(() => {
    form.ref.current?.querySelector('input')?.focus();
  }, [form.ref]);
  return (
    <form {...form} className={fields.form}>
      <p className={fields.lead}>{t('profile.secondStepChange.leadOff', { email })}</p>
      <PasswordField
        name="password"
        label={t('profile.ownPassword')}
        value={values.password}
        fault={faults.password}
        autoComplete="current-password"
        onType={(typed) => type('password', typed)}
      />
      <FormEnd label={t('profile.emailChange.submit')} isSending={isSending} failure={failure} onCancel={onCancel} />
    </form>
  );
}
