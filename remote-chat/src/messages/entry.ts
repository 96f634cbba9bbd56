import type { Message } from '@parlance/shared/contract/api/dialogues';
import type { ToolCall } from '@parlance/shared/contract/api/tools';
import { answerOfMessage } from '@parlance/shared/ui/answer/state';
import type { Answer } from '@parlance/shared/ui/answer/state';

/** One message in a screen's state. An unchanged entry is the same object. */
export type Entry = Pick<Message, 'id' | 'author' | 'versions' | 'attachments' | 'rating'> & {
  readonly parentId: string | null;
  readonly createdAt: string;
  readonly runId: string | null;
  /** True if tools were called for it. */
  readonly hasCalls: boolean;
  /**
   * True if its stream was refused to this page. The answer is marked as failed for it; only the server knows its real
   * state.
   */
  readonly isUnreadable: boolean;
  readonly answer: Answer;
};

export function entryOf(message: Message): Entry {
  const { id, author, versions, attachments, rating, run } = message;
  return {
    id,
    author,
    versions,
    attachments,
    rating,
    parentId: message.parent_id,
    createdAt: message.created_at,
    runId: run?.id ?? null,
    isUnreadable: false,
    hasCalls: message.has_calls === true,
    answer: answerOfMessage(message),
  };
}

/** Adds the calls of an answer, unless its stream has brought newer ones. */
export function withCalls(entry: Entry, calls: readonly ToolCall[]): Entry {
  const own = entry.answer.calls.length > 0 ? [] : calls.filter((call) => call.answer_id === entry.id);
  return own.length === 0 ? entry : { ...entry, answer: { ...entry.answer, calls: own } };
}
