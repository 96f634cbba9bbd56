/** Whether there is no such thing, or not for this person; an address that cannot be one is no different. */
export function isNotFound(failure: unknown): boolean {
  // By shape: what loads is the host's, and may hold another copy of the class of these failures.
  return (
    failure instanceof Error &&
    'code' in failure &&
    (failure.code === 'not_found' || failure.code === 'validation_failed')
  );
}
