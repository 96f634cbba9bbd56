import { planName } from '@parlance/shared/contract/api/plans/plans';
import type { RegistrationAttempt } from '@parlance/shared/contract/api/registration/registration-steps';
import * as z from '@parlance/shared/contract/schema';
import { useTranslation } from '@parlance/shared/i18n';
import { Link } from '@parlance/shared/router';
import { FormEnd } from '@parlance/shared/ui/fields';
import { ErrorState, LoadingState } from '@parlance/shared/ui/page';
import { ChoiceCards } from '../../fields/choice-cards.tsx';
import { OwnStep } from '../../registration/guarded-step.tsx';
import { StepPage } from '../../registration/step-page.tsx';
import { stepBefore, stepPaths } from '../../registration/steps.ts';
import { PlanFacts, PlanPrice } from './plan-facts.tsx';
import styles from './step4.module.css';
import { usePlanChoice } from './use-plan-choice.ts';
import { usePlans } from './use-plans.ts';

/** Step 4: the plan of the organisation. */
export default function Step4() {
  return <OwnStep step="plan">{(attempt) => <Choose attempt={attempt} />}</OwnStep>;
}

function Choose({ attempt }: { readonly attempt: RegistrationAttempt }) {
  const { t } = useTranslation('registration');
  return (
    <StepPage step="plan" heading={t('step4.heading')} lead={t('step4.lead')} attempt={attempt} isWide>
      <PlanForm attempt={attempt} />
      {attempt.account_kind === 'organization' && (
        <p className={styles.larger}>
          {t('step4.larger')} <Link to={stepPaths.enterprise}>{t('step4.contact')}</Link>
        </p>
      )}
    </StepPage>
  );
}

function PlanForm({ attempt }: { readonly attempt: RegistrationAttempt }) {
  const { t } = useTranslation('registration');
  const { retry, ...loaded } = usePlans();
  const { values, type, form, isSending, failure } = usePlanChoice(attempt);
  if (loaded.status === 'loading') return <LoadingState />;
  if (loaded.status === 'failed') return <ErrorState error={loaded.failure} onRetry={retry} />;
  const choices = loaded.data.filter((plan) => plan.for.includes(attempt.account_kind));
  return (
    <form {...form}>
      <ChoiceCards
        legend={t('step4.legend')}
        isBesideOneAnother
        name="plan_name"
        chosen={z.parse(planName, values.plan_name)}
        onChoose={(value) => type('plan_name', value)}
        choices={choices.map((plan) => ({
          value: plan.name,
          title: plan.name,
          aside: <PlanPrice plan={plan} />,
          text: <PlanFacts plan={plan} />,
        }))}
      />
      <FormEnd label={t('field.next')} isSending={isSending} failure={failure} back={stepBefore.plan} />
    </form>
  );
}
