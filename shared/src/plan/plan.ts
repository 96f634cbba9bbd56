import type { PlanFeature } from '../contract/access/access.ts';
import { planFeatures } from '../contract/access/access.ts';
import type { PlanClaims } from '../contract/api/plans/plan.ts';

/**
 * Loads jose, which weighs more than the rest of the session together, once there is a token to verify. By the chunk's
 * name the web service has a page with a session preload it before any script has run.
 */
const loadVerifier = () => import(/* webpackChunkName: "plan" */ './verify-plan-token.ts');

/**
 * Returns the claims of a plan token that is signed with RS256 by a key of the main API, issued for this product and
 * this organisation, and in date; else null, with a warning in the console (specification §5, §8). Never throws.
 */
export async function verifyPlanToken(token: string, organizationId: string): Promise<PlanClaims | null> {
  try {
    const { verifyToken: verify } = await loadVerifier();
    return await verify(token, organizationId);
  } catch (error) {
    console.warn('The plan token could not be verified, so no feature of the plan is on.', error);
    return null;
  }
}

/** Prefetches the library and the keys for verification. A failure surfaces when a token is verified. */
export function prepareVerification(): void {
  loadVerifier().then(
    ({ loadKeys }) => loadKeys(),
    () => undefined, // verifyPlanToken requests the chunk again and logs the failure
  );
}

/** Returns the features that a verified token grants; none without one. */
export function grantedFeatures(claims: PlanClaims | null): ReadonlySet<PlanFeature> {
  return new Set(planFeatures.filter((feature) => claims?.[feature] === true));
}
