import { useEffect, useEffectEvent } from 'react';
import { useBlocker } from '@parlance/shared/router';
import { useUnloadAsks } from '@parlance/shared/ui/leaving';
import { hasUnsaved } from './draft-state.ts';
import type { Draft } from './use-draft.ts';

type Leaving = { readonly stay: () => void; readonly leave: () => void };

/**
 * Saves what is unsaved before one goes to another screen, and asks only where that fails. The browser asks by itself
 * before a page with something unsaved is closed.
 */
export function useLeaving(draft: Draft): Leaving | null {
  const isUnsaved = hasUnsaved(draft);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isUnsaved && currentLocation.pathname !== nextLocation.pathname);
  const saveAndLeave = useEffectEvent(async () => {
    if ((await draft.save()) !== null) blocker.proceed?.();
  });
  const isBlocked = blocker.state === 'blocked';
  // Tried once for each attempt to leave.
  useEffect(() => {
    if (isBlocked) void saveAndLeave();
  }, [isBlocked]);
  useUnloadAsks(isUnsaved);
  const isAsked = isBlocked && !draft.isSaving && (draft.failure !== null || draft.theirs !== null);
  return isAsked ? { stay: () => blocker.reset(), leave: () => blocker.proceed() } : null;
}
