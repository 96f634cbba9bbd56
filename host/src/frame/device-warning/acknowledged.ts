/** The storage key that says that the warning was read on this browser. */
export const acknowledgedKey = 'deviceWarning.acknowledged';

/** Says whether the warning was read. Without storage it comes once on each page load. */
export function isAcknowledged(storage: () => Storage): boolean {
  try {
    return storage().getItem(acknowledgedKey) !== null;
  } catch {
    return false;
  }
}

export function acknowledgeWarning(storage: () => Storage): void {
  try {
    storage().setItem(acknowledgedKey, 'true');
  } catch {
    // Denied or full: as above.
  }
}
