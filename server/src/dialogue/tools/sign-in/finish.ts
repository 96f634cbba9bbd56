import { exchangeAuthorization } from '@modelcontextprotocol/sdk/client/auth.js';
import { type CheckedFetch, boundedFetch } from './bounded-fetch.ts';
import type { Grant, PendingSignIn } from './grant.ts';
import { ClientUnknown, OAuthRefusal, signInDeclined, signInUnusable } from './sign-in-failure.ts';
import { grantOf, identifying, metadataOf, withTokenAnswers } from './token-requests.ts';

/** What the authorization server gave the browser (RFC 6749 §4.1.2, RFC 9207). */
type BroughtBack = {
  readonly code?: string | undefined;
  readonly error?: string | undefined;
  readonly error_description?: string | undefined;
  readonly iss?: string | undefined;
};

/**
 * The errors by which the person, or the authorization server for them, declines (OpenID Connect Core 1.0 §3.1.2.6).
 */
const declining = new Set([
  'access_denied',
  'account_selection_required',
  'consent_required',
  'interaction_required',
  'login_required',
]);
/** The errors of a code that is not taken; the latter is GitHub’s. */
const codeRefused = new Set(['invalid_grant', 'bad_verification_code']);

/**
 * Finishes a sign-in: exchanges the code for tokens. Throws tool_sign_in_declined, tool_sign_in_unusable (a
 * ClientUnknown if the client has to be registered anew), or an OutgoingFailure.
 */
export async function finishSignIn(
  { server, client, verifier, redirectUri, resource, scope }: PendingSignIn,
  { code, error, error_description: description = '', iss }: BroughtBack,
  fetch: CheckedFetch,
): Promise<Grant> {
  // Compared as it is written (RFC 9207 §2.4): the code of one server is not sent to another one.
  if (iss !== undefined && iss !== server.issuer)
    throw signInUnusable(`The browser was sent back by “${iss}”, and not by “${server.issuer}”.`);
  if (error !== undefined) {
    const said = description === '' ? error : `${error}: ${description}`;
    throw declining.has(error) ? signInDeclined(said) : signInUnusable(said);
  }
  if (server.namesItself && iss === undefined)
    throw signInUnusable('The authorization server did not name itself when it sent the browser back (iss).');
  if (code === undefined || code === '') throw signInUnusable('The browser was sent back without a code.');
  const secrets = [code, verifier, client.information.client_secret];
  try {
    const tokens = await exchangeAuthorization(server.issuer, {
      metadata: metadataOf(server),
      clientInformation: client.information,
      authorizationCode: code,
      codeVerifier: verifier,
      redirectUri,
      addClientAuthentication: identifying(client, server.authMethods),
      fetchFn: withTokenAnswers(boundedFetch(fetch)),
      ...(resource === null ? {} : { resource }),
    });
    const { issuer, tokenEndpoint, revocationEndpoint, authMethods } = server;
    return grantOf(tokens, { scope, issuer, client, resource, tokenEndpoint, revocationEndpoint, authMethods });
  } catch (refusal) {
    if (!(refusal instanceof OAuthRefusal)) throw refusal;
    if (codeRefused.has(refusal.code)) throw signInDeclined(refusal.said, secrets);
    throw refusal.code === 'invalid_client'
      ? new ClientUnknown(refusal.said, secrets)
      : signInUnusable(refusal.said, secrets);
  }
}
