import { listDialogues } from '@parlance/shared/contract/api/dialogues';
import type { DialogueSummary } from '@parlance/shared/contract/api/dialogues';
import { useEndpointPages, type Pages } from '@parlance/shared/loading';
import { useDialogueNews } from './use-dialogue-news.ts';

/** Dialogues on one page of a list beside other things. */
const pageSize = 8;

/** One's own dialogues, the pinned ones first, then the last changed; those with one bot where it is named. */
export function useDialogues(botId?: string): Pages<DialogueSummary> {
  const pages = useEndpointPages(listDialogues, {
    query: { limit: pageSize, ...(botId === undefined ? {} : { bot_id: botId }) },
  });
  useDialogueNews(pages.reload);
  return pages;
}
