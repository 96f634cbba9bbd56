import type { ReadPlace } from '../../message-list/anchor.ts';
import type { Conversation } from './conversation.ts';

/** Dialogues that were left and may be returned to by Back; older ones open at their end. */
const mostKept = 10;
const kept = new Map<string, Conversation>();
const places = new Map<string, ReadPlace>();

/** What was read of a dialogue when its place in the history of this tab was left: older messages that were loaded are there again on Back. */
export function keepConversation(historyKey: string, conversation: Conversation): void {
  kept.delete(historyKey);
  kept.set(historyKey, { ...conversation, sending: null });
  const [oldest] = kept.keys();
  if (kept.size <= mostKept || oldest === undefined) return;
  kept.delete(oldest);
  places.delete(oldest);
}

export const keptConversation = (historyKey: string): Conversation | null => kept.get(historyKey) ?? null;

/** Which message was read where; null: the end. */
export function keepPlace(historyKey: string, place: ReadPlace | null): void {
  if (place === null) places.delete(historyKey);
  else places.set(historyKey, place);
}

export const keptPlace = (historyKey: string): ReadPlace | null => places.get(historyKey) ?? null;

/** A test begins with nothing. */
export function forgetPlaces(): void {
  kept.clear();
  places.clear();
}
