import { registrationStages } from '@parlance/shared/contract/api/registration-steps';

/** Where each step is, in the order in which they are taken. */
export const stepPaths = {
  start: '/terms/register',
  account: '/terms/register/step1',
  verification: '/terms/register/step2',
  token: '/terms/register/step2/token',
  names: '/terms/register/step3',
  plan: '/terms/register/step4',
  enterprise: '/terms/register/enterprise-contact-us',
  summary: '/terms/register/verify',
} as const;
export type Step = keyof typeof stepPaths;

/** The stage that somebody must have reached to be there (specification §4). */
export const stageOf: Readonly<Record<Step, number>> = {
  ...registrationStages,
  token: registrationStages.verification,
  enterprise: registrationStages.plan,
};

/** The step of each stage: its place in the list. */
const stepOfStage = ['start', 'account', 'verification', 'names', 'plan', 'summary'] as const;

/** The path of the step of a stage. A stage there is not leads to the nearest one. */
export function pathOfStage(stage: number): string {
  const nearest = Math.min(Math.max(Math.trunc(stage), 0), stepOfStage.length - 1);
  return stepPaths[stepOfStage[nearest] ?? 'start'];
}

/** Where Back leads: the step before, whatever has become of it. */
export const stepBefore = {
  account: stepPaths.start,
  verification: stepPaths.account,
  token: stepPaths.verification,
  names: stepPaths.verification,
  plan: stepPaths.names,
  enterprise: stepPaths.plan,
} as const;

export type Progress = { readonly step: number; readonly total: number };

/** How far a step is among those that this person takes; null for the start, which is before the first. */
export function progressAt(step: Step, isInvited: boolean): Progress | null {
  const stages = [registrationStages.account, registrationStages.verification, registrationStages.names, registrationStages.plan, registrationStages.summary];
  const taken = isInvited ? stages.filter((stage) => stage !== registrationStages.plan) : stages;
  const place = taken.findIndex((stage) => stage === stageOf[step]);
  return place === -1 ? null : { step: place + 1, total: taken.length };
}
