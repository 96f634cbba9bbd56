/** Says whether a thing does not exist, or not for this person; a malformed address counts as the same. */
export function isNotFound(failure: unknown): boolean {
  // Duck-typed: the host loads, and may hold another copy of the failure class.
  return (
    failure instanceof Error &&
    'code' in failure &&
    (failure.code === 'not_found' || failure.code === 'validation_failed')
  );
}
