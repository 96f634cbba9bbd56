import { listDialogues } from '@parlance/shared/contract/api/dialogues';
import type { DialogueSummary } from '@parlance/shared/contract/api/dialogues';
import { call } from '@parlance/shared/http';
import { usePages, type Pages } from '@parlance/shared/loading';

/** Dialogues on one page of a list beside other things. */
const pageSize = 8;

/** One's own dialogues, the last changed first; those with one bot where it is named. */
export function useDialogues(botId?: string): Pages<DialogueSummary> {
  return usePages(`dialogues ${botId ?? ''}`, (cursor) =>
    call(listDialogues, {
      query: { limit: pageSize, ...(botId === undefined ? {} : { bot_id: botId }), ...(cursor === undefined ? {} : { cursor }) },
    }),
  );
}
