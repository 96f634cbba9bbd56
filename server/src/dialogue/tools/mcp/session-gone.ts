/** Thrown if a server does not know the session any more: it has not looked at the request. */
export class SessionGone extends Error {
  override name = 'SessionGone';
  /** The error for a caller who does not begin another session. */
  readonly failure: unknown;

  constructor(failure: unknown) {
    super('The session is gone.', { cause: failure });
    this.failure = failure;
  }
}
