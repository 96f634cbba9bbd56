import { isComposing } from '@parlance/shared/ui/composing';
import { useState, type KeyboardEvent } from 'react';
import type { Entry } from './entries.ts';

type Choice = {
  /** The entry that Enter runs; undefined if there is none. */
  readonly chosen: Entry | undefined;
  /** Chooses an entry; null returns to the first. */
  readonly choose: (entry: Entry | null) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
};

/**
 * Returns the active entry: the first until the arrows or the pointer move to another, wrapping around from the last to
 * the first.
 */
export function useChoice(entries: readonly Entry[], carryOut: (entry: Entry) => void): Choice {
  const [id, setId] = useState<string | null>(null);
  const at = Math.max(
    0,
    entries.findIndex((entry) => entry.id === id),
  );
  const chosen = entries[at];
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event)) return;
    const step = steps[event.key];
    if (step !== undefined) setId(entries.at((at + step) % entries.length)?.id ?? null);
    else if (event.key === 'Enter' && chosen !== undefined) {
      // A held key was pressed for the previous entry.
      if (!event.repeat) carryOut(chosen);
    } else return;
    event.preventDefault();
  }
  return { chosen, choose: (entry) => setId(entry?.id ?? null), onKeyDown };
}
