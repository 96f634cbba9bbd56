import type { PlanFeature } from '../contract/access/access.ts';
import { planFeatures } from '../contract/access/access.ts';
import type { PlanClaims } from '../contract/api/plans/plan.ts';

/**
 * jose weighs more than the rest of the session together, so it is fetched when there is a token to verify. By the name
 * of its chunk the web service has a page with a session ask for it before any script has run.
 */
const loadVerifier = () => import(/* webpackChunkName: "plan" */ './verify-plan-token.ts');

/**
 * The claims of a plan token that is signed with RS256 by a key of the main API, meant for this product and this
 * organisation, and in date; else null, with a warning in the console (specification §5, §8). Never throws.
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

/** Fetches ahead what verifying needs: the library and the keys. A failure shows when a token is verified. */
export function prepareVerification(): void {
  loadVerifier().then(
    ({ loadKeys }) => loadKeys(),
    () => undefined, // the chunk is asked for again, and the failure logged, by verifyPlanToken
  );
}

/** The features that a verified token grants; none without one. */
export function grantedFeatures(claims: PlanClaims | null): ReadonlySet<PlanFeature> {
  return new Set(planFeatures.filter((feature) => claims?.[feature] === true));
}
