import type { OAuthClientInformationMixed } from '@modelcontextprotocol/sdk/shared/auth.js';

/** How this installation is known to an authorization server. JSON. */
export type OAuthClient = {
  readonly issuer: string;
  readonly information: OAuthClientInformationMixed;
};

/** A way for a client to identify itself at the endpoints of an authorization server (RFC 8414 §2). */
export type ClientAuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post' | 'private_key_jwt';

/** What is kept of an authorization server’s metadata (RFC 8414). JSON. */
export type AuthorizationServer = {
  readonly issuer: string;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  readonly registrationEndpoint: string | null;
  readonly revocationEndpoint: string | null;
  /** Those of the token endpoint that we know; empty if it names none. */
  readonly authMethods: readonly ClientAuthMethod[];
  /** True if it names itself when it sends the browser back (RFC 9207). */
  readonly namesItself: boolean;
  /** True if it takes the address of a client metadata document as a client’s id. */
  readonly takesMetadataDocuments: boolean;
};

/** Tokens with what it takes to renew and to revoke them. JSON. */
export type Grant = {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  /** ISO 8601; null if the server does not say when. */
  readonly expiresAt: string | null;
  /** Separated by spaces. */
  readonly scope: string;
  readonly issuer: string;
  readonly client: OAuthClient;
  /** The resource indicator (RFC 8707), as the server writes it; null if it names none. */
  readonly resource: string | null;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint: string | null;
  readonly authMethods: readonly ClientAuthMethod[];
};

/** A sign-in under way: a person is at the page of the authorization server. JSON, and secret. */
export type PendingSignIn = {
  readonly server: AuthorizationServer;
  readonly client: OAuthClient;
  /** The code verifier (RFC 7636 §4.1). */
  readonly verifier: string;
  readonly redirectUri: string;
  readonly resource: string | null;
  readonly scope: string;
};

/** Thrown if a grant is over: the person has to sign in again. */
export class GrantRefused extends Error {
  override name = 'GrantRefused';
  /** The error code of the authorization server (RFC 6749 §5.2); null if there was nothing to renew with. */
  readonly code: string | null;

  constructor(code: string | null) {
    super('The authorization server does not renew the grant.');
    this.code = code;
  }

  /** True if it does not know the client any more, which has to be registered anew. */
  get isClientUnknown(): boolean {
    return this.code === 'invalid_client';
  }
}
