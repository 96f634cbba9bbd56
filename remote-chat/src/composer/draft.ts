/**
 * What somebody has typed and not sent, for as long as the tab is open. Only text the person typed is kept, never an
 * answer. A browser that denies storage costs the draft on a reload and nothing else.
 */
const keyOf = (place: string): string => `chat.draft.${place}`;

export function readDraft(place: string): string {
  return withStorage((storage) => storage.getItem(keyOf(place))) ?? '';
}

export function keepDraft(place: string, text: string): void {
  withStorage((storage) => (text === '' ? storage.removeItem(keyOf(place)) : storage.setItem(keyOf(place), text)));
}

/** Reading the property already throws where storage is denied; writing throws where it is full. */
function withStorage<T>(access: (storage: Storage) => T): T | null {
  try {
    return access(window.sessionStorage);
  } catch (denied) {
    if (denied instanceof DOMException) return null;
    throw denied;
  }
}
