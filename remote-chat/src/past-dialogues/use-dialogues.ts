import { listDialogues } from '@parlance/shared/contract/api/dialogues';
import type { DialogueSummary } from '@parlance/shared/contract/api/dialogues';
import { useEndpointPages, type Pages } from '@parlance/shared/loading';
import { useDialogueNews } from './use-dialogue-news.ts';

/** The page size of a list beside other content. */
const pageSize = 8;

/** Loads one's own dialogues, pinned ones first, then the last changed; only those with one bot if it is given. */
export function useDialogues(botId?: string): Pages<DialogueSummary> {
  const pages = useEndpointPages(listDialogues, {
    query: { limit: pageSize, ...(botId === undefined ? {} : { bot_id: botId }) },
  });
  useDialogueNews(pages.reload);
  return pages;
}
