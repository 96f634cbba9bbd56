import type { PlanName } from '@parlance/shared/contract/api/plans/plans';

/** The plan every organisation starts with: a paid one is ordered afterwards, and granted with the payment. */
export const beginnersPlan: PlanName = 'Free!';
