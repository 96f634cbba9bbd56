import * as z from 'zod/mini';
import { planFeature, type Requirement } from '../contract/access.ts';

/** Strict: a field this version does not know may be the one that should have denied. */
const requirement = z.strictObject({
  role: z.optional(z.enum(['admin', 'owner'])),
  feature: z.optional(planFeature),
  workspace: z.optional(z.enum(['active', 'owner-when-expired', 'any'])),
  registration: z.optional(z.enum(['complete', 'any'])),
});

/**
 * What a screen of a built remote requires. `null` means that this version does not understand it, and what is not
 * understood is denied: an unknown feature of a newer remote is one this plan does not grant.
 */
export function readRequirement(value: unknown): 'public' | Requirement | null {
  if (value === undefined) return {};
  if (value === 'public') return 'public';
  const read = requirement.safeParse(value);
  // zod types an absent field as possibly undefined; JSON has no undefined, so the exact type holds.
  return read.success ? (read.data as Requirement) : null;
}
