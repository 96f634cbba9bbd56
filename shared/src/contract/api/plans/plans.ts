import * as z from '@parlance/shared/contract/schema';
import { planFeature } from '../../access/access.ts';
import { endpoint } from '../../endpoint.ts';

/** The plans (specification §3). `Free!` is written with its exclamation mark. */
export const planNames = ['Free!', 'personal', 'Team', 'Growth', 'business', 'Pro'] as const;
export const planName = z.enum(planNames);
export type PlanName = z.infer<typeof planName>;

/** The kinds of account: a person's own, or an organisation's. */
export const accountKinds = ['personal', 'organization'] as const;
export const accountKind = z.enum(accountKinds);
export type AccountKind = z.infer<typeof accountKind>;

/** A limit of a plan; null is unlimited. */
const limit = z.nullable(z.int());

/** A plan: its grants and its price. */
export const plan = z.object({
  name: planName,
  /** The kinds of account that can choose it. */
  for: z.array(accountKind),
  features: z.array(planFeature),
  limits: z.object({
    seats: limit,
    dialogues_a_month: limit,
    storage_megabytes: limit,
    agents: limit,
    schedules: limit,
  }),
  /** The price in hundredths of the currency, for the whole organisation; 0 is free of charge. */
  price_a_month: z.int(),
  /** The currency (ISO 4217). */
  currency: z.string(),
});
export type Plan = z.infer<typeof plan>;

/** Lists the plans, cheapest first, for anyone. */
export const listPlans = endpoint({
  method: 'GET',
  path: '/plans/v1/plans',
  requires: 'public',
  summary: 'The plans with what they grant and cost.',
  response: z.object({ items: z.array(plan) }),
});
