import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import { useTranslation } from '@parlance/shared/i18n';
import { FormEnd } from '@parlance/shared/ui/fields';
import { OwnStep } from '../../registration/guarded-step.tsx';
import { StepPage } from '../../registration/step-page.tsx';
import { stepBefore } from '../../registration/steps.ts';
import { CodeField } from './code-field.tsx';
import { Resend } from './resend.tsx';
import { useCode } from './use-code.ts';
import { useVerifiedElsewhere } from './use-verified-elsewhere.ts';

/** Step 2, the code: typed, pasted or filled in by the browser, it is submitted once complete. */
export default function Token() {
  return <OwnStep step="token">{(attempt) => <EnterCode attempt={attempt} />}</OwnStep>;
}

function EnterCode({ attempt }: { readonly attempt: RegistrationAttempt }) {
  const { t } = useTranslation('registration');
  const { code, type, fault, form, isSending, failure, clear } = useCode(attempt);
  useVerifiedElsewhere();
  return (
    <StepPage
      step="token"
      heading={t('token.heading')}
      lead={t('token.lead', { email: attempt.email })}
      attempt={attempt}
    >
      <form {...form}>
        <CodeField
          value={code}
          onType={type}
          fault={fault}
          triesLeft={attempt.code?.tries_left ?? 0}
          isSending={isSending}
        />
        <FormEnd label={t('token.submit')} isSending={isSending} failure={failure} back={stepBefore.token} />
      </form>
      <Resend attempt={attempt} onSent={clear} />
    </StepPage>
  );
}
