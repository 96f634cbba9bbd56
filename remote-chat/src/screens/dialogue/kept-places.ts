import type { ReadPlace } from '../../message-list/anchor.ts';
import type { Conversation } from './conversation.ts';
import type { OpenDialogue } from './use-opened.ts';

/** A dialogue as it was left, and the load of it that the conversation holds already. */
export type KeptPlace = { readonly conversation: Conversation; readonly opened: OpenDialogue };

/** Dialogues, and places in them, that may be returned to; older ones open at their end, with their newest page. */
const mostKept = 10;
const left = new Map<string, KeptPlace>();
const places = new Map<string, ReadPlace>();

/** What was read and said in a dialogue: the page it was opened with knows nothing of what was said since. */
export function keepConversation(dialogueId: string, { conversation, opened }: KeptPlace): void {
  keep(left, dialogueId, { conversation: { ...conversation, sending: null }, opened });
}

export const keptConversation = (dialogueId: string): KeptPlace | null => left.get(dialogueId) ?? null;

/** Which message was read where at a place in the history of this tab; null: the end. */
export function keepPlace(historyKey: string, place: ReadPlace | null): void {
  if (place === null) places.delete(historyKey);
  else keep(places, historyKey, place);
}

export const keptPlace = (historyKey: string): ReadPlace | null => places.get(historyKey) ?? null;

/** A test begins with nothing. */
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
