/**
 * Every error code of the product, once: the HTTP status it travels with. Its text for people stands in the locale
 * files of `shared` under `errors.<code>`, in nine languages; the server sends it in the caller's language.
 */
export const errorCodes = {
  bad_request: 400,
  validation_failed: 400,
  body_not_json: 400,
  unauthenticated: 401,
  credentials_wrong: 401,
  csrf_failed: 403,
  /** The account signs in with a code as well, and this installation cannot send one: the password alone opens nothing. */
  second_factor_unavailable: 403,
  origin_refused: 403,
  forbidden: 403,
  registration_incomplete: 403,
  workspace_expired: 403,
  workspace_disabled: 403,
  feature_missing: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  run_active: 409,
  body_too_large: 413,
  media_type_unsupported: 415,
  rate_limited: 429,
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
