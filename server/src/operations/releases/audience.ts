import { createHash } from 'node:crypto';
import type { PlanFeature } from '@parlance/shared/contract/access/access';
import type { Audience } from '@parlance/shared/contract/api/releases/releases';
import type { PointerRow, ReleaseRow } from './repository.ts';

/** Whose page it is, as the server knows it by the session; null where there is none. */
export type Visitor = {
  readonly organizationId: string;
  readonly planName: string;
  readonly features: ReadonlySet<PlanFeature>;
} | null;

/** Whether an organisation gets a canary. Nothing that a request says of itself is asked: only whose session it is. */
export function isInAudience(
  { percent, organizations, plans }: Audience,
  { remote, version }: { readonly remote: string; readonly version: string },
  visitor: Visitor,
): boolean {
  if (visitor === null) return false;
  const { organizationId, planName } = visitor;
  return (
    organizations.includes(organizationId) ||
    plans.includes(planName) ||
    shareOf(`${remote} ${version} ${organizationId}`) < percent
  );
}

/** From 0 up to 100, the same for the same text, and evenly spread over many. */
const shareOf = (text: string): number => (createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32) * 100;

/** Whether a remote is switched off for a visitor. */
export const isOffFor = ({ is_off, feature }: Pick<PointerRow, 'is_off' | 'feature'>, visitor: Visitor): boolean =>
  is_off || (feature !== null && visitor?.features.has(feature) !== true);

type Servable = Pick<ReleaseRow, 'id' | 'remote' | 'version' | 'withdrawn_at'>;

/**
 * Of the releases of a remote that can be served, the newest first, the one for a visitor: the canary where they are of
 * its audience, else the release that the pointer names; where that one cannot be served, the newest before it.
 * Undefined where what was built is served.
 */
export function releaseFor<Release extends Servable>(
  pointer: PointerRow,
  own: readonly Release[],
  visitor: Visitor,
): Release | undefined {
  const { release_id: id, canary_id, canary_audience: audience } = pointer;
  const canary =
    audience === null
      ? undefined
      : own.find((release) => release.id === canary_id && isInAudience(audience, release, visitor));
  if (canary !== undefined || id === null) return canary;
  return (
    own.find((release) => release.id === id) ??
    own.find((release) => release.withdrawn_at === null && release.id !== canary_id)
  );
}
