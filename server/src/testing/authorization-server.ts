import { generateKeyPairSync } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider, errors } from 'oidc-provider';
import { authorizationStorage } from './authorization-storage.ts';
import type { Browsing } from './signed-in-person.ts';

/** The client of the MCP server, which asks whose a token is (RFC 7662). */
export const resourceServerClient = { clientId: 'mcp-server', clientSecret: 'mcp-server-secret' };
/** A client that was set up by hand, for those who do not register. */
export const clientByHand = { clientId: 'parlance-by-hand', clientSecret: 'by-hand: 100% +secret' };

/** Clients that get tokens of their own: one has a secret, the other one this private key. */
export const clientWithSecret = { clientId: 'harbour-works', clientSecret: 'harbour: 100% +secret' };
const keys = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
export const clientWithKey = {
  clientId: 'harbour-keys',
  privateKey: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
};

export type AuthorizationServer = {
  readonly issuer: string;
  readonly host: string;
  /** Method and path of what it was asked, in order. */
  readonly requests: string[];
  /** Ends all grants and tokens: whoever had one has to sign in again. */
  endTokens(): void;
  /** Ends the access tokens only: they can be renewed. */
  endAccessTokens(): void;
  /** Forgets the clients that have registered, as a server that was installed anew. */
  forgetClients(): void;
  close(): Promise<void>;
};

type ServerOptions = {
  /** The address that `clientByHand` may send the browser back to. */
  readonly redirectUri?: string;
  /** False for one that registers no clients. */
  readonly registers?: boolean;
};

const ofItsOwn = { redirect_uris: [], response_types: [], grant_types: ['client_credentials'] } as const;

/** The scopes of the resource that `startProtectedMcpServer` guards. */
export const notesScopes = 'notes:read notes:write';

/**
 * A real authorization server on loopback, of the package `oidc-provider`: registration, PKCE, resource indicators,
 * rotating refresh tokens, revocation, RFC 9207. Its pages ask for the name of an account, and for leave to use it.
 */
export async function startAuthorizationServer({
  redirectUri = 'http://127.0.0.1/tool-sign-in',
  registers = true,
}: ServerOptions = {}): Promise<AuthorizationServer> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // the server listens on a port
  const issuer = `http://127.0.0.1:${port}`;
  const { adapter, forget } = authorizationStorage();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const provider = new Provider(issuer, {
    adapter,
    jwks: { keys: [privateKey.export({ format: 'jwk' })] },
    cookies: { keys: ['of a test'] },
    clients: [
      {
        client_id: resourceServerClient.clientId,
        client_secret: resourceServerClient.clientSecret,
        redirect_uris: [],
        response_types: [],
        grant_types: [],
      },
      {
        client_id: clientByHand.clientId,
        client_secret: clientByHand.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
      },
      {
        client_id: clientWithSecret.clientId,
        client_secret: clientWithSecret.clientSecret,
        ...ofItsOwn,
      },
      {
        client_id: clientWithKey.clientId,
        token_endpoint_auth_method: 'private_key_jwt',
        token_endpoint_auth_signing_alg: 'ES256',
        jwks: { keys: [keys.publicKey.export({ format: 'jwk' })] },
        ...ofItsOwn,
      },
    ],
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      registration: { enabled: registers },
      revocation: { enabled: true, allowedPolicy: async () => true },
      introspection: { enabled: true, allowedPolicy: async () => true },
      rpInitiatedLogout: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: async (_, __, oneOf) => oneOf ?? [],
        useGrantedResource: async () => true,
        getResourceServerInfo: async (_, resource) => {
          if (!URL.canParse(resource)) throw new errors.InvalidTarget();
          return { scope: notesScopes, audience: resource, accessTokenFormat: 'opaque' };
        },
      },
    },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    expiresWithSession: async () => false,
    findAccount: async (_, accountId) => ({ accountId, claims: async () => ({ sub: accountId }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 3_600,
      AuthorizationCode: 60,
      Grant: 86_400,
      Interaction: 600,
      RefreshToken: 86_400,
      Session: 3_600,
    },
  });
  const passOn = provider.callback();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.url?.startsWith('/interaction/') !== true) return passOn(request, response);
    const { prompt, params, session, grantId } = await provider.interactionDetails(request, response);
    if (request.method === 'GET') return page(response, prompt.name);
    const form = await formOf(request);
    const finish = (result: Parameters<typeof provider.interactionFinished>[2]) =>
      provider.interactionFinished(request, response, result, { mergeWithLastSubmission: prompt.name !== 'login' });
    if (form.get('answer') === 'cancel')
      return finish({ error: 'access_denied', error_description: 'The person has cancelled.' });
    if (prompt.name === 'login') return finish({ login: { accountId: form.get('login') ?? '' } });
    const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
    const grant =
      known ?? new provider.Grant({ accountId: session?.accountId ?? '', clientId: String(params['client_id']) });
    const { missingOIDCScope, missingResourceScopes } = prompt.details as {
      missingOIDCScope?: string[];
      missingResourceScopes?: Record<string, string[]>;
    }; // as its documentation has it
    if (missingOIDCScope !== undefined) grant.addOIDCScope(missingOIDCScope.join(' '));
    for (const [resource, scopes] of Object.entries(missingResourceScopes ?? {}))
      grant.addResourceScope(resource, scopes.join(' '));
    return finish({ consent: { grantId: await grant.save() } });
  }

  return {
    issuer,
    host: `127.0.0.1:${port}`,
    requests,
    endTokens: () => forget('AccessToken', 'RefreshToken', 'Grant'),
    endAccessTokens: () => forget('AccessToken', 'ClientCredentials'),
    forgetClients: () => forget('Client'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The page that asks for an account, or for leave: plain HTML, as a person clicks it. */
function page(response: ServerResponse, prompt: string): void {
  const asked =
    prompt === 'login'
      ? '<label>Login name <input name="login" autofocus></label> <button name="answer" value="sign-in">Sign in</button>'
      : '<p>Parlance wants to use your account.</p> <button name="answer" value="allow">Allow</button>';
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><html lang="en"><title>Notes</title><h1>Notes</h1><form method="post">${asked} <button name="answer" value="cancel">Cancel</button></form></html>`,
    );
}

async function formOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer); // no encoding is set
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** A browser with cookies, at the pages of this server: signs in with a name, and allows it or cancels. */
export function browsingAs(login: string, { answers = 'allow' }: { answers?: 'allow' | 'cancel' } = {}): Browsing {
  const cookies = new Map<string, string>();
  return async (address, redirectUri) => {
    let at = address;
    let form: string | null = null;
    for (let steps = 0; steps < 20; steps++) {
      const answer = await fetch(at, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map((cookie) => cookie.join('=')).join('; ') },
        ...(form === null ? {} : { method: 'POST', body: new URLSearchParams(form) }),
      });
      for (const cookie of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
        if (value === '') cookies.delete(name);
        else cookies.set(name, value);
      }
      const text = await answer.text();
      const location = answer.headers.get('location');
      if (location !== null) {
        at = new URL(location, at).href;
        form = null;
        if (at.startsWith(redirectUri)) return at;
      } else if (text.includes('name="login"')) form = `login=${encodeURIComponent(login)}&answer=sign-in`;
      else if (text.includes('value="allow"')) form = `answer=${answers}`;
      else throw new Error(`The browser is left at “${at}”: ${answer.status} ${text.slice(0, 300)}`);
    }
    throw new Error('The browser was led on for too long.');
  };
}
