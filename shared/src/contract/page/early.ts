/**
 * The early requests of a page to the services while its code is on the way, in the block `parlance-early`: whole
 * addresses, as the code will request them later but for the timestamp `_t`. In a module without schemas: the script
 * that reads it is inline in the page.
 */
export type EarlyBlock = {
  /** GETs of the services, sent with X-CSRFToken and `_t` (specification §7). */
  readonly ask: readonly string[];
  /** The public keys of plan tokens, without either. */
  readonly keys: string;
  /**
   * The status of the registration, requested without `_t` for the e-mail in the answer of `profile`, one of `ask`
   * (specification §7).
   */
  readonly registration: { readonly profile: string; readonly address: string };
};

/** A call that is under way. */
export type EarlyCall = {
  /** The address, without `_t`; before the query is known, without one. */
  readonly address: string;
  /** The response; never rejects: null if there was none. */
  readonly answer: Promise<Response | null>;
};

/** The calls that the script in the page leaves for the code, under `earlyKey` of the global object. */
export type EarlyCalls = {
  /** The csrftoken they were sent with, which identifies their session. */
  readonly token: string;
  /** The `performance.now()` of the requests, in milliseconds. */
  readonly since: number;
  /** Unused calls: the code that uses one removes it. */
  readonly open: EarlyCall[];
};

/** A name that user content cannot take. */
export const earlyKey = Symbol.for('parlance.early');
