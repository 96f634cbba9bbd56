/** Where it is kept that the warning was read on this browser. */
export const acknowledgedKey = 'deviceWarning.acknowledged';

/** Without storage the warning comes once on each page load. */
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
    // denied or full: as above
  }
}
