import type { Message, Turn } from '@parlance/shared/contract/api/dialogues';
import { answerOf, isUnderWay, withEvent } from '../../answer/answer.ts';
import type { Answer, ReceivedEvent } from '../../answer/answer.ts';

/** One message as the screen holds it. An entry that did not change is the same object. */
export type Entry = {
  readonly id: string;
  readonly author: Message['author'];
  readonly createdAt: string;
  readonly runId: string | null;
  readonly answer: Answer;
};

export type Conversation = {
  /** Oldest first. */
  readonly entries: readonly Entry[];
  /** Where the older ones go on; null when all are here. */
  readonly olderCursor: string | null;
  /** A prompt on its way to the server. */
  readonly sending: string | null;
};

type MessagePage = { readonly items: readonly Message[]; readonly next_cursor: string | null };

export type Change =
  | { readonly type: 'older'; readonly page: MessagePage }
  | { readonly type: 'newest'; readonly page: MessagePage }
  | { readonly type: 'sending'; readonly prompt: string }
  | { readonly type: 'not-sent' }
  | { readonly type: 'turn'; readonly turn: Turn }
  | { readonly type: 'event'; readonly runId: string; readonly event: ReceivedEvent }
  | { readonly type: 'unreadable'; readonly runId: string; readonly errorCode: string };

/** A conversation as its newest page shows it. */
export function beginConversation(page: MessagePage): Conversation {
  return { entries: page.items.map(entryOf).reverse(), olderCursor: page.next_cursor, sending: null };
}

export function changeConversation(before: Conversation, change: Change): Conversation {
  switch (change.type) {
    case 'older':
      return { ...before, entries: merge(change.page.items.map(entryOf).reverse(), before.entries), olderCursor: change.page.next_cursor };
    case 'newest':
      return { ...before, entries: merge(before.entries, change.page.items.map(entryOf).reverse()) };
    case 'sending':
      return { ...before, sending: change.prompt };
    case 'not-sent':
      return { ...before, sending: null };
    case 'turn':
      return { ...before, sending: null, entries: merge(before.entries, [entryOf(change.turn.prompt), entryOf(change.turn.answer)]) };
    case 'event':
      return withAnswer(before, change.runId, (answer) => withEvent(answer, change.event));
    case 'unreadable':
      return withAnswer(before, change.runId, (answer) => ({ ...answer, status: 'failed', errorCode: change.errorCode }));
  }
}

/** The answer that is being written. At most one: the server refuses a second prompt meanwhile. */
export function runningEntry({ entries }: Conversation): Entry | null {
  return entries.findLast(({ runId, answer }) => runId !== null && isUnderWay(answer.status)) ?? null;
}

function entryOf(message: Message): Entry {
  const { run } = message;
  return {
    id: message.id,
    author: message.author,
    createdAt: message.created_at,
    runId: run?.id ?? null,
    answer: answerOf({ ...message, status: run?.status ?? 'complete', errorCode: run?.error_code ?? null }),
  };
}

/** Both, in this order, each message once. Of an answer that is in both the one that knows more stays. */
function merge(first: readonly Entry[], second: readonly Entry[]): readonly Entry[] {
  const merged = new Map(first.map((entry) => [entry.id, entry]));
  for (const entry of second) {
    const known = merged.get(entry.id);
    merged.set(entry.id, known === undefined ? entry : fuller(known, entry));
  }
  return [...merged.values()];
}

function fuller(one: Entry, other: Entry): Entry {
  const oneEnded = !isUnderWay(one.answer.status);
  const otherEnded = !isUnderWay(other.answer.status);
  if (oneEnded !== otherEnded) return oneEnded ? one : other;
  return other.answer.text.length > one.answer.text.length ? other : one;
}

function withAnswer(before: Conversation, runId: string, change: (answer: Answer) => Answer): Conversation {
  const entries = before.entries.map((entry) => {
    if (entry.runId !== runId) return entry;
    const answer = change(entry.answer);
    return answer === entry.answer ? entry : { ...entry, answer };
  });
  return { ...before, entries };
}
