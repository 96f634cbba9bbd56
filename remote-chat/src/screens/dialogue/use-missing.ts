import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Dispatch } from 'react';
import { gapAbove } from './conversation.ts';
import type { Change, Conversation } from './conversation.ts';
import { branchOf } from './use-branch.ts';
import type { Branch } from './use-branch.ts';

/** Messages above a shown one that could not be loaded. */
export type Missing = { readonly aboveId: string; readonly failure: unknown; readonly retry: () => void };

/** Loads the messages of another device before a turn of this one. Returns the gap as long as that fails. */
export function useMissing(
  { dialogueId, viewedId }: Branch,
  conversation: Conversation,
  change: Dispatch<Change>,
): Missing | null {
  const aboveId = gapAbove(conversation);
  const [failure, setFailure] = useState<unknown>(null);
  const load = useCallback(() => {
    if (aboveId === null) return;
    void branchOf({ dialogueId, viewedId }, aboveId).then((page) => {
      setFailure(null);
      change({ type: 'newest', page });
    }, setFailure);
  }, [aboveId, dialogueId, viewedId, change]);
  useEffect(load, [load]);
  return useMemo(
    () => (aboveId === null || failure === null ? null : { aboveId, failure, retry: load }),
    [aboveId, failure, load],
  );
}
