/** The stages of a registration. A person may open their own stage and every earlier one. */
export const registrationStages = { start: 0, account: 1, verification: 2, names: 3, plan: 4, summary: 5 } as const;
type Stage = keyof typeof registrationStages;

/** The path of each stage (specification §2). */
export const stagePaths = {
  start: '/terms/register',
  account: '/terms/register/step1',
  verification: '/terms/register/step2',
  names: '/terms/register/step3',
  plan: '/terms/register/step4',
  summary: '/terms/register/verify',
} as const satisfies Readonly<Record<Stage, string>>;

const inOrder = Object.values(stagePaths);

/**
 * Returns the path where a registration continues. An unknown stage, as of a later release, leads to the nearest one.
 */
export const pathOfStage = (stage: number): string =>
  inOrder[Math.min(Math.max(Math.trunc(stage), 0), inOrder.length - 1)] ?? stagePaths.start;
