import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { Actions } from '@parlance/shared/ui/fields';
import { useState } from 'react';
import { OwnStep } from '../../registration/guarded-step.tsx';
import { StepPage } from '../../registration/step-page.tsx';
import { stepBefore } from '../../registration/steps.ts';
import { EnquiryForm } from './enquiry-form.tsx';

/** The enquiry of a large organisation about needs beyond the plans. The stage of the registration does not change. */
export default function EnterpriseContactUs() {
  return <OwnStep step="enterprise">{(attempt) => <Enquiry attempt={attempt} />}</OwnStep>;
}

function Enquiry({ attempt }: { readonly attempt: RegistrationAttempt }) {
  const { t } = useTranslation('registration');
  const [isSent, setSent] = useState(false);
  if (!isSent) {
    return (
      <StepPage
        step="enterprise"
        heading={t('enterprise.heading')}
        lead={t('enterprise.lead', { email: attempt.email })}
        attempt={attempt}
      >
        <EnquiryForm attempt={attempt} onSent={() => setSent(true)} />
      </StepPage>
    );
  }
  return (
    <StepPage
      step="enterprise"
      heading={t('enterprise.thanks')}
      lead={t('enterprise.sent', { email: attempt.email })}
      attempt={attempt}
      takesFocus
    >
      <Actions>
        <Link className="button button-main" to={stepBefore.enterprise}>
          {t('enterprise.back')}
        </Link>
      </Actions>
    </StepPage>
  );
}
