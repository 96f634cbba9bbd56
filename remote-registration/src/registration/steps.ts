import { registrationStages, stagePaths } from '@parlance/shared/contract/api/registration/registration-stages';

/** The path of each step: those of the stages, and those beside one. */
export const stepPaths = {
  ...stagePaths,
  token: `${stagePaths.verification}/token`,
  enterprise: '/terms/register/enterprise-contact-us',
} as const;
export type Step = keyof typeof stepPaths;

/** The stage that a step requires (specification §4). */
export const stageOf: Readonly<Record<Step, number>> = {
  ...registrationStages,
  token: registrationStages.verification,
  enterprise: registrationStages.plan,
};

/** The step that Back leads to, whatever its state. */
export const stepBefore = {
  account: stepPaths.start,
  verification: stepPaths.account,
  token: stepPaths.verification,
  names: stepPaths.verification,
  plan: stepPaths.names,
  enterprise: stepPaths.plan,
} as const;

export type Progress = { readonly step: number; readonly total: number };

/** Returns the position of a step among those that this person takes; null for the start, which is before the first. */
export function progressAt(step: Step, isInvited: boolean): Progress | null {
  const stages = [
    registrationStages.account,
    registrationStages.verification,
    registrationStages.names,
    registrationStages.plan,
    registrationStages.summary,
  ];
  const taken = isInvited ? stages.filter((stage) => stage !== registrationStages.plan) : stages;
  const place = taken.findIndex((stage) => stage === stageOf[step]);
  return place === -1 ? null : { step: place + 1, total: taken.length };
}
