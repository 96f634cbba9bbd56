import { useTranslation } from '@parlance/shared/i18n';
import { sessionStore } from '@parlance/shared/session';
import { useEffect, useEffectEvent, useState } from 'react';
import { inSessionStorage, parseKept } from '../browser/storage.ts';
import { onReload } from './reloading.ts';
import { toast } from './toasts.ts';

/**
 * What is typed and not saved. `revision`: of what it was typed into, so that nothing is saved over what others saved
 * since; 0 of something new.
 */
export type UnsavedDraft<T extends object> = { readonly typed: T; readonly revision: number };

/** Everybody's own: a browser has several people, one after the other. */
const keyOf = (person: string, place: string): string => `unsaved.${person}.${place}`;
const personNow = (): string => sessionStore.getState().whoami?.member_id ?? '';

/**
 * What the person had typed in a place, in this tab, when their session ended or they loaded another release; null
 * where nothing waits. The form begins with it instead of `like`, and says that it is not saved. `like` is what the
 * form begins with otherwise: what waits in another shape, from a release before, is left out.
 */
export function useUnsaved<T extends object>(place: string, like: T): UnsavedDraft<T> | null {
  const { t } = useTranslation('shared');
  const [found] = useState(() => read(keyOf(personNow(), place), like));
  const tell = useEffectEvent(() => toast(t('ui.unsaved')));
  useEffect(() => {
    if (found === null) return;
    // From here on it is in the form, and goes with it.
    write(keyOf(personNow(), place), null);
    tell();
  }, [found, place]);
  return found;
}

/** Leaves what is typed in a place, for the form that is opened there next. */
export const leaveUnsaved = (place: string, unsaved: UnsavedDraft<object>): void =>
  write(keyOf(personNow(), place), JSON.stringify(unsaved));

/**
 * Keeps what is typed in a place when the session ends or another release is loaded, for the same person to go on with.
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
  return isWhole ? (found as UnsavedDraft<T>) : null; // its parts were just looked at
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const kindOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);
/** The same parts of the same kinds; of what may be absent either is right. */
const isShapedLike = (found: Readonly<Record<string, unknown>>, like: object): boolean =>
  Object.entries(like).every(
    ([name, value]) =>
      name in found && (value === null || found[name] === null || kindOf(found[name]) === kindOf(value)),
  );

const write = (key: string, text: string | null): void =>
  void inSessionStorage((storage) => (text === null ? storage.removeItem(key) : storage.setItem(key, text)));
