import { randomBytes } from 'node:crypto';
import { startAuthorization } from '@modelcontextprotocol/sdk/client/auth.js';
import { type CheckedFetch, boundedFetch } from './bounded-fetch.ts';
import { clientFor } from './client.ts';
import { discoverSignIn } from './discovery.ts';
import type { OAuthClient, PendingSignIn } from './grant.ts';
import { scopeToAsk } from './scopes.ts';
import { metadataOf } from './token-requests.ts';

type Beginning = {
  /** The address of the MCP server. */
  readonly serverUrl: string;
  /** The client that was set up at the authorization server by hand; null without one. */
  readonly given: { readonly clientId: string; readonly clientSecret: string | null } | null;
  /** The client that was registered before; null without one. */
  readonly registered: OAuthClient | null;
  /** Where the authorization server sends the browser back to. */
  readonly redirectUri: string;
  /** The https address of the client metadata document; null if this installation has none. */
  readonly clientMetadataUrl: string | null;
  /** The scopes to ask for beside those that the server names: of the grant so far, and those that a call lacked. */
  readonly wantedScope: string;
  readonly fetch: CheckedFetch;
};

type BegunSignIn = {
  /** The address that the browser has to open, http or https. */
  readonly address: string;
  /** What the browser brings back with the code (RFC 6749 §4.1.1): 256 bits. */
  readonly state: string;
  readonly pending: PendingSignIn;
  readonly client: OAuthClient;
  /** True if `client` is to be kept for the next sign-in. */
  readonly isRegisteredAnew: boolean;
};

/**
 * Begins the sign-in of a person to an MCP server (MCP specification of 2025-11-25, Authorization; OAuth 2.1 with
 * PKCE). Loads the SDK’s client: import it where it is used. Throws tool_sign_in_unusable, or an OutgoingFailure.
 */
export async function beginSignIn({
  serverUrl,
  redirectUri,
  wantedScope,
  fetch,
  ...clients
}: Beginning): Promise<BegunSignIn> {
  const bounded = boundedFetch(fetch);
  const { server, resource, ...scopes } = await discoverSignIn(serverUrl, bounded);
  const scope = scopeToAsk({ ...scopes, wanted: wantedScope });
  const { client, isRegisteredAnew } = await clientFor(server, { ...clients, redirectUri, scope }, bounded);
  const state = randomBytes(32).toString('base64url');
  const { authorizationUrl, codeVerifier } = await startAuthorization(server.issuer, {
    metadata: metadataOf(server),
    clientInformation: client.information,
    redirectUrl: redirectUri,
    state,
    ...(scope === '' ? {} : { scope }),
    ...(resource === null ? {} : { resource }),
  });
  const pending = { server, client, verifier: codeVerifier, redirectUri, resource, scope };
  return { address: authorizationUrl.href, state, pending, client, isRegisteredAnew };
}
