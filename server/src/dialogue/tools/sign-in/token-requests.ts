import { type AddClientAuthentication, selectClientAuthMethod } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthMetadata, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { type CheckedFetch, objectIn, requireAnswering } from './bounded-fetch.ts';
import type { AuthorizationServer, ClientAuthMethod, Grant, OAuthClient } from './grant.ts';
import { scopesOf } from './scopes.ts';
import { OAuthRefusal, signInUnusable } from './sign-in-failure.ts';

/** The length of a token that a request can carry: servers take 8 to 32 KB of headers. */
const tokenMaxLength = 16_000;
/** A token that is said to live longer is one whose end is not known. */
const livesAtMostSeconds = 10 * 366 * 86_400;

/** Returns metadata for the SDK, which sends the browser and the requests to its addresses. */
export const metadataOf = ({
  issuer,
  authorizationEndpoint = issuer,
  tokenEndpoint,
  authMethods,
}: Pick<AuthorizationServer, 'issuer' | 'tokenEndpoint' | 'authMethods'> &
  Partial<Pick<AuthorizationServer, 'authorizationEndpoint'>>): OAuthMetadata => ({
  issuer,
  authorization_endpoint: authorizationEndpoint,
  token_endpoint: tokenEndpoint,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
  ...(authMethods.length === 0 ? {} : { token_endpoint_auth_methods_supported: [...authMethods] }),
});

/**
 * Returns how a client identifies itself in a request (RFC 6749 §2.3.1). The SDK does not encode the parts of Basic, as
 * that section asks; and it knows no revocation.
 */
export const identifying =
  ({ information }: OAuthClient, authMethods: readonly ClientAuthMethod[]): AddClientAuthentication =>
  (headers, form) => {
    const { client_id: id, client_secret: secret } = information;
    const method = selectClientAuthMethod(information, [...authMethods]);
    if (method === 'client_secret_basic' && secret !== undefined) {
      const credentials = [id, secret].map((part) => new URLSearchParams({ part }).toString().slice('part='.length));
      return headers.set('authorization', `Basic ${Buffer.from(credentials.join(':')).toString('base64')}`);
    }
    form.set('client_id', id);
    if (method === 'client_secret_post' && secret !== undefined) form.set('client_secret', secret);
  };

/**
 * Returns a fetch for requests to a token endpoint, whose answers are as RFC 6749 §5.1 wants them: JSON, though some
 * answer with a form, or tell an error with status 200. Throws an OAuthRefusal for an error, tool_sign_in_unusable for
 * what is no answer of a token endpoint, and an OutgoingFailure if there is none. None of them has anything secret.
 */
export const withTokenAnswers =
  (fetch: CheckedFetch): CheckedFetch =>
  async (address, init) => {
    const answer = await fetch(address, init);
    requireAnswering(answer);
    const { status } = answer;
    if (status >= 300 && status < 400) throw signInUnusable('The token endpoint leads on to another address.');
    const value = await objectIn(answer);
    if (value !== null && typeof value['error'] === 'string' && value['error'] !== '')
      throw new OAuthRefusal(value['error'], textIn(value['error_description']));
    if (value === null || !answer.ok) throw signInUnusable(`The token endpoint answered ${status} without JSON.`);
    return Response.json(tokensIn(value));
  };

function tokensIn(value: Readonly<Record<string, unknown>>): OAuthTokens {
  const { access_token: access, token_type: type, expires_in: expires, refresh_token: refresh, scope } = value;
  if (!isToken(access)) throw signInUnusable('The token endpoint has given no access_token that can be sent.');
  // RFC 6749 §5.1 requires the type; a server that forgets it means this one.
  if (type !== undefined && textIn(type).toLowerCase() !== 'bearer')
    throw signInUnusable('The token endpoint has given a token of another type than Bearer (token_type).');
  const seconds = typeof expires === 'number' || typeof expires === 'string' ? Number(expires) : 0;
  return {
    access_token: access,
    token_type: 'Bearer',
    ...(seconds > 0 && seconds <= livesAtMostSeconds ? { expires_in: seconds } : {}),
    ...(isRefreshToken(refresh) ? { refresh_token: refresh } : {}),
    ...(typeof scope === 'string' ? { scope: scopesOf(scope).join(' ') } : {}),
  };
}

/** True for what a header can carry (RFC 6750 §2.1, less strict: any character that is seen). */
const isToken = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= tokenMaxLength && /^[\x21-\x7e]+$/.test(value);
/** True for what a form can carry (RFC 6749 appendix A.17). */
const isRefreshToken = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= tokenMaxLength && /^[\x20-\x7e]+$/.test(value);
/** Returns a text; anything else is an empty one. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the grant of these tokens. Scopes that were granted as asked for are not repeated (RFC 6749 §5.1). */
export const grantOf = (
  { access_token: accessToken, refresh_token: refreshToken, expires_in: seconds, scope }: OAuthTokens,
  asked: Omit<Grant, 'accessToken' | 'refreshToken' | 'expiresAt'>,
): Grant => ({
  ...asked,
  accessToken,
  refreshToken: refreshToken ?? null,
  expiresAt: seconds === undefined ? null : new Date(Date.now() + seconds * 1_000).toISOString(),
  scope: scope === undefined || scope === '' ? asked.scope : scope,
});
