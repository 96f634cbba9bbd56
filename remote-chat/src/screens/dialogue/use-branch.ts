import { listMessages } from '@parlance/shared/contract/api/dialogues';
import type { Message } from '@parlance/shared/contract/api/dialogues';
import { call } from '@parlance/shared/http';
import type { MessagePage } from './conversation.ts';

/** A page of the branch that is read: its newest messages, or those behind a cursor. */
export const messagesOf = (dialogueId: string, cursor?: string, limit?: number): Promise<MessagePage> =>
  call(listMessages, { params: { dialogue_id: dialogueId }, query: { cursor, limit } });

/** The most messages a page may have. */
const pageSize = 100;

/** The branch that is read from its end back to a message, or to its beginning where the message is not in it. */
export async function branchOf(dialogueId: string, messageId: string): Promise<MessagePage> {
  const items: Message[] = [];
  let cursor: string | undefined;
  do {
    const page = await messagesOf(dialogueId, cursor, pageSize);
    items.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && !items.some(({ id }) => id === messageId));
  return { items, next_cursor: cursor ?? null };
}
