/** What a server says of the sign-in that it wants (RFC 6750 §3, RFC 9728 §5.1). */
export type SignInChallenge = {
  /** The scopes that it asks for, separated by spaces; empty if it names none. */
  readonly scope: string;
};

/** Thrown if a call cannot be made before the person has signed in to the server, or has done so again. */
export class SignInNeeded extends Error {
  override name = 'SignInNeeded';

  constructor(cause?: unknown) {
    super('The person has to sign in to the server.', { cause });
  }
}

/** The access tokens by which calls to one server are made, for a person or for the organisation. */
export type AccessTokens = {
  /** The account at the server: with another one it is another session. */
  readonly accountId: string;
  /** Returns the token to send; one that is about to expire is renewed first. */
  current(signal: AbortSignal): Promise<string>;
  /** Returns the token to send instead of one that the server has refused with 401. */
  renewed(refused: string, signal: AbortSignal): Promise<string>;
  /** Notes what the server wants beyond the token (403, insufficient_scope), for the next sign-in. */
  noteChallenge(challenge: SignInChallenge): Promise<void>;
  /** Returns the error for a server that takes none of them: a SignInNeeded if it is a person who can sign in. */
  refusal(): Error;
};

const refusal = () => new SignInNeeded();
const needed = () => Promise.reject(refusal());
/** The tokens of somebody who has not signed in. */
export const noTokens: AccessTokens = {
  accountId: '',
  current: needed,
  renewed: needed,
  noteChallenge: needed,
  refusal,
};
