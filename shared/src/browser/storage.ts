/**
 * Returns the result of `access` to a storage of the browser; null if the storage is denied or full. A denied storage
 * throws already when the property is read, and a full one when written.
 */
export function withStorage<T>(storage: () => Storage, access: (storage: Storage) => T): T | null {
  try {
    return access(storage());
  } catch (refused) {
    if (refused instanceof DOMException) return null;
    throw refused;
  }
}

/** Accesses the session storage, which lives as long as the tab. */
export const inSessionStorage = <T>(access: (storage: Storage) => T): T | null =>
  withStorage(() => window.sessionStorage, access);

/** Accesses the local storage, which all tabs of this browser share. */
export const inLocalStorage = <T>(access: (storage: Storage) => T): T | null =>
  withStorage(() => window.localStorage, access);

/** Parses a stored text. Null if there is none, or invalid JSON, because anybody at the browser may have written it. */
export function parseKept(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch (notJson) {
    if (notJson instanceof SyntaxError) return null;
    throw notJson;
  }
}
