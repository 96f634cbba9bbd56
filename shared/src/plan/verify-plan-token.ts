import { createRemoteJWKSet, customFetch, jwtVerify, type FetchImplementation } from 'jose';
import {
  jwksPath,
  planClaims,
  planTokenAudience,
  planTokenIssuer,
  type PlanClaims,
} from '../contract/api/plans/plan.ts';
import { requestTimeout } from '../http/clients.ts';
import { takeEarly } from '../http/early.ts';
import { readPageConfig } from '../http/page-config.ts';
import { serverNow } from '../http/server-clock.ts';

/** Uses the keys that the page has requested early, if any. */
const fetchKeys: FetchImplementation = async (url, options) => {
  const early = takeEarly(url);
  return (early === null ? null : await Promise.race([early.answer, ended(options.signal)])) ?? fetch(url, options);
};

const ended = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));

let keys: { address: string; set: ReturnType<typeof createRemoteJWKSet> } | null = null;

/**
 * Returns the public keys of the main API. jose caches them, and fetches again when a token names an unknown key. They
 * get the timeout of any other request: without them a person has no feature of their plan.
 */
function publicKeys() {
  const { href: address } = new URL(`${readPageConfig().apiBase}${jwksPath}`, window.location.href);
  if (keys?.address !== address)
    keys = {
      address,
      set: createRemoteJWKSet(new URL(address), { timeoutDuration: requestTimeout, [customFetch]: fetchKeys }),
    };
  return keys.set;
}

/** Fetches the keys now. Verifying a token retries after a failure. */
export async function loadKeys(): Promise<void> {
  await publicKeys()
    .reload()
    .catch(() => undefined);
}

/** Returns the claims of a token that is valid in every respect; throws otherwise. */
export async function verifyToken(token: string, organizationId: string): Promise<PlanClaims> {
  const { payload } = await jwtVerify(token, publicKeys(), {
    algorithms: ['RS256'],
    issuer: planTokenIssuer,
    audience: planTokenAudience,
    // The issuer's clock counts: a computer a quarter of an hour ahead would leave its owner without any feature.
    currentDate: serverNow(),
  });
  const claims = planClaims.parse(payload);
  if (claims.organization_id !== organizationId) {
    throw new Error(`The plan token is for the organisation ${claims.organization_id}, not for ${organizationId}.`);
  }
  return claims;
}
