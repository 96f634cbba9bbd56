import { planFeatures, type PlanFeature } from '@parlance/shared/contract/access/access';
import type { Plan } from '@parlance/shared/contract/api/plans/plans';

/** The limits of a plan in the order of comparison. */
export const planLimits = [
  'seats',
  'agents',
  'dialogues_a_month',
  'storage_megabytes',
  'schedules',
] as const satisfies readonly (keyof Plan['limits'])[];
export type PlanLimit = (typeof planLimits)[number];

/** Returns whether a limit becomes larger or smaller; null if it stays. Unlimited (null) is more than any number. */
export function directionOf(from: number | null, to: number | null): 'more' | 'less' | null {
  if (from === to) return null;
  if (to === null) return 'more';
  return from === null || to < from ? 'less' : 'more';
}

export type Differences = {
  readonly gained: readonly PlanFeature[];
  readonly lost: readonly PlanFeature[];
  readonly limits: readonly {
    readonly limit: PlanLimit;
    readonly from: number | null;
    readonly to: number | null;
    readonly direction: 'more' | 'less';
  }[];
};

/** Returns the gains and losses of a change from one plan to another. */
export function differencesBetween(now: Plan, then: Plan): Differences {
  return {
    gained: planFeatures.filter((it) => then.features.includes(it) && !now.features.includes(it)),
    lost: planFeatures.filter((it) => now.features.includes(it) && !then.features.includes(it)),
    limits: planLimits.flatMap((limit) => {
      const [from, to] = [now.limits[limit], then.limits[limit]];
      const direction = directionOf(from, to);
      return direction === null ? [] : [{ limit, from, to, direction }];
    }),
  };
}

/** Returns the plans to choose from beside the present one: those for the same kinds of account. */
export const plansBeside = (plans: readonly Plan[], now: Plan): readonly Plan[] =>
  plans.filter((it) => it.for.some((kind) => now.for.includes(kind)));
