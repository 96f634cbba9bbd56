import { inSessionStorage } from '@parlance/shared/storage';

/**
 * What somebody has typed and attached and not sent, for as long as the tab is open. Only text the person typed is kept,
 * never an answer; of a file its id. A browser that denies storage costs the draft on a reload and nothing else.
 */
const keyOf = (place: string): string => `chat.draft.${place}`;
const filesKeyOf = (place: string): string => `chat.files.${place}`;

export function readDraft(place: string): string {
  return inSessionStorage((storage) => storage.getItem(keyOf(place))) ?? '';
}

export function keepDraft(place: string, text: string): void {
  inSessionStorage((storage) => (text === '' ? storage.removeItem(keyOf(place)) : storage.setItem(keyOf(place), text)));
}

/** Puts a text in front of what waits in a place. */
export function addToDraft(place: string, text: string): void {
  const waiting = readDraft(place);
  keepDraft(place, waiting === '' || text === '' ? text + waiting : `${text}\n\n${waiting}`);
}

/** The ids of the attachments that wait to be sent. */
export function readDraftFiles(place: string): readonly string[] {
  const kept = inSessionStorage((storage) => storage.getItem(filesKeyOf(place))) ?? '';
  return kept.split(',').filter((id) => id !== '');
}

export function keepDraftFiles(place: string, ids: readonly string[]): void {
  inSessionStorage((storage) => (ids.length === 0 ? storage.removeItem(filesKeyOf(place)) : storage.setItem(filesKeyOf(place), ids.join())));
}
