import { planFeatures } from '@parlance/shared/contract/access';
import { planTokenAudience, planTokenIssuer } from '@parlance/shared/contract/api/plan';
import { SignJWT } from 'jose';
import type { Caller } from '../../plugins/caller.ts';
import type { PlanKeys } from './plan-keys.ts';

const validFor = '15m';

/** What the plan grants, signed for the browser's guards. The server never reads it back: it asks the plan table. */
export function signPlanToken(keys: PlanKeys, caller: Pick<Caller, 'organizationId' | 'features'>): Promise<string> {
  const flags = Object.fromEntries(planFeatures.map((feature) => [feature, caller.features.has(feature)]));
  return new SignJWT({ ...flags, organization_id: caller.organizationId })
    .setProtectedHeader({ alg: 'RS256', kid: keys.kid, typ: 'JWT' })
    .setIssuer(planTokenIssuer)
    .setAudience(planTokenAudience)
    .setIssuedAt()
    .setExpirationTime(validFor)
    .sign(keys.signingKey);
}
