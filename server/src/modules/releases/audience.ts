import { createHash } from 'node:crypto';
import type { PlanFeature } from '@parlance/shared/contract/access';
import type { Audience } from '@parlance/shared/contract/api/releases';

/** Whose page it is, as the server knows it by the session; null where there is none. */
export type Visitor = { readonly organizationId: string; readonly planName: string; readonly features: ReadonlySet<PlanFeature> } | null;

/** Whether an organisation gets a canary. Nothing that a request says of itself is asked: only whose session it is. */
export function isInAudience({ percent, organizations, plans }: Audience, { remote, version }: { readonly remote: string; readonly version: string }, visitor: Visitor): boolean {
  if (visitor === null) return false;
  const { organizationId, planName } = visitor;
  return organizations.includes(organizationId) || plans.includes(planName) || shareOf(`${remote} ${version} ${organizationId}`) < percent;
}

/** From 0 up to 100, the same for the same text, and evenly spread over many. */
const shareOf = (text: string): number => (createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32) * 100;
