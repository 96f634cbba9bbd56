import { getLoggedDialogue, listLoggedMessages, type LoggedDialogue } from '@parlance/shared/contract/api/dialogue-log';
import type { Message } from '@parlance/shared/contract/api/dialogues';
import { useEndpoint, useEndpointPages, type Pages, type Retried } from '@parlance/shared/loading';

/** Loads a dialogue. The audit log records each load, with names or without. */
export const useLoggedDialogue = (id: string, seen: string): Retried<LoggedDialogue> =>
  useEndpoint(getLoggedDialogue, { params: { dialogue_id: id } }, { visit: seen });

/** Loads every message, in the order they were made. */
export const useLoggedMessages = (id: string): Pages<Message> =>
  useEndpointPages(listLoggedMessages, { params: { dialogue_id: id } });
