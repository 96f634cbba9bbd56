import { listDialogues, searchDialogues } from '@parlance/shared/contract/api/dialogues';
import type { DialogueSummary, SearchHit } from '@parlance/shared/contract/api/dialogues';
import { listSharedWithMe } from '@parlance/shared/contract/api/shares';
import type { SharedDialogue } from '@parlance/shared/contract/api/shares';
import { call } from '@parlance/shared/http';
import { useComposedPages, useEndpointPages, type Pages } from '@parlance/shared/loading';
import { useDialogueNews } from '../../past-dialogues/use-dialogue-news.ts';
import type { DialogueQuery } from './dialogue-query.ts';

/** Loads one's own dialogues, filtered by folder, bot and archive. */
export function useOwnDialogues({ view, folder, bot }: DialogueQuery): Pages<DialogueSummary> {
  const query = {
    archived: view === 'archived' ? 'true' : 'false',
    ...(folder === null ? {} : { folder_id: folder }),
    ...(bot === null ? {} : { bot_id: bot }),
  } as const;
  const pages = useEndpointPages(listDialogues, { query });
  useDialogueNews(pages.reload);
  return pages;
}

/** A hit as a list item: a dialogue may be found several times, by its title and by its messages. */
export type Hit = SearchHit & { readonly id: string };

/** Loads the hits of a search in one's own dialogues. Those of the previous words stay until the new ones are there. */
export function useHits(q: string): Pages<Hit> {
  const pages = useComposedPages(
    'chat/hits',
    [q],
    async (cursor, signal) => {
      const { items, next_cursor } = await call(searchDialogues, { query: { q, cursor } }, { signal });
      return {
        items: items.map((hit) => ({ ...hit, id: `${hit.dialogue.id} ${hit.message_id ?? 'title'}` })),
        next_cursor,
      };
    },
    { keepsRows: true },
  );
  useDialogueNews(pages.reload);
  return pages;
}

/** Loads the dialogues that colleagues have shared. */
export function useSharedWithMe(): Pages<SharedDialogue> {
  return useEndpointPages(listSharedWithMe, {});
}
