import { useCallback, useSyncExternalStore } from 'react';
import { inSessionStorage } from '@parlance/shared/storage';
import { changeDraft, draftFrom, emptyDraft, keptOf } from './draft.ts';
import type { Draft, DraftChange } from './draft.ts';

/**
 * The drafts of this tab, by place: a member with a dialogue, an assistant or the home screen. They live outside the
 * screens, because requests under way outlive their screen, and are kept in the session storage for a reload. A browser
 * that denies storage costs the draft on a reload and nothing else.
 */
type StoredDraft = { draft: Draft; readonly listeners: Set<() => void>; isKept: boolean };
const held = new Map<string, StoredDraft>();

const keyOf = (place: string): string => `chat.draft.${place}`;

function hold(place: string): StoredDraft {
  const known = held.get(place);
  if (known !== undefined) return known;
  const read: StoredDraft = {
    draft: draftFrom(inSessionStorage((storage) => storage.getItem(keyOf(place)))),
    listeners: new Set(),
    isKept: true,
  };
  held.set(place, read);
  return read;
}

export const draftOf = (place: string): Draft => hold(place).draft;

export const isWatched = (place: string): boolean => (held.get(place)?.listeners.size ?? 0) > 0;

/** Changes a draft, in the storage as well. Returns the new draft. */
export function changeDraftOf(place: string, change: DraftChange): Draft {
  const it = hold(place);
  const before = it.draft;
  const draft = changeDraft(before, change);
  if (draft !== before) {
    it.draft = draft;
    it.isKept = keep(place, draft);
    freePreviews(before, draft);
    for (const listener of [...it.listeners]) listener();
  }
  letGo(place);
  return draft;
}

/** Returns the draft of a place. `begins`: the initial text without one. */
export function useDraft(place: string, begins: string): Draft {
  const watch = useCallback(
    (listener: () => void) => {
      const { listeners } = hold(place);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) changeDraftOf(place, { type: 'left' });
      };
    },
    [place],
  );
  return useSyncExternalStore(watch, () => begun(place, begins));
}

/** Begins the draft of a place with its initial text, which is stored once it is changed. */
function begun(place: string, begins: string): Draft {
  const isNew = begins !== '' && !held.has(place);
  const it = hold(place);
  if (isNew && it.draft === emptyDraft) it.draft = { ...emptyDraft, text: begins };
  return it.draft;
}

function keep(place: string, draft: Draft): boolean {
  const kept = keptOf(draft);
  const isDone = inSessionStorage((storage) => {
    if (kept === null) storage.removeItem(keyOf(place));
    else storage.setItem(keyOf(place), JSON.stringify(kept));
    return true;
  });
  return isDone === true;
}

/**
 * Frees the memory of a draft without a listener or a request under way, if the storage has it or it need not be
 * stored.
 */
function letGo(place: string): void {
  const it = held.get(place);
  if (it === undefined || it.listeners.size > 0 || it.draft.sending !== null) return;
  if (!it.isKept && keptOf(it.draft) !== null) return;
  // Files that have not been uploaded exist nowhere else.
  if (it.draft.files.some(({ source, state }) => source !== null && state !== 'refused')) return;
  held.delete(place);
  freePreviews(it.draft, emptyDraft);
}

/** Revokes the previews that are no longer shown. */
function freePreviews(before: Draft, after: Draft): void {
  const shown = previewsOf(after);
  for (const preview of previewsOf(before)) if (!shown.includes(preview)) URL.revokeObjectURL(preview);
}

const previewsOf = ({ files, sending }: Draft): readonly string[] =>
  [...files, ...(sending?.files ?? [])].flatMap(({ preview }) => (preview === null ? [] : [preview]));

/** Clears the drafts: a test begins with none. */
export function forgetDrafts(): void {
  held.clear();
}
