import { useEffect } from 'react';
import type { Dispatch } from 'react';
import { listToolCalls } from '@parlance/shared/contract/api/tools';
import { call } from '@parlance/shared/http';
import type { Entry } from '../../messages/entry.ts';
import type { Change } from './conversation.ts';

/** Reads the calls of answers that were written before; an answer that is being written tells of its own. */
export function useToolCalls(dialogueId: string, entries: readonly Entry[], change: Dispatch<Change>): void {
  const missing = entries
    .filter(({ hasCalls, answer }) => hasCalls && answer.calls.length === 0)
    .map(({ id }) => id)
    .join();

  useEffect(() => {
    if (missing === '') return undefined;
    let isWanted = true;
    void call(listToolCalls, { params: { dialogue_id: dialogueId } }).then(
      ({ items }) => isWanted && change({ type: 'calls', calls: items }),
      // The answers are there without them; the next look at the dialogue asks again.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [dialogueId, missing, change]);
}
