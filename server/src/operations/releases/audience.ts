import { createHash } from 'node:crypto';
import type { PlanFeature } from '@parlance/shared/contract/access/access';
import type { Audience } from '@parlance/shared/contract/api/releases/releases';
import type { PointerRow, ReleaseRow } from './repository.ts';

/** The owner of the session that requests a page; null without one. */
export type Visitor = {
  readonly organizationId: string;
  readonly planName: string;
  readonly features: ReadonlySet<PlanFeature>;
} | null;

/**
 * Says whether an organisation gets a canary. Decided by the owner of the session only, and by nothing the request
 * claims.
 */
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

/** Maps a text to a number from 0 up to 100, deterministic and evenly distributed. */
const shareOf = (text: string): number => (createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32) * 100;

/** True if a remote is switched off for a visitor. */
export const isOffFor = ({ is_off, feature }: Pick<PointerRow, 'is_off' | 'feature'>, visitor: Visitor): boolean =>
  is_off || (feature !== null && visitor?.features.has(feature) !== true);

type Servable = Pick<ReleaseRow, 'id' | 'remote' | 'version' | 'withdrawn_at'>;

/**
 * Returns the release for a visitor, from the servable ones of a remote, newest first: the canary if they are in its
 * audience, otherwise the one the pointer names; if that cannot be served, the newest before it. Undefined if the built
 * one is served.
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
