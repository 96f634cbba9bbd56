import * as z from '@parlance/shared/contract/schema';
import { planFeature, workspaceStatus } from '../access.ts';
import { endpoint } from '../endpoint.ts';

/**
 * What a plan limits. `seats` and `agents` are counted; `dialogues` are those begun in the running calendar month (UTC);
 * `storage` is the size of all files in bytes.
 */
export const meterKind = z.enum(['seats', 'agents', 'dialogues', 'storage']);
export type MeterKind = z.infer<typeof meterKind>;

export const meter = z.object({
  kind: meterKind,
  used: z.number(),
  /** Null is without limit. */
  limit: z.nullable(z.number()),
  /** When `used` begins again at nothing; null where it never does. */
  resets_at: z.nullable(z.iso.datetime()),
});
export type Meter = z.infer<typeof meter>;

export const subscription = z.object({
  plan_name: z.string(),
  workspace_status: workspaceStatus,
  /** What the plan grants, fresh from the table of plans. */
  features: z.array(planFeature),
  meters: z.array(meter),
});
export type Subscription = z.infer<typeof subscription>;

/** The plan of the caller's organisation and what is used of it. Specification §5: the flag subscription_manager is not asked for. */
export const getSubscription = endpoint({
  method: 'GET',
  path: '/subscription/v1/subscription',
  requires: { role: 'admin', workspace: 'owner-when-expired' },
  summary: 'The plan of the caller’s organisation and what is used of it.',
  response: subscription,
});
