import type { ToolCall } from '@parlance/shared/contract/api/tools';
import type { Message, Rating, Turn } from '@parlance/shared/contract/api/dialogues';
import { isUnderWay, withEvent } from '@parlance/shared/ui/answer/state';
import type { Answer } from '@parlance/shared/ui/answer/state';
import type { RunChange } from '@parlance/shared/ui/answer/use-run-stream';
import { entryOf, withCalls } from '../../messages/entry.ts';
import type { Entry } from '../../messages/entry.ts';

export type Conversation = {
  /** The branch that is read, oldest first. */
  readonly entries: readonly Entry[];
  /** Where the older ones go on; null when all are here. */
  readonly olderCursor: string | null;
  /** A prompt on its way to the server. */
  readonly sending: string | null;
};

export type MessagePage = { readonly items: readonly Message[]; readonly next_cursor: string | null };

export type Change =
  | { readonly type: 'older'; readonly page: MessagePage }
  | { readonly type: 'newest'; readonly page: MessagePage }
  | { readonly type: 'branch'; readonly page: MessagePage }
  | { readonly type: 'sending'; readonly prompt: string }
  | { readonly type: 'not-sent' }
  | { readonly type: 'turn'; readonly turn: Turn }
  | { readonly type: 'rated'; readonly messageId: string; readonly rating: Rating | null }
  | { readonly type: 'calls'; readonly calls: readonly ToolCall[] }
  | RunChange;

/** A conversation as its newest page shows it. */
export function beginConversation(page: MessagePage): Conversation {
  return { entries: entriesOf(page), olderCursor: page.next_cursor, sending: null };
}

export function changeConversation(before: Conversation, change: Change): Conversation {
  switch (change.type) {
    case 'older':
      return { ...before, entries: merge(entriesOf(change.page), before.entries), olderCursor: change.page.next_cursor };
    case 'newest':
      return withEnd(before, change.page, true);
    case 'branch':
      return withEnd(before, change.page, false);
    case 'sending':
      return { ...before, sending: change.prompt };
    case 'not-sent':
      return { ...before, sending: null };
    case 'turn':
      return { ...before, sending: null, entries: withTurn(before.entries, change.turn) };
    case 'rated':
      return withEntry(before, ({ id }) => id === change.messageId, (entry) => ({ ...entry, rating: change.rating }));
    case 'event':
      return withAnswer(before, change.runId, (answer) => withEvent(answer, change.event));
    case 'calls':
      return { ...before, entries: before.entries.map((entry) => withCalls(entry, change.calls)) };
    case 'unreadable':
      return withAnswer(before, change.runId, (answer) => ({ ...answer, status: 'failed', errorCode: change.errorCode }));
  }
}

/** The answers that are written or wait for their turn, in this order. Only the first one can be under the pen. */
export function answersUnderWay({ entries }: Conversation): readonly Entry[] {
  return entries.filter(({ runId, answer }) => runId !== null && isUnderWay(answer.status));
}

const entriesOf = ({ items }: MessagePage): readonly Entry[] => items.map(entryOf).reverse();

/** Both, in this order, each message once. Of an answer that is in both the one that knows more stays. */
function merge(first: readonly Entry[], second: readonly Entry[]): readonly Entry[] {
  const merged = new Map(first.map((entry) => [entry.id, entry]));
  for (const entry of second) {
    const known = merged.get(entry.id);
    merged.set(entry.id, known === undefined ? entry : fuller(known, entry));
  }
  return [...merged.values()];
}

/** The versions, the rating, what rules did and what an administrator has decided are those of the newer one. */
function fuller(one: Entry, other: Entry): Entry {
  const oneEnded = !isUnderWay(one.answer.status);
  const otherEnded = !isUnderWay(other.answer.status);
  const otherKnowsMore = oneEnded === otherEnded ? other.answer.text.length > one.answer.text.length : otherEnded;
  // The server stores what an answer cites with its end; who reads it as it is written is told before.
  const citations = otherEnded || other.answer.citations.length > 0 ? other.answer.citations : one.answer.citations;
  if (otherKnowsMore) return withCalls({ ...other, answer: { ...other.answer, citations } }, one.answer.calls);
  const isSame = one.versions.length === other.versions.length && one.rating === other.rating && one.answer.approval?.state === other.answer.approval?.state && one.answer.rules.length === other.answer.rules.length;
  return isSame ? one : { ...one, versions: other.versions, rating: other.rating, answer: { ...one.answer, approval: other.answer.approval, rules: other.answer.rules } };
}

/**
 * The conversation with the end that the server shows. Before it stays what it goes on from. What follows it stays too
 * where `keepsNewer`: it was sent while the page was on its way; in another branch it belongs to the one that was left.
 */
function withEnd(before: Conversation, page: MessagePage, keepsNewer: boolean): Conversation {
  const end = entriesOf(page);
  const [first] = end;
  const last = end.at(-1);
  if (first === undefined || last === undefined) return keepsNewer ? before : { ...before, entries: [], olderCursor: null };
  const start = before.entries.findIndex(({ id }) => id === first.id);
  const parent = before.entries.findIndex(({ id }) => id === first.parentId);
  const known = new Map(before.entries.map((entry) => [entry.id, entry]));
  const shown = end.map((entry) => fuller(known.get(entry.id) ?? entry, entry));
  const follows = before.entries.findIndex(({ parentId }) => parentId === last.id);
  const newer = keepsNewer && follows !== -1 ? before.entries.slice(follows) : [];
  const isJoined = start !== -1 || parent !== -1;
  const older = start === -1 ? before.entries.slice(0, parent + 1) : before.entries.slice(0, start);
  return { ...before, entries: [...older, ...shown, ...newer], olderCursor: isJoined ? before.olderCursor : page.next_cursor };
}

/** A turn follows what is there, or begins a branch in the place of another version of its prompt or its answer. */
function withTurn(entries: readonly Entry[], { prompt, answer }: Turn): readonly Entry[] {
  const turn = [entryOf(prompt), entryOf(answer)];
  if (entries.some(({ id }) => id === answer.id)) return merge(entries, turn);
  const branch = entries.findIndex(({ id }) => prompt.versions.includes(id));
  return [...(branch === -1 ? entries : entries.slice(0, branch)), ...turn];
}

function withEntry(before: Conversation, isMeant: (entry: Entry) => boolean, change: (entry: Entry) => Entry): Conversation {
  return { ...before, entries: before.entries.map((entry) => (isMeant(entry) ? change(entry) : entry)) };
}

function withAnswer(before: Conversation, runId: string, change: (answer: Answer) => Answer): Conversation {
  return withEntry(before, (entry) => entry.runId === runId, (entry) => {
    const answer = change(entry.answer);
    return answer === entry.answer ? entry : { ...entry, answer };
  });
}
