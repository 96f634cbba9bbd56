import { useCallback, useSyncExternalStore } from 'react';
import { inSessionStorage } from '@parlance/shared/storage';
import { changeDraft, draftFrom, emptyDraft, keptOf } from './draft.ts';
import type { Draft, DraftChange } from './draft.ts';

/**
 * The drafts of this tab, by place: a member with a dialogue, an assistant or the home screen. They live outside the
 * screens, because what is on its way goes on when its screen is left, and are kept in the session storage for a
 * reload. A browser that denies storage costs the draft on a reload and nothing else.
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

/** Changes a draft, in the storage as well. Gives it as it is now. */
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

/** The draft of a place. `begins`: what stands there where there is none. */
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

/** A place that is opened for the first time begins with its text, which is kept once something of it is changed. */
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

/** What nobody looks at, what is not on its way and what the storage has, or needs not have, takes no room here. */
function letGo(place: string): void {
  const it = held.get(place);
  if (it === undefined || it.listeners.size > 0 || it.draft.sending !== null) return;
  if (!it.isKept && keptOf(it.draft) !== null) return;
  // What has not arrived is nowhere else.
  if (it.draft.files.some(({ source, state }) => source !== null && state !== 'refused')) return;
  held.delete(place);
  freePreviews(it.draft, emptyDraft);
}

/** A picture that is shown no more is let go of. */
function freePreviews(before: Draft, after: Draft): void {
  const shown = previewsOf(after);
  for (const preview of previewsOf(before)) if (!shown.includes(preview)) URL.revokeObjectURL(preview);
}

const previewsOf = ({ files, sending }: Draft): readonly string[] =>
  [...files, ...(sending?.files ?? [])].flatMap(({ preview }) => (preview === null ? [] : [preview]));

/** A test begins with nothing. */
export function forgetDrafts(): void {
  held.clear();
}
