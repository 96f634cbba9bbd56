import { listDialogues, searchDialogues } from '@parlance/shared/contract/api/dialogues';
import type { DialogueSummary, SearchHit } from '@parlance/shared/contract/api/dialogues';
import { listSharedWithMe } from '@parlance/shared/contract/api/shares';
import type { SharedDialogue } from '@parlance/shared/contract/api/shares';
import { call } from '@parlance/shared/http';
import { useComposedPages, useEndpointPages, type Pages } from '@parlance/shared/loading';
import { useDialogueNews } from '../../past-dialogues/use-dialogue-news.ts';
import type { DialogueQuery } from './dialogue-query.ts';

/** One's own dialogues, as the folder, the bot and the archive narrow them. */
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

/** A hit in a list: a dialogue may be found several times, by its title and by its messages. */
export type Hit = SearchHit & { readonly id: string };

/**
 * What a search finds in all of one's own dialogues. The hits of the words before stay until the new ones are there.
 */
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

/** What colleagues have shared. */
export function useSharedWithMe(): Pages<SharedDialogue> {
  return useEndpointPages(listSharedWithMe, {});
}
