/** The stages of a registration, by what is done there. A person may open their own stage and every earlier one. */
export const registrationStages = { start: 0, account: 1, verification: 2, names: 3, plan: 4, summary: 5 } as const;
type Stage = keyof typeof registrationStages;

/** Where each stage is done (specification §2). */
export const stagePaths = {
  start: '/terms/register',
  account: '/terms/register/step1',
  verification: '/terms/register/step2',
  names: '/terms/register/step3',
  plan: '/terms/register/step4',
  summary: '/terms/register/verify',
} as const satisfies Readonly<Record<Stage, string>>;

const inOrder = Object.values(stagePaths);

/** The path where a registration continues. An unknown stage, as of a later release, leads to the nearest one. */
export const pathOfStage = (stage: number): string =>
  inOrder[Math.min(Math.max(Math.trunc(stage), 0), inOrder.length - 1)] ?? stagePaths.start;
