import { newPassword, passwordMaxBytes } from '@parlance/shared/contract/values/password';
import { useTranslation } from '@parlance/shared/i18n';
import { type Faults, FormEnd, PasswordField, useForm } from '@parlance/shared/ui/fields';
import { snackbar } from '@parlance/shared/ui/toasts';
import styles from '../../fields/fields.module.css';
import { Disclosure } from './disclosure.tsx';
import { Section } from './section.tsx';
import { savePassword } from './use-password.ts';
import { useProfile } from './use-profile.ts';

/** Changes the password, which signs the person out everywhere else and calls `onChanged`. */
export function Password({ onChanged }: { readonly onChanged: () => void }) {
  const { t } = useTranslation('host');
  return (
    <Section title={t('login.password')} note={t('profile.passwordChange.note')}>
      <Disclosure label={t('profile.passwordChange.open')}>
        {(close) => (
          <PasswordForm
            onCancel={close}
            onDone={() => {
              close();
              onChanged();
            }}
          />
        )}
      </Disclosure>
    </Section>
  );
}

function PasswordForm({ onDone, onCancel }: { readonly onDone: () => void; readonly onCancel: () => void }) {
  const { t } = useTranslation('host');
  const email = useProfile()?.email ?? '';
  const { values, type, faults, form, isSending, failure } = useForm({
    initial: { current: '', next: '' },
    check: ({ current, next }): Faults<'current' | 'next'> => ({
      ...(current === '' ? { current: { key: 'host:login.passwordMissing' } } : {}),
      ...(newPassword.safeParse(next).success
        ? {}
        : { next: { key: next.length > passwordMaxBytes / 2 ? 'host:login.reset.long' : 'host:login.reset.short' } }),
    }),
    async send({ current, next }) {
      await savePassword(current, next);
      snackbar(t('profile.passwordChange.done'), { tone: 'good' });
      onDone();
    },
    beside: faultOfRefusal,
  });
  return (
    <form {...form} className={styles.form}>
      {/* Password managers store the new one under it. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        name="current"
        label={t('profile.passwordChange.current')}
        value={values.current}
        fault={faults.current}
        autoComplete="current-password"
        onType={(typed) => type('current', typed)}
      />
      <PasswordField
        name="next"
        label={t('login.reset.password')}
        hint={t('login.reset.hint')}
        value={values.next}
        fault={faults.next}
        autoComplete="new-password"
        onType={(typed) => type('next', typed)}
      />
      <FormEnd label={t('login.reset.submit')} isSending={isSending} failure={failure} onCancel={onCancel} />
    </form>
  );
}

function faultOfRefusal({ code }: { readonly code: string }): Faults<'current' | 'next'> {
  if (code === 'password_wrong') return { current: { key: 'shared:errors.password_wrong' } };
  return code === 'password_guessable' ? { next: { key: 'shared:errors.password_guessable' } } : {};
}
