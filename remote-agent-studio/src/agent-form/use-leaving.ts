import { createContext, useContext, useEffect, useEffectEvent, useId, useState } from 'react';
import { useBlocker } from '@parlance/shared/router';
import { useUnloadAsks } from '@parlance/shared/ui/leaving';
import { hasUnsaved } from './draft-state.ts';
import type { Draft } from './use-draft.ts';

type Leaving = { readonly stay: () => void; readonly leave: () => void };
/**
 * A hold beside the draft: the question before the page is left, and whether its content is stored when another release
 * is loaded.
 */
type HeldDraft = { readonly text: string; readonly isKept: boolean };
type Hold = (id: string, held: HeldDraft | null) => void;

/**
 * The way for parts of the desk to make leaving ask: the page has one blocker, because of several the router would
 * honour the last alone.
 */
export const DeskHold = createContext<Hold>(() => undefined);

/** Makes leaving the desk ask with this text while it is held. */
export function useDeskHold(isHeld: boolean, { text, isKept }: HeldDraft): void {
  const hold = useContext(DeskHold);
  const id = useId();
  useEffect(() => {
    if (!isHeld) return undefined;
    hold(id, { text, isKept });
    return () => hold(id, null);
  }, [hold, id, isHeld, text, isKept]);
}

/** Returns the holds of a desk, and the function that adds one. */
export function useHolds(): { readonly held: readonly HeldDraft[]; readonly hold: Hold } {
  const [held, change] = useState<ReadonlyMap<string, HeldDraft>>(new Map());
  const [hold] = useState<Hold>(
    () => (id: string, one: HeldDraft | null) =>
      change(
        (before) =>
          new Map([...[...before].filter(([other]) => other !== id), ...(one === null ? [] : [[id, one] as const])]),
      ),
  );
  return { held: [...held.values()], hold };
}

/**
 * Asks before leaving if something is held. Then saves unsaved changes before a navigation, and asks only if that
 * fails. The browser itself asks before a page with unsaved changes is closed.
 */
export function useLeaving(draft: Draft, held: readonly HeldDraft[]): Leaving | null {
  const isUnsaved = hasUnsaved(draft);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      (isUnsaved || held.length > 0) && currentLocation.pathname !== nextLocation.pathname,
  );
  const saveAndLeave = useEffectEvent(async () => {
    const texts = [...new Set(held.map(({ text }) => text))];
    if (texts.length > 0 && !window.confirm(texts.join('\n\n'))) return blocker.reset?.();
    if ((await draft.save()) !== null) blocker.proceed?.();
  });
  const isBlocked = blocker.state === 'blocked';
  // Tried once for each attempt to leave.
  useEffect(() => {
    if (isBlocked) void saveAndLeave();
  }, [isBlocked]);
  useUnloadAsks(
    isUnsaved || held.length > 0,
    held.every(({ isKept }) => isKept),
  );
  const isAsked = isBlocked && !draft.isSaving && (draft.failure !== null || draft.theirs !== null);
  return isAsked ? { stay: () => blocker.reset(), leave: () => blocker.proceed() } : null;
}
