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

/** The page may have asked for the keys already. */
const fetchKeys: FetchImplementation = async (url, options) => {
  const early = takeEarly(url);
  return (early === null ? null : await Promise.race([early.answer, ended(options.signal)])) ?? fetch(url, options);
};

const ended = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }));

let keys: { address: string; set: ReturnType<typeof createRemoteJWKSet> } | null = null;

/**
 * The public keys of the main API. jose keeps them, and fetches again when a token names a key it does not know. They
 * are waited for as any other answer is: without them a person has no feature of their plan.
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

/** The claims of a token that holds in every respect; throws where one does not. */
export async function verifyToken(token: string, organizationId: string): Promise<PlanClaims> {
  const { payload } = await jwtVerify(token, publicKeys(), {
    algorithms: ['RS256'],
    issuer: planTokenIssuer,
    audience: planTokenAudience,
    // By the clock that has written it: whose computer is a quarter of an hour ahead would have no feature of the plan.
    currentDate: serverNow(),
  });
  const claims = planClaims.parse(payload);
  if (claims.organization_id !== organizationId) {
    throw new Error(`The plan token is for the organisation ${claims.organization_id}, not for ${organizationId}.`);
  }
  return claims;
}
