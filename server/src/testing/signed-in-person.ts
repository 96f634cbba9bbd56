import { type AccessTokens, SignInNeeded } from '../dialogue/tools/sign-in/access-tokens.ts';
import { beginSignIn } from '../dialogue/tools/sign-in/begin.ts';
import type { CheckedFetch } from '../dialogue/tools/sign-in/bounded-fetch.ts';
import { finishSignIn } from '../dialogue/tools/sign-in/finish.ts';
import { type Grant, GrantRefused, type OAuthClient } from '../dialogue/tools/sign-in/grant.ts';
import { renewGrant } from '../dialogue/tools/sign-in/renew.ts';

/** Opens the address of a sign-in, does what its pages ask for, and returns the address it is sent back to. */
export type Browsing = (address: string, redirectUri: string) => Promise<string>;

export type SignedInPerson = {
  readonly tokens: AccessTokens;
  grant: Grant | null;
  /** The client that was registered. */
  client: OAuthClient | null;
  signIn(): Promise<Grant>;
  /** Does the work, and again after a sign-in if it needs one, twice at most. */
  signedIn<T>(work: () => Promise<T>): Promise<T>;
};

type PersonOptions = Pick<Parameters<typeof beginSignIn>[0], 'serverUrl' | 'redirectUri'> &
  Partial<Pick<Parameters<typeof beginSignIn>[0], 'given' | 'clientMetadataUrl'>> & {
    readonly fetch: CheckedFetch;
    readonly browse: Browsing;
  };

/** A person who signs in to an MCP server and keeps the tokens in memory. */
export function signedInPerson({
  browse,
  given = null,
  clientMetadataUrl = null,
  ...server
}: PersonOptions): SignedInPerson {
  let wanted = '';
  const person: SignedInPerson = {
    grant: null,
    client: null,
    tokens: {
      accountId: 'account',
      current: async () => {
        if (person.grant === null) throw new SignInNeeded();
        return person.grant.accessToken;
      },
      async renewed() {
        try {
          if (person.grant === null) throw new SignInNeeded();
          person.grant = await renewGrant(person.grant, server.fetch);
          return person.grant.accessToken;
        } catch (error) {
          throw error instanceof GrantRefused ? new SignInNeeded(error) : error;
        }
      },
      noteChallenge: async ({ scope }) => {
        wanted = scope;
      },
      refusal: () => new SignInNeeded(),
    },
    async signIn() {
      const wantedScope = `${person.grant?.scope ?? ''} ${wanted}`;
      const options = { ...server, given, clientMetadataUrl, registered: person.client, wantedScope };
      const { address, state, pending, client } = await beginSignIn(options);
      person.client = client;
      const back = new URL(await browse(address, server.redirectUri)).searchParams;
      if (back.get('state') !== state) throw new Error('The state is another one.');
      const brought = Object.fromEntries(back);
      // Stored and read again in between, as JSON.
      person.grant = await finishSignIn(JSON.parse(JSON.stringify(pending)) as typeof pending, brought, server.fetch);
      return person.grant;
    },
    async signedIn(work) {
      for (let signIns = 0; ; signIns++) {
        try {
          return await work();
        } catch (error) {
          if (!(error instanceof SignInNeeded) || signIns >= 2) throw error;
          await person.signIn();
        }
      }
    },
  };
  return person;
}

/** A browser whose every page leads on by itself. */
export const followingRedirects: Browsing = async (address, redirectUri) => {
  let at = address;
  for (let steps = 0; steps < 10 && !at.startsWith(redirectUri); steps++) {
    const answer = await fetch(at, { redirect: 'manual' });
    await answer.body?.cancel();
    at = new URL(answer.headers.get('location') ?? '', at).href;
  }
  return at;
};
