import type { Entries } from './entries.ts';

/** The most forms whose entries are kept; the oldest makes room. */
const formsAtMost = 20;

const kept = new Map<string, Entries>();

/** Keeps what is entered in the form of an elicitation, in memory alone, for when its message is drawn anew. */
export function keepEntries(elicitationId: string, entries: Entries): void {
  kept.delete(elicitationId);
  kept.set(elicitationId, entries);
  for (const oldest of [...kept.keys()].slice(0, -formsAtMost)) kept.delete(oldest);
}

export const keptEntries = (elicitationId: string): Entries | undefined => kept.get(elicitationId);

export const forgetEntries = (elicitationId: string): void => void kept.delete(elicitationId);
