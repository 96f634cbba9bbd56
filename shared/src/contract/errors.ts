/**
 * Every error code of the product, once: the HTTP status it travels with. Its text for people stands in the locale
 * files of `shared` under `errors.<code>`, in nine languages; the server sends it in the caller's language.
 */
export const errorCodes = {
  bad_request: 400,
  validation_failed: 400,
  body_not_json: 400,
  /** The code is not the one that was sent. `issues` has the tries that are left at `tries_left`. */
  code_wrong: 400,
  /** The code is too old, was used, or was entered wrongly too often: another one has to be sent. */
  code_expired: 400,
  /** A link of a mail that is unknown, too old, or was used. */
  link_invalid: 400,
  /** The new password is among the most common ones, or is the e-mail. */
  password_guessable: 400,
  unauthenticated: 401,
  credentials_wrong: 401,
  csrf_failed: 403,
  origin_refused: 403,
  forbidden: 403,
  /** The password that was asked for again. Not 401: the session is in order. */
  password_wrong: 403,
  /** The invitation is for another e-mail than the caller's. */
  invitation_for_someone_else: 403,
  registration_incomplete: 403,
  workspace_expired: 403,
  workspace_disabled: 403,
  feature_missing: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  run_active: 409,
  /** A step above the stage of the registration. `issues` has the stage at `stage`. */
  registration_step_ahead: 409,
  /** A step that an invited person does not take. */
  registration_step_skipped: 409,
  registration_complete: 409,
  /** Another version of the document is the current one. */
  terms_outdated: 409,
  /** No seat of the plan is free. `issues` has the seats of the plan at `seats`. */
  seats_taken: 409,
  already_member: 409,
  already_invited: 409,
  /** The invitation was used, taken back, or is too old. */
  invitation_ended: 409,
  /** An organisation would be left without an owner. */
  last_owner: 409,
  /** The only member of an organisation has to say that it goes as well. */
  organization_would_end: 409,
  body_too_large: 413,
  media_type_unsupported: 415,
  rate_limited: 429,
  /** Too many wrong passwords for one e-mail, whether it has an account or not. */
  account_locked: 429,
  internal: 500,
  model_unavailable: 502,
  model_refused: 502,
  model_rate_limited: 503,
  database_unavailable: 503,
  shutting_down: 503,
  model_timeout: 504,
} as const;
export type ErrorCode = keyof typeof errorCodes;

export const isErrorCode = (value: unknown): value is ErrorCode => typeof value === 'string' && Object.hasOwn(errorCodes, value);
