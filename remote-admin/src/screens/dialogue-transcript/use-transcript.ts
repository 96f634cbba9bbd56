import { getLoggedDialogue, listLoggedMessages, type LoggedDialogue } from '@parlance/shared/contract/api/dialogue-log';
import type { Message } from '@parlance/shared/contract/api/dialogues';
import { call } from '@parlance/shared/http';
import { useLoaded, usePages, type Pages } from '@parlance/shared/loading';

/** Each look stands in the audit log, with names or without. */
export const useLoggedDialogue = (id: string, seen: string): ReturnType<typeof useLoaded<LoggedDialogue>> =>
  useLoaded(`dialogue-log ${id} ${seen}`, (signal) => call(getLoggedDialogue, { params: { dialogue_id: id } }, { signal }));

/** Every message, in the order they were made. */
export const useLoggedMessages = (id: string): Pages<Message> =>
  usePages(`dialogue-log-messages ${id}`, (cursor, signal) => call(listLoggedMessages, { params: { dialogue_id: id }, query: { cursor } }, { signal }));
