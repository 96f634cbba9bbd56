import { listMessages } from '@parlance/shared/contract/api/dialogues';
import type { Message } from '@parlance/shared/contract/api/dialogues';
import { call } from '@parlance/shared/http';
import type { MessagePage } from './conversation.ts';

/**
 * Which messages of a dialogue: those of the branch that is read, or of the one of a message that is only looked at.
 */
export type Branch = { readonly dialogueId: string; readonly viewedId: string | null };

/** A page of a branch: its newest messages, or those behind a cursor. */
export const messagesOf = ({ dialogueId, viewedId }: Branch, cursor?: string, limit?: number): Promise<MessagePage> =>
  call(listMessages, {
    params: { dialogue_id: dialogueId },
    query: { cursor, limit, branch_of: viewedId ?? undefined },
  });

/** The most messages a page may have. */
const pageSize = 100;

/** A branch from its end back to a message, or to its beginning where the message is not in it. */
export async function branchOf(branch: Branch, messageId: string): Promise<MessagePage> {
  const items: Message[] = [];
  let cursor: string | undefined;
  do {
    const page = await messagesOf(branch, cursor, pageSize);
    items.push(...page.items);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && !items.some(({ id }) => id === messageId));
  return { items, next_cursor: cursor ?? null };
}
