import { listPlans, type Plan } from '@parlance/shared/contract/api/plans/plans';
import { call } from '@parlance/shared/http';
import type { Retried } from '@parlance/shared/loading';
import { useOnce } from '../../loading/use-once.ts';

/** Loads the plans with their grants and prices, cheapest first. */
export const usePlans = (): Retried<readonly Plan[]> => useOnce('plans', async () => (await call(listPlans, {})).items);
