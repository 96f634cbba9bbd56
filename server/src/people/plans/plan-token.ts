import { planFeatures } from '@parlance/shared/contract/access/access';
import { planTokenAudience, planTokenIssuer } from '@parlance/shared/contract/api/plans/plan';
import { SignJWT } from 'jose';
import type { Caller } from '../../platform/principal/caller.ts';
import type { PlanKeys } from './plan-keys.ts';

const validForSeconds = 15 * 60;
/** A token is given again while it has ten minutes left: a signature costs milliseconds of a processor. */
const givenAgainMs = 5 * 60 * 1000;
/** About a kilobyte each. */
const keptAtMost = 1000;

type Grants = Pick<Caller, 'organizationId' | 'features'>;
type CachedToken = { readonly signedAt: number; readonly token: Promise<string> };

/** By the keys that sign, for whom and what. Other features are another token. */
const kept = new WeakMap<PlanKeys, Map<string, CachedToken>>();

/**
 * What the plan grants, signed for the browser's guards; valid for 10 to 15 minutes. The server never reads it back: it
 * asks the plan table.
 */
export function planTokenFor(keys: PlanKeys, { organizationId, features }: Grants): Promise<string> {
  const tokens = kept.get(keys) ?? new Map<string, CachedToken>();
  kept.set(keys, tokens);
  const flags = planFeatures.map((feature) => features.has(feature));
  const key = [organizationId, ...flags].join();
  const found = tokens.get(key);
  // A clock that was put back makes a token that is not valid yet.
  const now = Date.now();
  const age = now - (found?.signedAt ?? 0);
  if (found !== undefined && age >= 0 && age < givenAgainMs) return found.token;
  const token = sign(keys, { organizationId, features }, Math.floor(now / 1000));
  tokens.delete(key);
  const [oldest] = tokens.keys();
  if (oldest !== undefined && tokens.size >= keptAtMost) tokens.delete(oldest);
  tokens.set(key, { signedAt: now, token });
  token.catch(() => tokens.delete(key)); // whoever asked hears of it
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
