import { emailAddress, emailMaxLength } from '@parlance/shared/contract/values/email';
import { useTranslation } from '@parlance/shared/i18n';
import { type Faults, FormEnd, PasswordField, TextField, useForm } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';
import { useState } from 'react';
import { CodeForm, resendAtOf } from '../../fields/code-form.tsx';
import styles from '../../fields/fields.module.css';
import { Disclosure } from './disclosure.tsx';
import { Section } from './section.tsx';
import { askForEmail, askForEmailAgain, confirmNewEmail } from './use-email.ts';
import { useProfile } from './use-profile.ts';

/** The address of the account. A new one is confirmed by a code that is sent there, or by the link beside it. */
export function Email() {
  const { t } = useTranslation('host');
  const profile = useProfile();
  if (profile === null) return null;
  return (
    <Section title={t('profile.email')} note={profile.email}>
      <Disclosure label={t('profile.emailChange.open')}>
        {(close) => <EmailChange present={profile.email} onDone={close} />}
      </Disclosure>
    </Section>
  );
}

type PendingChange = { readonly email: string; readonly resendAt: number; readonly needsPresentCode: boolean };

function EmailChange({ present, onDone }: { readonly present: string; readonly onDone: () => void }) {
  const { t } = useTranslation('host');
  const [asked, setAsked] = useState<PendingChange | null>(null);
  if (asked === null) return <NewEmail present={present} onAsked={setAsked} onCancel={onDone} />;
  const { email, resendAt, needsPresentCode } = asked;
  return (
    <CodeForm
      lead={
        needsPresentCode
          ? t('profile.emailChange.sentBoth', { email, present })
          : t('profile.emailChange.sent', { email })
      }
      resendAt={resendAt}
      {...(needsPresentCode
        ? { labels: { code: t('profile.emailChange.codeOfNew'), second: t('profile.emailChange.codeOfPresent') } }
        : {})}
      confirm={async (code, presentCode) => {
        await confirmNewEmail(code, needsPresentCode ? presentCode : undefined);
        snackbar(t('profile.emailChange.done', { email }), { tone: 'good' });
        onDone();
      }}
      resend={askForEmailAgain}
      onCancel={onDone}
    />
  );
}

type NewEmailProps = {
  readonly present: string;
  readonly onAsked: (asked: PendingChange) => void;
  readonly onCancel: () => void;
};

function NewEmail({ present, onAsked, onCancel }: NewEmailProps) {
  const { t } = useTranslation('host');
  const { values, type, faults, form, isSending, failure } = useForm({
    initial: { email: '', password: '' },
    check: ({ email, password }): Faults<'email' | 'password'> => ({
      ...faultOfEmail(email, present),
      ...(password === '' ? { password: { key: 'host:login.passwordMissing' } } : {}),
    }),
    async send({ email, password }) {
      const sent = await askForEmail(email.trim(), password);
      onAsked({ email: email.trim(), resendAt: resendAtOf(sent), needsPresentCode: sent.needs_present_code });
    },
    beside: ({ code }): Faults<'password'> =>
      code === 'password_wrong' ? { password: { key: 'shared:errors.password_wrong' } } : {},
  });
  return (
    <form {...form} className={styles.form}>
      <p className={styles.lead}>{t('profile.emailChange.lead')}</p>
      <TextField
        name="email"
        label={t('profile.emailChange.next')}
        type="email"
        value={values.email}
        fault={faults.email}
        autoComplete="email"
        maxLength={emailMaxLength}
        onType={(typed) => type('email', typed)}
      />
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

function faultOfEmail(typed: string, present: string): Faults<'email'> {
  if (typed.trim() === '') return { email: { key: 'host:login.emailMissing' } };
  const read = emailAddress.safeParse(typed);
  if (!read.success) return { email: { key: 'host:login.emailWrong' } };
  return read.data === present ? { email: { key: 'host:profile.emailChange.same' } } : {};
}
