import type { ReadPlace } from '../../message-list/anchor.ts';
import type { Conversation } from './conversation.ts';
import type { OpenDialogue } from './use-opened.ts';

/** A dialogue as it was left, and the load that the conversation includes already. */
export type KeptPlace = { readonly conversation: Conversation; readonly opened: OpenDialogue };

/**
 * The most dialogues, and places in them, that can be returned to; older ones open at their end, with their newest
 * page.
 */
const mostKept = 10;
const left = new Map<string, KeptPlace>();
const places = new Map<string, ReadPlace>();

/** Stores the conversation of a dialogue: the page it was opened with lacks the messages since. */
export function keepConversation(dialogueId: string, { conversation, opened }: KeptPlace): void {
  keep(left, dialogueId, { conversation: { ...conversation, sending: null }, opened });
}

export const keptConversation = (dialogueId: string): KeptPlace | null => left.get(dialogueId) ?? null;

/** Stores the reading position of a history entry in this tab; null: the end. */
export function keepPlace(historyKey: string, place: ReadPlace | null): void {
  if (place === null) places.delete(historyKey);
  else keep(places, historyKey, place);
}

export const keptPlace = (historyKey: string): ReadPlace | null => places.get(historyKey) ?? null;

/** Clears the places: a test begins with none. */
export function forgetPlaces(): void {
  left.clear();
  places.clear();
}

function keep<T>(all: Map<string, T>, key: string, value: T): void {
  all.delete(key);
  all.set(key, value);
  const [oldest] = all.keys();
  if (all.size > mostKept && oldest !== undefined) all.delete(oldest);
}
