/**
 * What `access` makes of a storage of the browser; null where the storage is denied or full. Reading the property
 * already throws where it is denied, and writing throws where it is full.
 */
export function withStorage<T>(storage: () => Storage, access: (storage: Storage) => T): T | null {
  try {
    return access(storage());
  } catch (refused) {
    if (refused instanceof DOMException) return null;
    throw refused;
  }
}

/** The session storage, which lives as long as the tab. */
export const inSessionStorage = <T>(access: (storage: Storage) => T): T | null =>
  withStorage(() => window.sessionStorage, access);

/** The local storage, which all tabs of this browser share. */
export const inLocalStorage = <T>(access: (storage: Storage) => T): T | null =>
  withStorage(() => window.localStorage, access);

/**
 * What a kept text says. Null where there is none, or invalid JSON, because anybody at the browser may have written it.
 */
export function parseKept(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch (notJson) {
    if (notJson instanceof SyntaxError) return null;
    throw notJson;
  }
}
