import { listMessages } from '@parlance/shared/contract/api/dialogues';
import type { Message } from '@parlance/shared/contract/api/dialogues';
import { call } from '@parlance/shared/http';
import type { MessagePage } from './conversation.ts';

/** The messages to load from a dialogue: those of its active branch, or of the branch of a viewed message. */
export type Branch = { readonly dialogueId: string; readonly viewedId: string | null };

/** Loads a page of a branch: its newest messages, or those behind a cursor. */
export const messagesOf = ({ dialogueId, viewedId }: Branch, cursor?: string, limit?: number): Promise<MessagePage> =>
  call(listMessages, {
    params: { dialogue_id: dialogueId },
    query: { cursor, limit, branch_of: viewedId ?? undefined },
  });

/** The most messages a page may have. */
const pageSize = 100;

/** Loads a branch from its end back to a message, or to its beginning if the message is not in it. */
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
