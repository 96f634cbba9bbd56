/** What this installation says of itself to an authorization server (RFC 7591 §2). */
export type ClientMetadata = {
  client_name: string;
  client_uri: string;
  redirect_uris: string[];
  grant_types: string[];
  response_types: string[];
  token_endpoint_auth_method: string;
  application_type: 'web' | 'native';
};

type Installation = {
  /** The origin of the installation’s web address. */
  readonly origin: string;
  readonly redirectUri: string;
};

/** Returns the metadata that a client is registered with: a public one, which keeps no secret. */
export const clientMetadata = ({ origin, redirectUri }: Installation): ClientMetadata => ({
  client_name: 'Parlance',
  client_uri: origin,
  redirect_uris: [redirectUri],
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  // An address of this machine without https is one that only native applications may have (OpenID Connect
  // Registration 1.0 §2, RFC 8252 §7.3).
  application_type: isLoopback(redirectUri) ? 'native' : 'web',
});

/**
 * Returns the document whose https address `clientId` is the client’s id
 * (draft-ietf-oauth-client-id-metadata-document): authorization servers fetch it from there.
 */
export const clientMetadataDocument = (clientId: string, installation: Installation) => ({
  client_id: clientId,
  ...clientMetadata(installation),
});

const isLoopback = (address: string) => /^http:\/\/(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?\//.test(address);
