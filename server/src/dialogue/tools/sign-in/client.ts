import { refreshAuthorization, registerClient } from '@modelcontextprotocol/sdk/client/auth.js';
import type { OAuthClientInformationFull } from '@modelcontextprotocol/sdk/shared/auth.js';
import { type CheckedFetch, objectIn, requireAnswering } from './bounded-fetch.ts';
import { clientMetadata } from './client-metadata.ts';
import type { AuthorizationServer, ClientAuthMethod, OAuthClient } from './grant.ts';
import { scopesOf } from './scopes.ts';
import { OAuthRefusal, signInUnusable } from './sign-in-failure.ts';
import { identifying, metadataOf, textIn, withTokenAnswers } from './token-requests.ts';

type Choice = {
  /** Set up at the authorization server by hand. */
  readonly given: { readonly clientId: string; readonly clientSecret: string | null } | null;
  /** Registered before. */
  readonly registered: OAuthClient | null;
  readonly redirectUri: string;
  /** The https address of the client metadata document; null if there is none that others could read. */
  readonly clientMetadataUrl: string | null;
  /** The scopes that will be asked for. */
  readonly scope: string;
};
type ChosenClient = { readonly client: OAuthClient; readonly isRegisteredAnew: boolean };

const idMaxLength = 2_000;
const secretMaxLength = 4_000;

/**
 * Returns the client for an authorization server, in the order of the MCP specification (2025-11-25, Client
 * Registration Approaches): set up by hand, by a client metadata document, registered dynamically (RFC 7591). A client
 * registered before is used as long as the server knows it.
 */
export async function clientFor(
  server: AuthorizationServer,
  { given, registered, redirectUri, clientMetadataUrl, scope }: Choice,
  fetch: CheckedFetch,
): Promise<ChosenClient> {
  const known = (information: OAuthClient['information']) => ({
    client: { issuer: server.issuer, information },
    isRegisteredAnew: false,
  });
  if (given !== null)
    return known({
      client_id: given.clientId,
      ...(given.clientSecret === null ? {} : { client_secret: given.clientSecret }),
    });
  if (clientMetadataUrl !== null && server.takesMetadataDocuments && isDocumentAddress(clientMetadataUrl))
    return known({ client_id: clientMetadataUrl });
  if (
    registered !== null &&
    isFor(registered, { server, redirectUri, scope }) &&
    (await isKnownAt(server, registered, fetch))
  )
    return { client: registered, isRegisteredAnew: false };
  const information = await register(server, redirectUri, scope, fetch);
  return { client: { issuer: server.issuer, information }, isRegisteredAnew: true };
}

/** True for https and a path, as the draft asks (draft-ietf-oauth-client-id-metadata-document). */
const isDocumentAddress = (address: string): boolean => {
  const url = URL.parse(address);
  return url !== null && url.protocol === 'https:' && url.pathname !== '/';
};

/** True if a registration is one with this server, for this address and these scopes, and has not expired. */
function isFor(
  { issuer, information }: OAuthClient,
  { server, redirectUri, scope }: { server: AuthorizationServer; redirectUri: string; scope: string },
): boolean {
  const { client_secret_expires_at: expires = 0 } = information;
  const { redirect_uris: redirects, scope: registeredFor } = information as Partial<OAuthClientInformationFull>; // both
  return (
    issuer === server.issuer &&
    (expires === 0 || expires * 1_000 > Date.now()) &&
    (redirects === undefined || redirects.includes(redirectUri)) &&
    (registeredFor === undefined || scopesOf(scope).every((wanted) => scopesOf(registeredFor).includes(wanted)))
  );
}

/**
 * True unless the authorization server says that it does not know the client. People would be shown an error there
 * and never come back, so it is asked before, by renewing what was never granted (RFC 6749 §5.2: the client is judged
 * first).
 */
async function isKnownAt(server: AuthorizationServer, client: OAuthClient, fetch: CheckedFetch): Promise<boolean> {
  try {
    await refreshAuthorization(server.issuer, {
      metadata: metadataOf(server),
      clientInformation: client.information,
      refreshToken: 'unknown',
      addClientAuthentication: identifying(client, server.authMethods),
      fetchFn: withTokenAnswers(fetch),
    });
    return true;
  } catch (error) {
    // Servers that renew nothing fail in ways of their own.
    return !(error instanceof OAuthRefusal && error.code === 'invalid_client');
  }
}

async function register(
  server: AuthorizationServer,
  redirectUri: string,
  scope: string,
  fetch: CheckedFetch,
): Promise<OAuthClientInformationFull> {
  const { registrationEndpoint } = server;
  if (registrationEndpoint === null)
    throw signInUnusable(
      'The authorization server registers no clients (registration_endpoint): one has to be set up there by hand.',
    );
  const sent = {
    metadata: { ...metadataOf(server), registration_endpoint: registrationEndpoint },
    clientMetadata: {
      ...clientMetadata({ origin: new URL(redirectUri).origin, redirectUri }),
      token_endpoint_auth_method: methodToAskFor(server.authMethods),
    },
    fetchFn: withRegistrationAnswers(fetch),
  };
  try {
    // Some servers let a client ask for the scopes that it has registered with alone; others know those of no resource.
    if (scope !== '') {
      const registered = await registerClient(server.issuer, { ...sent, scope }).catch(unlessMetadataRefused);
      if (registered !== null) return usableInformation(registered, redirectUri, scope);
    }
    return usableInformation(await registerClient(server.issuer, sent), redirectUri, null);
  } catch (error) {
    if (error instanceof OAuthRefusal)
      throw signInUnusable(`The authorization server does not register the client: ${error.said}`);
    throw error instanceof Error && 'issues' in error
      ? signInUnusable('The answer to the registration is not that of RFC 7591.')
      : error;
  }
}

function unlessMetadataRefused(error: unknown): null {
  if (error instanceof OAuthRefusal && ['invalid_client_metadata', 'invalid_scope'].includes(error.code)) return null;
  throw error;
}

/** A public client where the server takes one, or names nothing. */
function methodToAskFor(methods: readonly ClientAuthMethod[]): ClientAuthMethod {
  if (methods.length === 0 || methods.includes('none')) return 'none';
  return methods.includes('client_secret_basic') ? 'client_secret_basic' : 'client_secret_post';
}

/** Keeps what is needed of a registration. Throws tool_sign_in_unusable if it is not the one that was asked for. */
function usableInformation(
  {
    client_id: id,
    client_secret: secret,
    client_secret_expires_at: expires,
    redirect_uris: redirects,
    token_endpoint_auth_method: method,
  }: OAuthClientInformationFull,
  redirectUri: string,
  scope: string | null,
): OAuthClientInformationFull {
  if (!redirects.includes(redirectUri))
    throw signInUnusable('The authorization server has registered another redirect_uri.', [secret]);
  if (!isPrintable(id, idMaxLength) || (secret !== undefined && !isPrintable(secret, secretMaxLength)))
    throw signInUnusable('The authorization server has given a client_id or client_secret that cannot be used.');
  if (method !== undefined && !isKnownMethod(method))
    throw signInUnusable(`The authorization server wants clients to identify themselves by “${method}”.`, [secret]);
  if (secret === undefined && method?.startsWith('client_secret_') === true)
    throw signInUnusable('The authorization server wants a client_secret and has given none.');
  return {
    client_id: id,
    redirect_uris: [redirectUri],
    ...(scope === null ? {} : { scope }),
    ...(secret === undefined ? {} : { client_secret: secret }),
    ...(expires === undefined ? {} : { client_secret_expires_at: expires }),
    ...(method === undefined ? {} : { token_endpoint_auth_method: method }),
  };
}

const isPrintable = (text: string, maxLength: number) => text.length <= maxLength && /^[\x20-\x7e]+$/.test(text);
const isKnownMethod = (method: string) => ['none', 'client_secret_basic', 'client_secret_post'].includes(method);

/** Returns a fetch for registrations: an answer that is no JSON object, or an error, is told in our words. */
const withRegistrationAnswers =
  (fetch: CheckedFetch): CheckedFetch =>
  async (address, init) => {
    const answer = await fetch(address, init);
    requireAnswering(answer);
    const { status } = answer;
    const value = await objectIn(answer);
    if (value === null || typeof value['error'] === 'string')
      throw new OAuthRefusal(textIn(value?.['error']) || String(status), textIn(value?.['error_description']));
    if (status >= 300) throw new OAuthRefusal(String(status), '');
    return Response.json(value);
  };
