import * as z from '@parlance/shared/contract/schema';
import { decide, requirementValues, type Requirement, type Subject } from '../contract/access/access.ts';

/** Strict: an unknown field may be the one that should have denied. */
const requirement = z.strictObject({
  role: z.optional(z.enum(requirementValues.role)),
  feature: z.optional(z.enum(requirementValues.feature)),
  workspace: z.optional(z.enum(requirementValues.workspace)),
  registration: z.optional(z.enum(requirementValues.registration)),
});

/**
 * Parses the requirement of a screen of a built remote. `null` means that this version does not understand it, which is
 * denied: an unknown feature of a newer remote is one this plan does not grant.
 */
export function readRequirement(value: unknown): 'public' | Requirement | null {
  if (value === undefined) return {};
  if (value === 'public') return 'public';
  const read = requirement.safeParse(value);
  // zod types an absent field as possibly undefined; JSON has no undefined, so the exact type holds.
  return read.success ? (read.data as Requirement) : null;
}

/**
 * A member of an active workspace with no role and no feature: any screen they may open, every signed-in member may.
 */
export const plainMember: Subject = {
  isAdmin: false,
  isOwner: false,
  workspaceStatus: 'ACTIVE',
  features: new Set(),
  planName: '',
  statements: [],
  registration: { isCompleted: true, stage: 5 },
};

/**
 * Says whether a screen requires nothing beyond a session, so that its files may be fetched before the person is known.
 */
export const asksOnlyForASession = (requires: ReturnType<typeof readRequirement>): boolean =>
  requires === 'public' || (requires !== null && decide(requires, plainMember).allowed);
