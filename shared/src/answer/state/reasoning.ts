import type { RunEvent } from '../../contract/api/runs/runs.ts';

/** The reasoning of a model before it answered. It is no part of the answer’s text. */
export type Reasoning = {
  /** The text that has arrived, in Markdown; null if none has: `readReasoning` returns it once the answer has ended. */
  readonly text: string | null;
  /** The milliseconds spent on it so far. */
  readonly ms: number;
  /** True while the model says something else; it may come back to it. */
  readonly isOver: boolean;
};

type ReasoningEvent = RunEvent & { readonly type: 'reasoning' };

/** Returns how much of a reasoning has arrived, in UTF-16 code units. */
export const reasonedLength = (reasoning: Reasoning | null): number => reasoning?.text?.length ?? 0;

/**
 * Returns the reasoning after an event. One that begins at 0 brings all of it again. A repeated event, and one after a
 * gap, changes nothing.
 */
export function withReasoning(before: Reasoning | null, event: ReasoningEvent): Reasoning | null {
  const { text: added, from, ms, is_over: isOver } = event;
  const length = reasonedLength(before);
  if (from > length) return before;
  const had = from === 0 ? '' : (before?.text ?? '');
  if (from < had.length && from + added.length <= had.length) return before;
  const text = had + added.slice(had.length - from);
  const isSame = before !== null && before.text === text && before.ms === ms && before.isOver === isOver;
  return isSame ? before : { text, ms, isOver };
}

/** Returns a reasoning that is to be shown: not one of blanks alone, as of a model that was told not to reason. */
export const visibleReasoning = (reasoning: Reasoning | null): Reasoning | null =>
  reasoning?.text?.trim() === '' ? null : reasoning;
