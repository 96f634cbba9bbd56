import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { ApiFailure, stream } from '@parlance/shared/http';
import { streamRun } from '../../contract/api/runs/runs.ts';
import { placeOf } from '../state/answer.ts';
import type { Answer, Place } from '../state/answer.ts';
import type { AnswerConnection } from './answer-connection.ts';
import { followRun } from './follow-run.ts';
import { afterFrame } from './after-frame.ts';
import { createPace } from './pace.ts';
import type { RunChange } from './pace.ts';

export type { RunChange } from './pace.ts';

const beginning: Place = { text: 0, reasoning: 0 };

type Running = { readonly runId: string | null; readonly answer: Answer };

/**
 * Reads the answer that is being written as it grows, from the connection on which it began where that is there.
 * Returns whether its stream is connected. A lost stream reconnects.
 */
export function useRunStream(
  running: Running | null,
  change: (change: RunChange) => void,
  connection: AnswerConnection | null = null,
): boolean {
  const [isConnected, setIsConnected] = useState(true);
  const runId = running?.runId ?? null;
  const readSoFar = useEffectEvent((): Place => (running === null ? beginning : placeOf(running.answer)));
  const takeConnection = useEffectEvent((id: string) => (connection?.runId === id ? connection.take() : null));
  // Counts what was shown, and so is drawn with it.
  const [shown, setShown] = useState(0);
  const drawn = useRef<(() => void) | null>(null);
  useLayoutEffect(() => drawn.current?.(), [shown]);

  useEffect(() => {
    if (runId === null) return undefined;
    const reader = new AbortController();
    const pace = createPace({
      // A transition: drawing comes in slices, and gives way to whoever types or scrolls meanwhile.
      show: (changes) =>
        startTransition(() => {
          changes.forEach(change);
          setShown((before) => before + 1);
        }),
      afterFrame,
    });
    drawn.current = pace.drawn;
    void readRun(runId);
    return () => {
      reader.abort();
      pace.close();
      drawn.current = null;
      setIsConnected(true);
    };

    async function readRun(id: string): Promise<void> {
      try {
        await followRun({
          from: readSoFar(),
          open: (offset) =>
            stream(
              streamRun,
              { params: { run_id: id } },
              {
                lastEventId: String(offset),
                connection: takeConnection(id),
                signal: reader.signal,
                onConnection: (state) => setIsConnected(state === 'open'),
              },
            ),
          onEvent: (event) => {
            if (!reader.signal.aborted) pace.add({ type: 'event', runId: id, event });
          },
        });
      } catch (failure) {
        if (!reader.signal.aborted)
          pace.add({
            type: 'unreadable',
            runId: id,
            errorCode: failure instanceof ApiFailure ? failure.code : 'internal',
          });
      }
    }
  }, [runId, change]);
  return isConnected;
}
