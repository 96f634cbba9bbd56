import type { ErrorCode } from '@parlance/shared/contract/errors';
import { ApiError } from '../errors/api-error.ts';

/** Refusals that are over by themselves, with the pause before the next attempt where the refusal names none. */
const passing: Partial<Record<ErrorCode, number>> = {
  too_many_answers: 5,
  queue_full: 30,
  readers_busy: 5,
  rate_limited: 60,
};

/**
 * In how many seconds something may be asked for again that was refused for want of a place alone. Null where the
 * refusal stands, and where what failed is a failed try: a fault of the server, a receiver that did not answer.
 */
export function comeAgainSeconds(error: unknown): number | null {
  if (!(error instanceof ApiError)) return null;
  const pause = passing[error.apiCode];
  return pause === undefined ? null : (error.details.retryAfterSeconds ?? pause);
}
