import { ApiFailure } from '@parlance/shared/http';

/** Whether there is no such thing, or not for this person; an address that cannot be one is no different. */
export function isNotFound(failure: unknown): boolean {
  return failure instanceof ApiFailure && (failure.code === 'not_found' || failure.code === 'validation_failed');
}
