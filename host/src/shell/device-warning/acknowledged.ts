/** Where it is kept that the warning was read on this browser. */
export const acknowledgedKey = 'deviceWarning.acknowledged';

/** Where the storage is denied nobody knows, so the warning comes once on each page that is loaded. */
export function isAcknowledged(storage: () => Storage): boolean {
  try {
    return storage().getItem(acknowledgedKey) !== null;
  } catch {
    return false;
  }
}

export function acknowledge(storage: () => Storage): void {
  try {
    storage().setItem(acknowledgedKey, 'true');
  } catch {
    // denied or full: as above
  }
}
