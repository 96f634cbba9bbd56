/**
 * What somebody has typed and attached and not sent, for as long as the tab is open. Only text the person typed is kept,
 * never an answer; of a file its id. A browser that denies storage costs the draft on a reload and nothing else.
 */
const keyOf = (place: string): string => `chat.draft.${place}`;
const filesKeyOf = (place: string): string => `chat.files.${place}`;

export function readDraft(place: string): string {
  return withStorage((storage) => storage.getItem(keyOf(place))) ?? '';
}

export function keepDraft(place: string, text: string): void {
  withStorage((storage) => (text === '' ? storage.removeItem(keyOf(place)) : storage.setItem(keyOf(place), text)));
}

/** Puts a text in front of what waits in a place. */
export function addToDraft(place: string, text: string): void {
  const waiting = readDraft(place);
  keepDraft(place, waiting === '' || text === '' ? text + waiting : `${text}\n\n${waiting}`);
}

/** The ids of the attachments that wait to be sent. */
export function readDraftFiles(place: string): readonly string[] {
  const kept = withStorage((storage) => storage.getItem(filesKeyOf(place))) ?? '';
  return kept.split(',').filter((id) => id !== '');
}

export function keepDraftFiles(place: string, ids: readonly string[]): void {
  withStorage((storage) => (ids.length === 0 ? storage.removeItem(filesKeyOf(place)) : storage.setItem(filesKeyOf(place), ids.join())));
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
