import { createHash } from 'node:crypto';
import type { OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import { ApiError } from '../../../platform/errors/api-error.ts';
import { shown } from '../../../platform/language-models/provider-words.ts';
import type { AccessTokens } from './access-tokens.ts';
import { type CheckedFetch, boundedFetch } from './bounded-fetch.ts';
import { scopeToAsk } from './scopes.ts';
import { OAuthRefusal } from './sign-in-failure.ts';

/** A client of an authorization server that acts for itself: an organisation’s, for one of its tools. */
export type OwnClient = {
  readonly organizationId: string;
  /** The address of the MCP server. */
  readonly serverUrl: string;
  readonly clientId: string;
  /** A secret, or a private key (PKCS #8 in PEM). */
  readonly secret: string;
};

type IssuedToken = { readonly token: string; readonly expiresAt: number };
type Holding = { issued: IssuedToken | null; asking: Promise<IssuedToken> | null; wantedScope: string };

/** The clients whose tokens a process keeps; the one that was used longest ago makes room. */
const keptAtMost = 500;
/** A token that expires sooner is replaced before it is sent. */
const replacedBeforeMs = 60_000;
/** The time for which a token is sent whose server does not say when it expires. */
const unknownLifeMs = 600_000;

/**
 * The access tokens that organisations’ own clients get (client credentials, RFC 6749 §4.4). Each process asks for its
 * own and keeps them in memory: there is nothing to renew them with.
 */
export class ClientTokens {
  readonly #held = new Map<string, Holding>();
  readonly #fetchFor: (organizationId: string) => CheckedFetch;

  constructor(fetchFor: (organizationId: string) => CheckedFetch) {
    this.#fetchFor = fetchFor;
  }

  /**
   * Returns the tokens of a client. They throw tool_sign_in_refused if its authorization server gives it none, and what
   * `discoverSignIn` throws.
   */
  of(client: OwnClient): AccessTokens {
    const key = createHash('sha256').update(JSON.stringify(client)).digest('hex');
    return {
      accountId: key,
      current: () => this.#token(key, client, null),
      renewed: (refused) => this.#token(key, client, refused),
      noteChallenge: async ({ scope }) => {
        const holding = this.#holding(key);
        holding.wantedScope = scope;
        holding.issued = null;
      },
      refusal: () => new ApiError('tool_sign_in_refused'),
    };
  }

  async #token(key: string, client: OwnClient, refused: string | null): Promise<string> {
    const holding = this.#holding(key);
    const { issued } = holding;
    if (issued !== null && issued.token !== refused && issued.expiresAt > Date.now() + replacedBeforeMs)
      return issued.token;
    // Whoever comes meanwhile waits for the same one.
    holding.asking ??= this.#issue(client, holding.wantedScope)
      .then((it) => (holding.issued = it))
      .finally(() => (holding.asking = null));
    return (await holding.asking).token;
  }

  #holding(key: string): Holding {
    const holding = this.#held.get(key) ?? { issued: null, asking: null, wantedScope: '' };
    this.#held.delete(key);
    this.#held.set(key, holding);
    const [oldest] = this.#held.keys();
    if (this.#held.size > keptAtMost && oldest !== undefined) this.#held.delete(oldest);
    return holding;
  }

  async #issue({ organizationId, serverUrl, clientId, secret }: OwnClient, wanted: string): Promise<IssuedToken> {
    const [{ discoverSignIn }, { withTokenAnswers }, { identifyClient }] = await Promise.all([
      import('./discovery.ts'),
      import('./token-requests.ts'),
      import('./identify-client.ts'),
    ]);
    const fetch = boundedFetch(this.#fetchFor(organizationId));
    const { server, resource, challenged, ofServer } = await discoverSignIn(serverUrl, fetch, 'client');
    const scope = scopeToAsk({ challenged, ofServer, ofAuthorizationServer: [], wanted });
    const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' });
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (scope !== '') form.set('scope', scope);
    if (resource !== null) form.set('resource', resource);
    await identifyClient({ clientId, secret }, server, { headers, form });
    try {
      const ask = withTokenAnswers(fetch);
      const answer = await ask(server.tokenEndpoint, { method: 'POST', headers, body: form, redirect: 'manual' });
      const { access_token: token, expires_in: seconds } = (await answer.json()) as OAuthTokens; // checked there
      return { token, expiresAt: Date.now() + (seconds === undefined ? unknownLifeMs : seconds * 1_000) };
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      const issues = [{ path: 'said', message: shown(error.said, [secret]) }];
      throw new ApiError('tool_sign_in_refused', { cause: error, issues });
    }
  }
}
