import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { Actions } from '@parlance/shared/ui/fields';
import { GuardedStep } from '../../registration/guarded-step.tsx';
import { StepPage } from '../../registration/step-page.tsx';
import { stepBefore, stepPaths } from '../../registration/steps.ts';
import { AccountForm } from './account-form.tsx';

/** Step 1: the sign-in data. */
export default function Step1() {
  return (
    <GuardedStep step="account">
      {(attempt) => (attempt?.is_verified === true ? <Confirmed attempt={attempt} /> : <Asked attempt={attempt} />)}
    </GuardedStep>
  );
}

function Asked({ attempt }: { readonly attempt: RegistrationAttempt | null }) {
  const { t } = useTranslation('registration');
  return (
    <StepPage step="account" heading={t('step1.heading')} lead={t('step1.lead')} attempt={attempt}>
      <AccountForm attempt={attempt} />
    </StepPage>
  );
}

/** The data of a verified address, which has an account: it is changed in the profile, once there is one. */
function Confirmed({ attempt }: { readonly attempt: RegistrationAttempt }) {
  const { t } = useTranslation('registration');
  return (
    <StepPage
      step="account"
      heading={t('step1.heading')}
      lead={t('step1.confirmed', { email: attempt.email })}
      attempt={attempt}
    >
      <Actions>
        <Link className="button button-main" to={stepPaths.verification}>
          {t('field.next')}
        </Link>
        <Link className="button" to={stepBefore.account}>
          {t('shared:fields.back')}
        </Link>
      </Actions>
    </StepPage>
  );
}
