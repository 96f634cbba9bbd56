import { buildDiscoveryUrls, discoverOAuthProtectedResourceMetadata } from '@modelcontextprotocol/sdk/client/auth.js';
import { checkResourceAllowed } from '@modelcontextprotocol/sdk/shared/auth-utils.js';
import {
  type OAuthMetadata,
  type OAuthProtectedResourceMetadata,
  OAuthMetadataSchema,
} from '@modelcontextprotocol/sdk/shared/auth.js';
import { LATEST_PROTOCOL_VERSION } from '@modelcontextprotocol/sdk/types.js';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { isObject } from '../schema/json.ts';
import { type CheckedFetch, requireAnswering } from './bounded-fetch.ts';
import { type BearerChallenge, bearerChallengeOf } from './challenge.ts';
import type { AuthorizationServer } from './grant.ts';
import { signInUnusable } from './sign-in-failure.ts';
import { type SignInKind, usableServer } from './usable-server.ts';

/** What is known of the sign-in to a server before anybody has signed in. */
export type DiscoveredSignIn = {
  readonly server: AuthorizationServer;
  /** The resource indicator, as the server writes it; null if it describes itself nowhere. */
  readonly resource: string | null;
  /** The scopes of its challenge; empty without one. */
  readonly challenged: string;
  /** The scopes that it supports, and those that its authorization server does. */
  readonly ofServer: readonly string[];
  readonly ofAuthorizationServer: readonly string[];
};

/**
 * Finds out how people sign in to an MCP server (specification of 2025-11-25, Authorization Server Discovery): by
 * what it says to a request without a token, by its protected resource metadata (RFC 9728) and by the metadata of its
 * authorization server (RFC 8414, OpenID Connect Discovery 1.0). A server without the former is its own authorization
 * server, as in the specification of 2025-03-26. Throws tool_sign_in_unusable, or an OutgoingFailure.
 */
export async function discoverSignIn(
  serverUrl: string,
  fetch: CheckedFetch,
  kind: SignInKind = 'person',
): Promise<DiscoveredSignIn> {
  const challenge = await askedWithoutToken(serverUrl, fetch);
  const described = await describedResource(serverUrl, challenge, fetch);
  if (
    described !== null &&
    !checkResourceAllowed({ requestedResource: serverUrl, configuredResource: described.resource })
  )
    throw signInUnusable(`The protected resource metadata is of “${described.resource}”, another server.`);
  const named = described?.authorization_servers?.[0];
  const issuer = named ?? new URL('/', serverUrl).href;
  const metadata = await describedServer(issuer, fetch);
  if (metadata === null && (named !== undefined || challenge === null))
    throw signInUnusable(
      named === undefined
        ? 'The server asks for no sign-in, and there is no metadata of an authorization server.'
        : `There is no metadata of the authorization server “${issuer}”.`,
    );
  return {
    server: usableServer(metadata ?? usualEndpoints(issuer), { issuer, serverUrl, kind }),
    resource: described?.resource ?? null,
    challenged: challenge?.scope ?? '',
    ofServer: described?.scopes_supported ?? [],
    ofAuthorizationServer: metadata?.scopes_supported ?? [],
  };
}

/** Asks what every client asks first. Returns the challenge; null if the server answers without one. */
async function askedWithoutToken(serverUrl: string, fetch: CheckedFetch): Promise<BearerChallenge | null> {
  const accept = 'application/json, text/event-stream';
  const initialize = {
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: {
      protocolVersion: LATEST_PROTOCOL_VERSION,
      capabilities: {},
      clientInfo: { name: 'parlance', version: '1.0.0' },
    },
  };
  const answer = await fetch(serverUrl, {
    method: 'POST',
    headers: { accept, 'content-type': 'application/json' },
    body: JSON.stringify(initialize),
  });
  if (isRefusal(answer)) return challengeOf(answer);
  if (answer.ok) return null;
  // Servers of the older transport take no POST at their address.
  const opened = await fetch(serverUrl, { headers: { accept: 'text/event-stream' } });
  return isRefusal(opened) ? challengeOf(opened) : null;
}

const isRefusal = ({ status }: Response) => status === 401 || status === 403;
const challengeOf = (answer: Response): BearerChallenge =>
  bearerChallengeOf(answer) ?? { resourceMetadata: null, scope: '', error: null };

/** Reads the protected resource metadata; null if there is none. */
async function describedResource(
  serverUrl: string,
  challenge: BearerChallenge | null,
  fetch: CheckedFetch,
): Promise<OAuthProtectedResourceMetadata | null> {
  const named = challenge?.resourceMetadata ?? null;
  if (named !== null && !URL.canParse(named))
    throw signInUnusable(`The challenge names “${named}” as metadata, which is no address.`);
  try {
    return await discoverOAuthProtectedResourceMetadata(
      serverUrl,
      named === null ? {} : { resourceMetadataUrl: named },
      ofDocuments(fetch),
    );
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const fault = faultOf(error);
    if (fault !== null) throw signInUnusable(`The protected resource metadata cannot be used: ${fault}`);
    if (named !== null) throw signInUnusable(`There is no protected resource metadata at “${named}”.`);
    return null;
  }
}

/** Reads the metadata of an authorization server; null if there is none. */
async function describedServer(issuer: string, fetch: CheckedFetch): Promise<OAuthMetadata | null> {
  const documents = ofDocuments(fetch);
  const headers = { accept: 'application/json', 'mcp-protocol-version': LATEST_PROTOCOL_VERSION };
  for (const { url } of buildDiscoveryUrls(issuer)) {
    const answer = await documents(url, { headers });
    if (!answer.ok) continue;
    // The SDK's own function forgets what OpenID Connect Discovery does not define, such as RFC 9207 and RFC 7009.
    const read = OAuthMetadataSchema.safeParse(await answer.json());
    if (read.success) return read.data;
    throw signInUnusable(`The metadata of the authorization server cannot be used: ${faultOf(read.error) ?? ''}`);
  }
  return null;
}

/** Returns a fetch for which what is no JSON object is not there: many web servers answer any path with a page. */
const ofDocuments =
  (fetch: CheckedFetch): CheckedFetch =>
  async (address, init) => {
    const answer = await fetch(address, init);
    requireAnswering(answer);
    if (!answer.ok) return answer;
    const text = await answer.text();
    return isObject(jsonOf(text)) ? new Response(text) : new Response(null, { status: 404 });
  };

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Says what zod found first; null for another error. */
function faultOf(error: unknown): string | null {
  if (!(error instanceof Error) || !('issues' in error) || !Array.isArray(error.issues)) return null;
  const [first] = error.issues as { path?: readonly PropertyKey[]; message?: string }[]; // zod's own
  return `${(first?.path ?? []).map(String).join('.')}: ${first?.message ?? ''}`;
}

/** The endpoints of a server without metadata (MCP specification of 2025-03-26, Fallbacks). */
const usualEndpoints = (issuer: string): OAuthMetadata => ({
  issuer,
  authorization_endpoint: new URL('/authorize', issuer).href,
  token_endpoint: new URL('/token', issuer).href,
  registration_endpoint: new URL('/register', issuer).href,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
});
