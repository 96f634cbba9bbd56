import type { OAuthMetadata } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { AuthorizationServer, ClientAuthMethod } from './grant.ts';
import { signInUnusable } from './sign-in-failure.ts';

const addressMaxLength = 2_000;
/** Who gets tokens: a person who signs in, or the client itself (RFC 6749 §4.1, §4.4). */
export type SignInKind = 'person' | 'client';
const authMethods: Readonly<Record<SignInKind, readonly ClientAuthMethod[]>> = {
  person: ['none', 'client_secret_basic', 'client_secret_post'],
  client: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
};

type Origin = {
  /** The address by which the MCP server names the authorization server. */
  readonly issuer: string;
  readonly serverUrl: string;
  readonly kind: SignInKind;
};

/**
 * Returns what is kept of an authorization server’s metadata. Throws tool_sign_in_unusable if nobody could sign in
 * there, or not safely: PKCE with S256 has to be announced (MCP specification of 2025-11-25, Authorization Code
 * Protection).
 */
export function usableServer(metadata: OAuthMetadata, { issuer, serverUrl, kind }: Origin): AuthorizationServer {
  if (!isOfHost(metadata.issuer, issuer))
    throw signInUnusable(`The metadata of the authorization server “${issuer}” is that of “${metadata.issuer}”.`);
  if (kind === 'person') requireCodes(metadata);
  else if (metadata.grant_types_supported !== undefined && !offers(metadata, 'grant_types_supported', clientGrant))
    throw signInUnusable('The authorization server gives a client no tokens of its own (grant_types_supported).');
  const named = metadata.token_endpoint_auth_methods_supported ?? [];
  const known = authMethods[kind].filter((method) => named.includes(method));
  if (named.length > 0 && known.length === 0)
    throw signInUnusable(
      kind === 'person'
        ? 'The authorization server takes no client without a key (token_endpoint_auth_methods_supported).'
        : 'The authorization server takes neither a secret nor a key (token_endpoint_auth_methods_supported).',
    );
  const isPlain = new URL(serverUrl).protocol === 'http:';
  const endpoint = (field: string) => endpointOf(metadata[field], field, isPlain);
  const needed = (field: string) => {
    const address = endpoint(field);
    if (address === null) throw signInUnusable(`The authorization server names no ${field}.`);
    return address;
  };
  return {
    issuer: metadata.issuer,
    authorizationEndpoint: kind === 'person' ? needed('authorization_endpoint') : metadata.issuer,
    tokenEndpoint: needed('token_endpoint'),
    registrationEndpoint: endpoint('registration_endpoint'),
    revocationEndpoint: endpoint('revocation_endpoint'),
    authMethods: known,
    namesItself: metadata['authorization_response_iss_parameter_supported'] === true,
    takesMetadataDocuments: metadata.client_id_metadata_document_supported === true,
  };
}

const clientGrant = 'client_credentials';

function offers(metadata: OAuthMetadata, field: string, wanted: string): boolean {
  const offered = metadata[field];
  return Array.isArray(offered) && offered.includes(wanted);
}

function requireCodes(metadata: OAuthMetadata): void {
  if (!offers(metadata, 'response_types_supported', 'code'))
    throw signInUnusable('The authorization server offers no authorization codes (response_types_supported).');
  if (metadata.grant_types_supported !== undefined && !offers(metadata, 'grant_types_supported', 'authorization_code'))
    throw signInUnusable('The authorization server offers no authorization codes (grant_types_supported).');
  if (!offers(metadata, 'code_challenge_methods_supported', 'S256'))
    throw signInUnusable('The authorization server offers no PKCE with S256 (code_challenge_methods_supported).');
}

/**
 * True if metadata may call itself this. RFC 8414 §3.3 asks for the very same address, so that nobody passes for
 * another authorization server and is sent the codes that are meant for that one. Servers that people use name another
 * path, or a host below their own. Both are in the hands of whoever has the host that was asked, so they are taken.
 */
function isOfHost(claimed: string, asked: string): boolean {
  if (claimed === asked) return true;
  if (claimed.length > addressMaxLength || !URL.canParse(claimed)) return false;
  const [one, other] = [new URL(claimed), new URL(asked)];
  return (
    one.protocol === other.protocol &&
    one.port === other.port &&
    (one.hostname === other.hostname || one.hostname.endsWith(`.${other.hostname}`))
  );
}

/**
 * Returns the address of an endpoint; null if there is none. Plain http is for servers that are reached so themselves.
 */
function endpointOf(address: unknown, field: string, isPlain: boolean): string | null {
  if (address === undefined || address === null || address === '') return null;
  const url = typeof address === 'string' && address.length <= addressMaxLength ? URL.parse(address) : null;
  const isUsable =
    url !== null &&
    (url.protocol === 'https:' || (isPlain && url.protocol === 'http:')) &&
    url.username === '' &&
    url.password === '' &&
    url.hash === '';
  if (!isUsable) throw signInUnusable(`The ${field} of the authorization server is no address that can be used.`);
  return url.href;
}
