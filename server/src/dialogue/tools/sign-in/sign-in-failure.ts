import { ApiError } from '../../../platform/errors/api-error.ts';
import { shown } from '../../../platform/language-models/provider-words.ts';

type Secrets = readonly (string | undefined)[];

const details = (said: string, secrets: Secrets) => ({ issues: [{ path: 'said', message: shown(said, secrets) }] });

/** Returns the failure of a sign-in that cannot be used; `said` is for developers, without the secrets. */
export const signInUnusable = (said: string, secrets: Secrets = []): ApiError =>
  new ApiError('tool_sign_in_unusable', details(said, secrets));

/** Returns the failure of a sign-in that was refused, by the person or for them. */
export const signInDeclined = (said: string, secrets: Secrets = []): ApiError =>
  new ApiError('tool_sign_in_declined', details(said, secrets));

/** Thrown if the authorization server does not know the client any more, so that it has to be registered anew. */
export class ClientUnknown extends ApiError {
  constructor(said: string, secrets: Secrets = []) {
    super('tool_sign_in_unusable', details(said, secrets));
    this.name = 'ClientUnknown';
  }
}

/** Thrown for an error response of an authorization server (RFC 6749 §5.2, RFC 7591 §3.2.2). */
export class OAuthRefusal extends Error {
  override name = 'OAuthRefusal';
  readonly code: string;
  /** What it says of it, for developers. */
  readonly description: string;

  constructor(code: string, description: string) {
    super('The authorization server refused.');
    this.code = code;
    this.description = description;
  }

  get said(): string {
    return this.description === '' ? this.code : `${this.code}: ${this.description}`;
  }
}
