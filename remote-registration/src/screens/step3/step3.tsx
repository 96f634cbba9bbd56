import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import { failureKey } from '@parlance/shared/http';
import { useTranslation } from '@parlance/shared/i18n';
import { LoadingState } from '@parlance/shared/ui/page';
import { tokenTakenUp } from '../../invitation/invitation-token.ts';
import { useInvitation } from '../../invitation/use-invitation.ts';
import { OwnStep } from '../../registration/guarded-step.tsx';
import { StepPage } from '../../registration/step-page.tsx';
import { NamesForm } from './names-form.tsx';

/** Step 3: the names of the person, the organisation, the team and the role. */
export default function Step3() {
  return <OwnStep step="names">{(attempt) => <Names attempt={attempt} />}</OwnStep>;
}

function Names({ attempt }: { readonly attempt: RegistrationAttempt }) {
  const { t } = useTranslation('registration');
  // The server knows the invitation of the sign-up; one that was opened meanwhile is sent here.
  const token = attempt.invitation === null ? tokenTakenUp() : null;
  const opened = useInvitation(token);
  if (token !== null && opened.status === 'loading') return <LoadingState />;
  const joined = attempt.invitation ?? (opened.status === 'ready' ? opened.data : null);
  return (
    <StepPage step="names" heading={t('step3.heading')} lead={lead()} attempt={attempt}>
      <NamesForm attempt={attempt} isInvited={joined !== null} token={opened.status === 'ready' ? token : null} />
    </StepPage>
  );

  function lead(): string {
    if (joined !== null)
      return joined.inviter === null
        ? t('step3.joins', { organization: joined.organization })
        : t('step3.joinsBy', { organization: joined.organization, inviter: joined.inviter });
    const asked = t(attempt.account_kind === 'personal' ? 'step3.leadPersonal' : 'step3.lead');
    return opened.status === 'failed' ? `${t(failureKey(opened.failure))} ${asked}` : asked;
  }
}
