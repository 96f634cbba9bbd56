import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import { passwordMinLength } from '@parlance/shared/contract/values/password';
import {
  changeLanguage,
  currentLanguage,
  endonyms,
  languages,
  useTranslation,
  type Language,
} from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { Field, FormEnd, PasswordField, TextField } from '@parlance/shared/ui/fields';
import { tokenTakenUp } from '../../invitation/invitation-token.ts';
import { stepBefore, stepPaths } from '../../registration/steps.ts';
import { ReadAgain } from './read-again.tsx';
import { Strength } from './strength.tsx';
import { useAccount } from './use-account.ts';
import { useStrength } from './use-strength.ts';

/** E-mail, password and language: the minimum for a first account. */
export function AccountForm({ attempt }: { readonly attempt: RegistrationAttempt | null }) {
  const { t } = useTranslation('registration');
  const { values, type, faults, form, isSending, failure } = useAccount(attempt);
  const strength = useStrength(values.password, values.email);
  const isInvited = tokenTakenUp() !== null;
  return (
    <form {...form}>
      <TextField
        name="email"
        type="email"
        autoComplete="email"
        label={t('field.email')}
        hint={t(isInvited ? 'step1.emailInvited' : 'step1.emailHint')}
        fault={faults.email}
        value={values.email}
        readOnly={isInvited}
        onType={(value) => type('email', value)}
      />
      <PasswordField
        name="password"
        autoComplete="new-password"
        label={t('field.password')}
        hint={t('step1.passwordHint', { min: passwordMinLength })}
        fault={faults.password}
        value={values.password}
        onFocus={strength.prepare}
        onType={(value) => type('password', value)}
      >
        <Strength of={strength.estimate} />
      </PasswordField>
      <LanguageField />
      <FormEnd label={t('field.next')} isSending={isSending} failure={failure} back={stepBefore.account}>
        {attempt !== null && <Link to={stepPaths.verification}>{t('step1.unchanged')}</Link>}
        <ReadAgain failure={failure} />
      </FormEnd>
    </form>
  );
}

/** The page's language is the stored one, so that the person sees the effect of the choice. */
function LanguageField() {
  const { t } = useTranslation('registration');
  return (
    <Field label={t('step1.language')} hint={t('step1.languageHint')}>
      {(control) => (
        <select
          {...control}
          name="language"
          value={currentLanguage()}
          onChange={(event) => void changeLanguage(event.target.value as Language) /* an option below */}
        >
          {languages.map((tag) => (
            <option key={tag} value={tag} lang={tag}>
              {endonyms[tag]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
