import { refreshAuthorization } from '@modelcontextprotocol/sdk/client/auth.js';
import { shown } from '../../../platform/language-models/provider-words.ts';
import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts';
import { type CheckedFetch, boundedFetch } from './bounded-fetch.ts';
import { type Grant, GrantRefused } from './grant.ts';
import { OAuthRefusal } from './sign-in-failure.ts';
import { grantOf, identifying, metadataOf, withTokenAnswers } from './token-requests.ts';

/** The errors of a server that may answer otherwise a little later. */
const passing = new Set(['server_error', 'slow_down', 'temporarily_unavailable', 'too_many_requests']);

/**
 * Renews the tokens of a grant (RFC 6749 §6). A refresh token that the server does not replace stays. Throws a
 * GrantRefused if the grant is over. It is kept after any other error: an OutgoingFailure if the server is not to be
 * reached, or tool_sign_in_unusable if its answer is useless.
 */
export async function renewGrant(grant: Grant, fetch: CheckedFetch): Promise<Grant> {
  const { refreshToken, client, issuer, resource, authMethods } = grant;
  if (refreshToken === null) throw new GrantRefused(null);
  try {
    const tokens = await refreshAuthorization(issuer, {
      metadata: metadataOf(grant),
      clientInformation: client.information,
      refreshToken,
      addClientAuthentication: identifying(client, authMethods),
      fetchFn: withTokenAnswers(boundedFetch(fetch)),
      ...(resource === null ? {} : { resource }),
    });
    return grantOf(tokens, grant);
  } catch (error) {
    if (!(error instanceof OAuthRefusal)) throw error;
    throw passing.has(error.code)
      ? new OutgoingFailure('address_unreachable', 'The authorization server cannot renew the grant now.')
      : new GrantRefused(shown(error.code, [refreshToken, grant.accessToken, client.information.client_secret]));
  }
}

/**
 * Revokes the tokens of a grant (RFC 7009), where the authorization server offers that. It is tried once: a server that
 * fails keeps nobody from signing out.
 */
export async function revokeGrant(grant: Grant, fetch: CheckedFetch): Promise<void> {
  const { accessToken, refreshToken, revocationEndpoint, client, authMethods } = grant;
  if (revocationEndpoint === null) return;
  const bounded = boundedFetch(fetch);
  const revoke = async (token: string, hint: string) => {
    const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' });
    const form = new URLSearchParams({ token, token_type_hint: hint });
    await identifying(client, authMethods)(headers, form, revocationEndpoint);
    await bounded(revocationEndpoint, { method: 'POST', headers, body: form, redirect: 'manual' });
  };
  // A server that revokes the refresh token may have revoked the other one with it.
  if (refreshToken !== null) await revoke(refreshToken, 'refresh_token').catch(() => undefined);
  await revoke(accessToken, 'access_token').catch(() => undefined);
}
