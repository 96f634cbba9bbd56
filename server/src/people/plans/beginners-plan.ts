import type { PlanName } from '@parlance/shared/contract/api/plans/plans';

/** What every organisation begins with: a plan that costs something is ordered afterwards, and granted when it is. */
export const beginnersPlan: PlanName = 'Free!';
