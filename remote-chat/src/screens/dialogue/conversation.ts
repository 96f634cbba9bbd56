import type { ToolCall } from '@parlance/shared/contract/api/tools';
import type { Message, Rating, Turn } from '@parlance/shared/contract/api/dialogues';
import { isUnderWay, readAgain, unreadableAnswer, withEvent } from '@parlance/shared/ui/answer/state';
import type { Answer } from '@parlance/shared/ui/answer/state';
import type { RunChange } from '@parlance/shared/ui/answer/use-run-stream';
import { entryOf, withCalls } from '../../messages/entry.ts';
import type { Entry } from '../../messages/entry.ts';

export type Conversation = {
  /** The active branch, oldest first. */
  readonly entries: readonly Entry[];
  /** The cursor of older messages; null once all are loaded. */
  readonly olderCursor: string | null;
  /** A prompt being sent. */
  readonly sending: string | null;
  /** The message whose branch is only viewed, as from a link to it; null if the branch is the server's active one. */
  readonly viewedId: string | null;
};

export type MessagePage = { readonly items: readonly Message[]; readonly next_cursor: string | null };

export type Change =
  | { readonly type: 'older'; readonly page: MessagePage }
  | { readonly type: 'newest'; readonly page: MessagePage }
  | { readonly type: 'branch'; readonly page: MessagePage }
  | { readonly type: 'viewed'; readonly messageId: string; readonly page: MessagePage }
  | { readonly type: 'sending'; readonly prompt: string }
  | { readonly type: 'not-sent' }
  | { readonly type: 'turn'; readonly turn: Turn }
  | { readonly type: 'rated'; readonly messageId: string; readonly rating: Rating | null }
  | { readonly type: 'calls'; readonly calls: readonly ToolCall[] }
  | RunChange;

/** Returns the conversation of its newest page. */
export function beginConversation(page: MessagePage): Conversation {
  return { entries: entriesOf(page), olderCursor: page.next_cursor, sending: null, viewedId: null };
}

/** Resumes a conversation. An answer that could not be read is requested again. */
export function resumeConversation(left: Conversation): Conversation {
  return withEntry(
    left,
    ({ isUnreadable }) => isUnreadable,
    (entry) => ({ ...entry, isUnreadable: false, answer: { ...entry.answer, status: 'running', errorCode: null } }),
  );
}

/** Returns the message above which others of the branch are missing; null if it is complete. */
export function gapAbove({ entries }: Conversation): string | null {
  return entries.find(({ parentId }, index) => index > 0 && parentId !== entries[index - 1]?.id)?.id ?? null;
}

/**
 * Returns the oldest message that the newest answer rests on, if the dialogue had become too long for its model; null
 * if it rests on all of it.
 */
export function firstReadId({ entries }: Conversation): string | null {
  const newest = entries.findLast(({ author, answer }) => author === 'bot' && !isUnderWay(answer.status));
  return newest?.answer.reading?.first_message_id ?? null;
}

export function changeConversation(before: Conversation, change: Change): Conversation {
  switch (change.type) {
    case 'older':
      return withOlder(before, change.page);
    case 'newest':
      return withEnd(before, change.page, true);
    case 'branch':
      return { ...withEnd(before, change.page, false), viewedId: null };
    case 'viewed':
      return { ...withEnd(before, change.page, false), viewedId: change.messageId };
    case 'sending':
      return { ...before, sending: change.prompt };
    case 'not-sent':
      return { ...before, sending: null };
    case 'turn':
      // The server makes the branch of a new turn the active one.
      return { ...before, sending: null, viewedId: null, entries: withTurn(before.entries, change.turn) };
    case 'rated':
      return withEntry(
        before,
        ({ id }) => id === change.messageId,
        (entry) => ({ ...entry, rating: change.rating }),
      );
    case 'event':
      return withAnswer(before, change.runId, (answer) => withEvent(answer, change.event));
    case 'calls':
      return { ...before, entries: before.entries.map((entry) => withCalls(entry, change.calls)) };
    case 'unreadable':
      return withEntry(
        before,
        ({ runId }) => runId === change.runId,
        (entry) => ({ ...entry, isUnreadable: true, answer: unreadableAnswer(entry.answer, change.errorCode) }),
      );
  }
}

/** Returns the answers under way or waiting, in their order. Only the first one can be written at present. */
export function answersUnderWay({ entries }: Conversation): readonly Entry[] {
  return entries.filter(({ runId, answer }) => runId !== null && isUnderWay(answer.status));
}

/** Prepends older messages. If the branch has changed since the request, they belong to the previous one. */
function withOlder(before: Conversation, page: MessagePage): Conversation {
  const older = entriesOf(page);
  const [oldest] = before.entries;
  const leadsHere = oldest === undefined || older.some(({ id }) => id === oldest.parentId || id === oldest.id);
  return leadsHere ? { ...before, entries: merge(older, before.entries), olderCursor: page.next_cursor } : before;
}

const entriesOf = ({ items }: MessagePage): readonly Entry[] => items.map(entryOf).reverse();

/** Merges both in this order, each message once. The more complete version of an answer stays. */
function merge(first: readonly Entry[], second: readonly Entry[]): readonly Entry[] {
  const merged = new Map(first.map((entry) => [entry.id, entry]));
  for (const entry of second) {
    const known = merged.get(entry.id);
    merged.set(entry.id, known === undefined ? entry : fuller(known, entry));
  }
  return [...merged.values()];
}

/**
 * Returns the more complete entry; versions, rating, applied rules and an administrator's decision are those of the
 * newer one.
 */
function fuller(one: Entry, other: Entry): Entry {
  if (one.isUnreadable !== other.isUnreadable)
    return one.isUnreadable ? entryReadAgain(one, other) : entryReadAgain(other, one);
  const oneEnded = !isUnderWay(one.answer.status);
  const otherEnded = !isUnderWay(other.answer.status);
  const otherKnowsMore = oneEnded === otherEnded ? isFurther(other.answer, one.answer) : otherEnded;
  // The server stores citations with the end of an answer; a reader of the stream gets them earlier.
  const citations = otherEnded || other.answer.citations.length > 0 ? other.answer.citations : one.answer.citations;
  // A message has no text of its reasoning, which its stream brings once.
  const reasoning = oneEnded === otherEnded ? longerReasoning(one.answer, other.answer) : null;
  if (otherKnowsMore)
    return withCalls(
      { ...other, answer: { ...other.answer, citations, reasoning: reasoning ?? other.answer.reasoning } },
      one.answer.calls,
    );
  const isSame =
    one.versions.length === other.versions.length &&
    one.rating === other.rating &&
    one.answer.approval?.state === other.answer.approval?.state &&
    one.answer.rules.length === other.answer.rules.length &&
    (reasoning === null || reasoning === one.answer.reasoning);
  return isSame
    ? one
    : {
        ...one,
        versions: other.versions,
        rating: other.rating,
        answer: {
          ...one.answer,
          approval: other.answer.approval,
          rules: other.answer.rules,
          reasoning: reasoning ?? one.answer.reasoning,
        },
      };
}

/** Says whether the text of an answer goes further than another state of it: it begins anew later, or is longer. */
const isFurther = (one: Answer, other: Answer): boolean =>
  isUnderWay(one.status) && one.from !== other.from ? one.from > other.from : one.text.length > other.text.length;

function longerReasoning({ reasoning: one }: Answer, { reasoning: other }: Answer): Answer['reasoning'] {
  return one === null || (other?.text ?? '').length > (one.text ?? '').length ? other : one;
}

const entryReadAgain = (had: Entry, said: Entry): Entry => ({ ...said, answer: readAgain(had.answer, said.answer) });

/**
 * Merges the server's newest page. The messages that it continues stay. Later ones stay too if `keepsNewer`: they were
 * sent during the load; in another branch they belong to the previous one.
 */
function withEnd(before: Conversation, page: MessagePage, keepsNewer: boolean): Conversation {
  const end = entriesOf(page);
  const [first] = end;
  const last = end.at(-1);
  if (first === undefined || last === undefined)
    return keepsNewer ? before : { ...before, entries: [], olderCursor: null };
  const start = before.entries.findIndex(({ id }) => id === first.id);
  const parent = before.entries.findIndex(({ id }) => id === first.parentId);
  const known = new Map(before.entries.map((entry) => [entry.id, entry]));
  const shown = end.map((entry) => fuller(known.get(entry.id) ?? entry, entry));
  const follows = before.entries.findIndex(({ parentId }) => parentId === last.id);
  const newer = keepsNewer && follows !== -1 ? before.entries.slice(follows) : [];
  // The page must continue the messages above; with a gap between, older ones are loaded from the page.
  const isJoined = parent !== -1 || start === 0;
  return {
    ...before,
    entries: [...before.entries.slice(0, parent + 1), ...shown, ...newer],
    olderCursor: isJoined ? before.olderCursor : page.next_cursor,
  };
}

/** Adds a turn at the end, or begins a branch in the place of another version of its prompt or its answer. */
function withTurn(entries: readonly Entry[], { prompt, answer }: Turn): readonly Entry[] {
  const turn = [entryOf(prompt), entryOf(answer)];
  if (entries.some(({ id }) => id === answer.id)) return merge(entries, turn);
  const branch = entries.findIndex(({ id }) => prompt.versions.includes(id));
  return [...(branch === -1 ? entries : entries.slice(0, branch)), ...turn];
}

function withEntry(
  before: Conversation,
  isMeant: (entry: Entry) => boolean,
  change: (entry: Entry) => Entry,
): Conversation {
  return { ...before, entries: before.entries.map((entry) => (isMeant(entry) ? change(entry) : entry)) };
}

function withAnswer(before: Conversation, runId: string, change: (answer: Answer) => Answer): Conversation {
  return withEntry(
    before,
    (entry) => entry.runId === runId,
    (entry) => {
      const answer = change(entry.answer);
      return answer === entry.answer ? entry : { ...entry, answer };
    },
  );
}
