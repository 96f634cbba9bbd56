/**
 * What a page asks the services for while its code is on the way, in the block `parlance-early`: whole addresses, as
 * the code will ask for them later but for the timestamp `_t`. In a module without schemas: the script that reads it
 * stands in the page.
 */
export type EarlyBlock = {
  /** GETs of the services, sent with X-CSRFToken and `_t` (specification §7). */
  readonly ask: readonly string[];
  /** The public keys of plan tokens, without either. */
  readonly keys: string;
  /** Is asked without `_t` about the e-mail that the answer of `profile`, one of `ask`, names (specification §7). */
  readonly registration: { readonly profile: string; readonly address: string };
};

/** A call that is under way. */
export type EarlyCall = {
  /** Without `_t`; where the query is not known yet, without one. */
  readonly address: string;
  /** Never rejects: null where there was no answer. */
  readonly answer: Promise<Response | null>;
};

/** What the script in the page leaves for the code, under `earlyKey` of the global object. */
export type EarlyCalls = {
  /** The csrftoken they were sent with: of which session they speak. */
  readonly token: string;
  /** `performance.now()` when they were sent, in milliseconds. */
  readonly since: number;
  /** Whoever uses a call takes it out. */
  readonly open: EarlyCall[];
};

/** A name that user content cannot take. */
export const earlyKey = Symbol.for('parlance.early');
