import { planName } from '@parlance/shared/contract/api/plans/plans';
import {
  saveRegistrationPlan,
  type RegistrationAttempt,
} from '@parlance/shared/contract/api/registration/registration-steps';
import * as z from '@parlance/shared/contract/schema';
import { call } from '@parlance/shared/http';
import { useNavigate } from '@parlance/shared/router';
import { useForm, type FormState } from '../../fields/use-form.ts';
import { holdAttempt } from '../../registration/attempt-store.ts';
import { keepDraft, readDraft } from '../../registration/draft.ts';
import { stepPaths } from '../../registration/steps.ts';

const draft = 'plan.plan_name';

/** The chosen plan: the previous choice, or else the free plan. */
export function usePlanChoice(attempt: RegistrationAttempt): FormState<'plan_name'> {
  const navigate = useNavigate();
  const kept = z.safeParse(planName, readDraft(draft));
  return useForm<'plan_name'>({
    initial: { plan_name: kept.success ? kept.data : (attempt.plan_name ?? 'Free!') },
    check: () => ({}),
    keep: (_, value) => keepDraft(draft, value),
    send: async ({ plan_name: chosen }) => {
      const answered = await call(saveRegistrationPlan, { body: { plan_name: z.parse(planName, chosen) } });
      keepDraft(draft, null);
      holdAttempt(answered);
      await navigate(stepPaths.summary);
    },
  });
}
