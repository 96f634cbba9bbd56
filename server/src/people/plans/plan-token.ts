import { planFeatures } from '@parlance/shared/contract/access/access';
import { planTokenAudience, planTokenIssuer } from '@parlance/shared/contract/api/plans/plan';
import { SignJWT } from 'jose';
import type { Caller } from '../../platform/principal/caller.ts';
import type { PlanKeys } from './plan-keys.ts';

const validForSeconds = 15 * 60;
/** The time a token is reused, while it has ten minutes left: a signature costs milliseconds of a processor. */
const givenAgainMs = 5 * 60 * 1000;
/** The maximal number of cached tokens, of about a kilobyte each. */
const keptAtMost = 1000;

type Grants = Pick<Caller, 'organizationId' | 'features'>;
type CachedToken = { readonly signedAt: number; readonly token: Promise<string> };

/** Cached tokens by signing keys, organisation and features. Other features make another token. */
const kept = new WeakMap<PlanKeys, Map<string, CachedToken>>();

/**
 * Returns the grants of the plan, signed for the browser's guards and valid for 10 to 15 minutes. The server never
 * reads it back but queries the plan table.
 */
export function planTokenFor(keys: PlanKeys, { organizationId, features }: Grants): Promise<string> {
  const tokens = kept.get(keys) ?? new Map<string, CachedToken>();
  kept.set(keys, tokens);
  const flags = planFeatures.map((feature) => features.has(feature));
  const key = [organizationId, ...flags].join();
  const found = tokens.get(key);
  // A clock that was set back makes tokens that are not valid yet.
  const now = Date.now();
  const age = now - (found?.signedAt ?? 0);
  if (found !== undefined && age >= 0 && age < givenAgainMs) return found.token;
  const token = sign(keys, { organizationId, features }, Math.floor(now / 1000));
  tokens.delete(key);
  const [oldest] = tokens.keys();
  if (oldest !== undefined && tokens.size >= keptAtMost) tokens.delete(oldest);
  tokens.set(key, { signedAt: now, token });
  token.catch(() => tokens.delete(key)); // the caller handles the failure
  return token;
}

function sign(keys: PlanKeys, { organizationId, features }: Grants, atSeconds: number): Promise<string> {
  const flags = Object.fromEntries(planFeatures.map((feature) => [feature, features.has(feature)]));
  return new SignJWT({ ...flags, organization_id: organizationId })
    .setProtectedHeader({ alg: 'RS256', kid: keys.kid, typ: 'JWT' })
    .setIssuer(planTokenIssuer)
    .setAudience(planTokenAudience)
    .setIssuedAt(atSeconds)
    .setExpirationTime(atSeconds + validForSeconds)
    .sign(keys.signingKey);
}
