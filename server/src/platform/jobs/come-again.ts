import type { ErrorCode } from '@parlance/shared/contract/errors';
import { ApiError } from '../errors/api-error.ts';

/** Transient refusals, with the pause before the next attempt for those that state none. */
const passing: Partial<Record<ErrorCode, number>> = {
  too_many_answers: 5,
  queue_full: 30,
  readers_busy: 5,
  rate_limited: 60,
};

/**
 * Returns the seconds after which something refused only for lack of a place may be requested again. Null if the
 * refusal is final, or if the failure counts as a failed try: a fault of the server, a receiver that did not respond.
 */
export function comeAgainSeconds(error: unknown): number | null {
  if (!(error instanceof ApiError)) return null;
  const pause = passing[error.apiCode];
  return pause === undefined ? null : (error.details.retryAfterSeconds ?? pause);
}
