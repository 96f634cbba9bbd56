import type { CheckedFetch } from '../dialogue/tools/sign-in/bounded-fetch.ts';

/** What a service answers, by the address that is asked. A text is a page of HTML. */
type Answers = Readonly<Record<string, object | string>>;

export type SignInService = {
  readonly name: string;
  readonly url: string;
  /** The WWW-Authenticate header of the answer without a token; null for an answer of 401 without one. */
  readonly challenge: string | null;
  readonly answers: Answers;
  /** What a sign-in asks for, or why there can be none. */
  readonly expected:
    | { readonly issuer: string; readonly at: string; readonly scope: string | null; readonly resource: string | null }
    | string;
  /** True if it registers no clients, so that one has to be set up there. */
  readonly isByHand?: boolean;
};

const code = { response_types_supported: ['code'], grant_types_supported: ['authorization_code', 'refresh_token'] };
const pkce = { code_challenge_methods_supported: ['plain', 'S256'] };
/** As servers made with `@cloudflare/workers-oauth-provider` describe themselves. */
const onWorkers = (origin: string, more: object = {}) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/authorize`,
  token_endpoint: `${origin}/token`,
  registration_endpoint: `${origin}/register`,
  revocation_endpoint: `${origin}/token`,
  ...code,
  ...pkce,
  response_modes_supported: ['query'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  ...more,
});
const openId = { jwks_uri: 'https://keys.example/jwks', subject_types_supported: ['public'] };

/**
 * Services as their documentation, and reports of what they answered in 2025 and 2026, describe them: the shape is
 * theirs, what does not matter is left out.
 */
export const signInServices: readonly SignInService[] = [
  {
    name: 'GitHub',
    url: 'https://api.githubcopilot.com/mcp/',
    challenge:
      'Bearer error="invalid_request", error_description="No access token was provided in this request", resource_metadata="https://api.githubcopilot.com/.well-known/oauth-protected-resource/mcp/"',
    answers: {
      'https://api.githubcopilot.com/.well-known/oauth-protected-resource/mcp/': {
        resource_name: 'GitHub MCP Server',
        resource: 'https://api.githubcopilot.com/mcp',
        authorization_servers: ['https://github.com/login/oauth'],
        bearer_methods_supported: ['header'],
        scopes_supported: ['repo', 'read:org'],
      },
      'https://github.com/.well-known/oauth-authorization-server/login/oauth': {
        issuer: 'https://github.com/login/oauth',
        authorization_endpoint: 'https://github.com/login/oauth/authorize',
        token_endpoint: 'https://github.com/login/oauth/access_token',
        ...code,
        code_challenge_methods_supported: ['S256'],
      },
    },
    isByHand: true,
    expected: {
      issuer: 'https://github.com/login/oauth',
      at: 'https://github.com/login/oauth/authorize',
      scope: 'repo read:org',
      resource: 'https://api.githubcopilot.com/mcp',
    },
  },
  {
    name: 'Notion',
    url: 'https://mcp.notion.com/mcp',
    challenge:
      'Bearer realm="OAuth", resource_metadata="https://mcp.notion.com/.well-known/oauth-protected-resource/mcp", error="invalid_token", error_description="Missing or invalid access token"',
    answers: {
      'https://mcp.notion.com/.well-known/oauth-protected-resource/mcp': {
        resource: 'https://mcp.notion.com',
        authorization_servers: ['https://mcp.notion.com'],
        bearer_methods_supported: ['header'],
        resource_name: 'Notion MCP (Beta)',
      },
      'https://mcp.notion.com/.well-known/oauth-authorization-server': onWorkers('https://mcp.notion.com'),
    },
    expected: {
      issuer: 'https://mcp.notion.com',
      at: 'https://mcp.notion.com/authorize',
      scope: null,
      resource: 'https://mcp.notion.com',
    },
  },
  {
    name: 'Linear',
    url: 'https://mcp.linear.app/sse',
    challenge:
      'Bearer realm="OAuth", resource_metadata="https://mcp.linear.app/.well-known/oauth-protected-resource/sse", error="invalid_token"',
    answers: {
      'https://mcp.linear.app/.well-known/oauth-protected-resource/sse': {
        resource: 'https://mcp.linear.app/sse',
        authorization_servers: ['https://mcp.linear.app'],
      },
      'https://mcp.linear.app/.well-known/oauth-authorization-server': onWorkers('https://mcp.linear.app'),
    },
    expected: {
      issuer: 'https://mcp.linear.app',
      at: 'https://mcp.linear.app/authorize',
      scope: null,
      resource: 'https://mcp.linear.app/sse',
    },
  },
  {
    name: 'Atlassian, without metadata of the server and with the issuer of a host below',
    url: 'https://mcp.atlassian.com/v1/mcp',
    challenge: 'Bearer realm="OAuth", error="invalid_token", error_description="Missing or invalid access token"',
    answers: {
      'https://mcp.atlassian.com/.well-known/oauth-authorization-server': {
        ...onWorkers('https://cf.mcp.atlassian.com'),
        authorization_endpoint: 'https://mcp.atlassian.com/v1/authorize',
      },
    },
    expected: {
      issuer: 'https://cf.mcp.atlassian.com',
      at: 'https://mcp.atlassian.com/v1/authorize',
      scope: null,
      resource: null,
    },
  },
  {
    name: 'Atlassian, with an issuer without the path',
    url: 'https://mcp.atlassian.com/v1/mcp/authv2',
    challenge:
      'Bearer resource_metadata="https://mcp.atlassian.com/.well-known/oauth-protected-resource/v1/mcp/authv2"',
    answers: {
      'https://mcp.atlassian.com/.well-known/oauth-protected-resource/v1/mcp/authv2': {
        resource: 'https://mcp.atlassian.com/v1/mcp/authv2',
        authorization_servers: ['https://auth.atlassian.com/a-tenant'],
        scopes_supported: ['read:me', 'offline_access'],
      },
      'https://auth.atlassian.com/.well-known/oauth-authorization-server/a-tenant': {
        issuer: 'https://auth.atlassian.com',
        authorization_endpoint: 'https://auth.atlassian.com/a-tenant/authorize',
        token_endpoint: 'https://auth.atlassian.com/a-tenant/oauth/token',
        registration_endpoint: 'https://auth.atlassian.com/a-tenant/dcr/register',
        ...code,
        ...pkce,
        scopes_supported: ['read:me', 'offline_access'],
      },
    },
    expected: {
      issuer: 'https://auth.atlassian.com',
      at: 'https://auth.atlassian.com/a-tenant/authorize',
      scope: 'offline_access read:me',
      resource: 'https://mcp.atlassian.com/v1/mcp/authv2',
    },
  },
  {
    name: 'GitLab',
    url: 'https://gitlab.com/api/v4/mcp',
    challenge:
      'Bearer resource_metadata="https://gitlab.com/.well-known/oauth-protected-resource/api/v4/mcp", Basic realm="GitLab"',
    answers: {
      'https://gitlab.com/.well-known/oauth-protected-resource/api/v4/mcp': {
        resource: 'https://gitlab.com/api/v4/mcp',
        authorization_servers: ['https://gitlab.com'],
        scopes_supported: ['mcp'],
      },
      'https://gitlab.com/.well-known/oauth-authorization-server': {
        issuer: 'https://gitlab.com',
        authorization_endpoint: 'https://gitlab.com/oauth/authorize',
        token_endpoint: 'https://gitlab.com/oauth/token',
        revocation_endpoint: 'https://gitlab.com/oauth/revoke',
        registration_endpoint: 'https://gitlab.com/oauth/register',
        ...code,
        ...pkce,
        scopes_supported: ['api', 'mcp'],
      },
    },
    expected: {
      issuer: 'https://gitlab.com',
      at: 'https://gitlab.com/oauth/authorize',
      scope: 'mcp',
      resource: 'https://gitlab.com/api/v4/mcp',
    },
  },
  {
    name: 'Stripe',
    url: 'https://mcp.stripe.com',
    challenge: 'Bearer resource_metadata="https://mcp.stripe.com/.well-known/oauth-protected-resource"',
    answers: {
      'https://mcp.stripe.com/.well-known/oauth-protected-resource': {
        resource: 'https://mcp.stripe.com',
        authorization_servers: ['https://access.stripe.com/mcp'],
      },
      'https://access.stripe.com/.well-known/oauth-authorization-server/mcp': {
        issuer: 'https://access.stripe.com/mcp',
        authorization_endpoint: 'https://access.stripe.com/mcp/oauth2/authorize',
        token_endpoint: 'https://access.stripe.com/mcp/oauth2/token',
        registration_endpoint: 'https://access.stripe.com/mcp/oauth2/register',
        revocation_endpoint: 'https://access.stripe.com/mcp/oauth2/revoke',
        ...code,
        ...pkce,
        token_endpoint_auth_methods_supported: ['none'],
      },
    },
    expected: {
      issuer: 'https://access.stripe.com/mcp',
      at: 'https://access.stripe.com/mcp/oauth2/authorize',
      scope: null,
      resource: 'https://mcp.stripe.com',
    },
  },
  {
    name: 'Cloudflare, which names itself when it sends the browser back',
    url: 'https://bindings.mcp.cloudflare.com/mcp',
    challenge:
      'Bearer realm="OAuth", error="invalid_token", resource_metadata="https://bindings.mcp.cloudflare.com/.well-known/oauth-protected-resource/mcp"',
    answers: {
      'https://bindings.mcp.cloudflare.com/.well-known/oauth-protected-resource/mcp': {
        resource: 'https://bindings.mcp.cloudflare.com/mcp',
        authorization_servers: ['https://bindings.mcp.cloudflare.com'],
      },
      'https://bindings.mcp.cloudflare.com/.well-known/oauth-authorization-server': onWorkers(
        'https://bindings.mcp.cloudflare.com',
        { authorization_response_iss_parameter_supported: true, client_id_metadata_document_supported: true },
      ),
    },
    expected: {
      issuer: 'https://bindings.mcp.cloudflare.com',
      at: 'https://bindings.mcp.cloudflare.com/authorize',
      scope: null,
      resource: 'https://bindings.mcp.cloudflare.com/mcp',
    },
  },
  {
    name: 'a server behind Auth0, whose issuer ends with a slash',
    url: 'https://tools.example/mcp',
    challenge: 'Bearer resource_metadata="https://tools.example/.well-known/oauth-protected-resource/mcp"',
    answers: {
      'https://tools.example/.well-known/oauth-protected-resource/mcp': {
        resource: 'https://tools.example/mcp',
        authorization_servers: ['https://acme.eu.auth0.com'],
        scopes_supported: ['read:notes'],
      },
      'https://acme.eu.auth0.com/.well-known/oauth-authorization-server': {
        issuer: 'https://acme.eu.auth0.com/',
        authorization_endpoint: 'https://acme.eu.auth0.com/authorize',
        token_endpoint: 'https://acme.eu.auth0.com/oauth/token',
        registration_endpoint: 'https://acme.eu.auth0.com/oidc/register',
        revocation_endpoint: 'https://acme.eu.auth0.com/oauth/revoke',
        response_types_supported: ['code', 'token', 'id_token', 'code token'],
        ...pkce,
        scopes_supported: ['openid', 'profile', 'offline_access'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'private_key_jwt'],
        ...openId,
        id_token_signing_alg_values_supported: ['RS256'],
      },
    },
    expected: {
      issuer: 'https://acme.eu.auth0.com/',
      at: 'https://acme.eu.auth0.com/authorize',
      scope: 'offline_access read:notes',
      resource: 'https://tools.example/mcp',
    },
  },
  {
    name: 'a server behind Keycloak, which answers by OpenID Connect Discovery',
    url: 'https://tools.example/mcp',
    challenge:
      'Bearer scope="notes", resource_metadata="https://tools.example/.well-known/oauth-protected-resource/mcp"',
    answers: {
      'https://tools.example/.well-known/oauth-protected-resource/mcp': {
        resource: 'https://tools.example/mcp',
        authorization_servers: ['https://id.example/realms/acme'],
        scopes_supported: ['notes', 'profile'],
      },
      'https://id.example/realms/acme/.well-known/openid-configuration': {
        issuer: 'https://id.example/realms/acme',
        authorization_endpoint: 'https://id.example/realms/acme/protocol/openid-connect/auth',
        token_endpoint: 'https://id.example/realms/acme/protocol/openid-connect/token',
        revocation_endpoint: 'https://id.example/realms/acme/protocol/openid-connect/revoke',
        registration_endpoint: 'https://id.example/realms/acme/clients-registrations/openid-connect',
        response_types_supported: ['code', 'none', 'id_token'],
        grant_types_supported: ['authorization_code', 'implicit', 'refresh_token'],
        ...pkce,
        authorization_response_iss_parameter_supported: true,
        token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_basic', 'client_secret_post'],
        ...openId,
        id_token_signing_alg_values_supported: ['RS256'],
      },
    },
    expected: {
      issuer: 'https://id.example/realms/acme',
      at: 'https://id.example/realms/acme/protocol/openid-connect/auth',
      scope: 'notes',
      resource: 'https://tools.example/mcp',
    },
  },
  {
    name: 'a server behind Okta',
    url: 'https://tools.example/mcp',
    challenge: 'Bearer resource_metadata="https://tools.example/.well-known/oauth-protected-resource"',
    answers: {
      'https://tools.example/.well-known/oauth-protected-resource': {
        resource: 'https://tools.example',
        authorization_servers: ['https://acme.okta.com/oauth2/default'],
      },
      'https://acme.okta.com/oauth2/default/.well-known/openid-configuration': {
        issuer: 'https://acme.okta.com/oauth2/default',
        authorization_endpoint: 'https://acme.okta.com/oauth2/default/v1/authorize',
        token_endpoint: 'https://acme.okta.com/oauth2/default/v1/token',
        revocation_endpoint: 'https://acme.okta.com/oauth2/default/v1/revoke',
        registration_endpoint: 'https://acme.okta.com/oauth2/v1/clients',
        ...code,
        code_challenge_methods_supported: ['S256'],
        scopes_supported: ['openid', 'offline_access'],
        token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
        ...openId,
        id_token_signing_alg_values_supported: ['RS256'],
      },
    },
    expected: {
      issuer: 'https://acme.okta.com/oauth2/default',
      at: 'https://acme.okta.com/oauth2/default/v1/authorize',
      scope: null,
      resource: 'https://tools.example',
    },
  },
  {
    name: 'a server behind Google, whose endpoints are on several hosts',
    url: 'https://tools.example/mcp',
    challenge: 'Bearer resource_metadata="https://tools.example/.well-known/oauth-protected-resource/mcp"',
    answers: {
      'https://tools.example/.well-known/oauth-protected-resource/mcp': {
        resource: 'https://tools.example/mcp',
        authorization_servers: ['https://accounts.google.com'],
        scopes_supported: ['https://www.googleapis.com/auth/drive.readonly'],
      },
      'https://accounts.google.com/.well-known/openid-configuration': {
        issuer: 'https://accounts.google.com',
        authorization_endpoint: 'https://accounts.google.com/o/oauth2/v2/auth',
        token_endpoint: 'https://oauth2.googleapis.com/token',
        revocation_endpoint: 'https://oauth2.googleapis.com/revoke',
        response_types_supported: ['code', 'token', 'id_token', 'none'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        ...pkce,
        scopes_supported: ['openid', 'email', 'profile'],
        token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
        ...openId,
        id_token_signing_alg_values_supported: ['RS256'],
      },
    },
    isByHand: true,
    expected: {
      issuer: 'https://accounts.google.com',
      at: 'https://accounts.google.com/o/oauth2/v2/auth',
      scope: 'https://www.googleapis.com/auth/drive.readonly',
      resource: 'https://tools.example/mcp',
    },
  },
  {
    name: 'a server behind Microsoft Entra, which announces no PKCE',
    url: 'https://tools.example/mcp',
    challenge: 'Bearer resource_metadata="https://tools.example/.well-known/oauth-protected-resource/mcp"',
    answers: {
      'https://tools.example/.well-known/oauth-protected-resource/mcp': {
        resource: 'https://tools.example/mcp',
        authorization_servers: ['https://login.microsoftonline.com/a-tenant/v2.0'],
        scopes_supported: ['api://notes/access'],
      },
      'https://login.microsoftonline.com/a-tenant/v2.0/.well-known/openid-configuration': {
        issuer: 'https://login.microsoftonline.com/a-tenant/v2.0',
        authorization_endpoint: 'https://login.microsoftonline.com/a-tenant/oauth2/v2.0/authorize',
        token_endpoint: 'https://login.microsoftonline.com/a-tenant/oauth2/v2.0/token',
        response_types_supported: ['code', 'id_token', 'code id_token', 'id_token token'],
        scopes_supported: ['openid', 'profile', 'email', 'offline_access'],
        token_endpoint_auth_methods_supported: ['client_secret_post', 'private_key_jwt', 'client_secret_basic'],
        ...openId,
        id_token_signing_alg_values_supported: ['RS256'],
      },
    },
    expected: 'The authorization server offers no PKCE with S256 (code_challenge_methods_supported).',
  },
  {
    name: 'a web application that answers every path with its page',
    url: 'https://tools.example/app',
    challenge: null,
    answers: {
      'https://tools.example/.well-known/oauth-protected-resource/app': '<!doctype html><title>App</title>',
      'https://tools.example/.well-known/oauth-protected-resource': '<!doctype html><title>App</title>',
      'https://tools.example/.well-known/oauth-authorization-server': '<!doctype html><title>App</title>',
      'https://tools.example/.well-known/openid-configuration': '<!doctype html><title>App</title>',
    },
    expected: 'The authorization server does not register the client: 404',
  },
];

/** The web with one service in it: registrations are answered with what was asked for. */
export const webOf =
  ({ url, challenge, answers }: Pick<SignInService, 'url' | 'challenge' | 'answers'>): CheckedFetch =>
  async (address, init = {}) => {
    const asked = String(address);
    if (asked === url)
      return new Response(null, { status: 401, headers: challenge === null ? {} : { 'www-authenticate': challenge } });
    const registers = Object.values(answers).some(
      (answer) =>
        typeof answer === 'object' && 'registration_endpoint' in answer && answer.registration_endpoint === asked,
    );
    if (registers) {
      const metadata = JSON.parse(String(init.body)) as { token_endpoint_auth_method: string }; // RFC 7591 §2
      const secret = metadata.token_endpoint_auth_method === 'none' ? {} : { client_secret: 'a-secret' };
      return Response.json({ ...metadata, ...secret, client_id: 'registered' }, { status: 201 });
    }
    const answer = answers[asked];
    if (answer === undefined) return new Response('Not found', { status: 404 });
    return typeof answer === 'string'
      ? new Response(answer, { headers: { 'content-type': 'text/html' } })
      : Response.json(answer);
  };
