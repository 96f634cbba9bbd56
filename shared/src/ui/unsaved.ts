import { useTranslation } from '@parlance/shared/i18n';
import { sessionStore } from '@parlance/shared/session';
import { useEffect, useEffectEvent, useState } from 'react';
import { inSessionStorage, parseKept } from '../browser/storage.ts';
import { onReload } from './reloading.ts';
import { toast } from './toasts.ts';

/** An unsaved draft. `revision`: its base, so that it overwrites nobody's later save; 0 for something new. */
export type UnsavedDraft<T extends object> = { readonly typed: T; readonly revision: number };

/** Returns the storage key, separate for each person: a browser has several, one after the other. */
const keyOf = (person: string, place: string): string => `unsaved.${person}.${place}`;
const personNow = (): string => sessionStore.getState().whoami?.member_id ?? '';

/**
 * Restores the person's draft of a place, in this tab, from when their session ended or they loaded another release;
 * null if there is none. The form begins with it instead of `like`, and says that it is not saved. `like` is the form's
 * own initial state: a stored draft of another shape, from an earlier release, is dropped.
 */
export function useUnsaved<T extends object>(place: string, like: T): UnsavedDraft<T> | null {
  const { t } = useTranslation('shared');
  const [found] = useState(() => read(keyOf(personNow(), place), like));
  const tell = useEffectEvent(() => toast(t('ui.unsaved')));
  useEffect(() => {
    if (found === null) return;
    // The form holds it from here on, and ends with it.
    write(keyOf(personNow(), place), null);
    tell();
  }, [found, place]);
  return found;
}

/** Stores a draft for the form that is opened in a place next. */
export const leaveUnsaved = (place: string, unsaved: UnsavedDraft<object>): void =>
  write(keyOf(personNow(), place), JSON.stringify(unsaved));

/**
 * Stores the draft of a place when the session ends or another release is loaded, for the same person to continue.
 * Null: nothing is unsaved.
 */
export function useUnsavedWaits(place: string, unsaved: UnsavedDraft<object> | null): void {
  const keep = useEffectEvent((person: string) => {
    if (unsaved !== null) write(keyOf(person, place), JSON.stringify(unsaved));
  });
  useEffect(() => {
    const ends = [
      sessionStore.subscribe(({ status }, { whoami: before }) => {
        if (status === 'anonymous' && before !== null) keep(before.member_id);
      }),
      onReload(() => keep(personNow())),
    ];
    return () => ends.forEach((end) => end());
  }, []);
}

function read<T extends object>(key: string, like: T): UnsavedDraft<T> | null {
  const found = parseKept(inSessionStorage((storage) => storage.getItem(key)));
  const isWhole =
    isObject(found) &&
    isObject(found['typed']) &&
    typeof found['revision'] === 'number' &&
    isShapedLike(found['typed'], like);
  return isWhole ? (found as UnsavedDraft<T>) : null; // its parts were just checked
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);
/** Says whether `found` has the same parts of the same kinds; a null in either matches any kind. */
const isShapedLike = (found: Readonly<Record<string, unknown>>, like: object): boolean =>
  Object.entries(like).every(
    ([name, value]) =>
      name in found && (value === null || found[name] === null || kindOf(found[name]) === kindOf(value)),
  );

const write = (key: string, text: string | null): void =>
  void inSessionStorage((storage) => (text === null ? storage.removeItem(key) : storage.setItem(key, text)));
