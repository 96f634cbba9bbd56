import { useEffect } from 'react';
import type { Dispatch } from 'react';
import { listToolCalls } from '@parlance/shared/contract/api/tools';
import { call } from '@parlance/shared/http';
import type { Entry } from '../../messages/entry.ts';
import type { Change } from './conversation.ts';

/** Loads the calls of earlier answers; the stream of an answer under way brings its own. */
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
      // The answers are shown without them; the next visit of the dialogue retries.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [dialogueId, missing, change]);
}
