import { listPlans, type Plan } from '@parlance/shared/contract/api/plans/plans';
import { call } from '@parlance/shared/http';
import type { Retried } from '@parlance/shared/loading';
import { useOnce } from '../../loading/use-once.ts';

/** The plans with what they grant and cost, cheapest first. */
export const usePlans = (): Retried<readonly Plan[]> => useOnce('plans', async () => (await call(listPlans, {})).items);
