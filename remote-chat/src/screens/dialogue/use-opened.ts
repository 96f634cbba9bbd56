import { getDialogue, listMessages } from '@parlance/shared/contract/api/dialogues';
import type { DialogueSummary } from '@parlance/shared/contract/api/dialogues';
import { call } from '@parlance/shared/http';
import { useComposed, type Loaded } from '@parlance/shared/loading';
import { forgetStarted, startedDialogue } from '../../started/started-dialogue.ts';
import type { StartedDialogue } from '../../started/started-dialogue.ts';
import type { MessagePage } from './conversation.ts';

export type OpenDialogue = {
  readonly dialogue: DialogueSummary;
  readonly newest: MessagePage;
  /** The time of the load: one with the same content as the previous is a visit all the same. */
  readonly loadedAt: number;
};

/** Loads a dialogue with its newest messages. */
export function useOpened(dialogueId: string): Loaded<OpenDialogue> & { readonly retry: () => void } {
  async function load(): Promise<OpenDialogue> {
    const params = { dialogue_id: dialogueId };
    const [dialogue, newest] = await Promise.all([call(getDialogue, { params }), call(listMessages, { params })]);
    forgetStarted();
    return { dialogue, newest, loadedAt: performance.now() };
  }
  return useComposed('chat/dialogue', [dialogueId], load, { known: () => openedFrom(startedDialogue(dialogueId)) });
}

/**
 * Shows a dialogue that was started a moment ago at once; its title is its first prompt until the server has another.
 */
function openedFrom(started: StartedDialogue | null): OpenDialogue | undefined {
  if (started === null) return undefined;
  const { turn, bot } = started;
  const { created_at } = turn.prompt;
  return {
    dialogue: {
      id: turn.dialogue_id,
      title: turn.prompt.content,
      bot,
      folder_id: null,
      is_pinned: false,
      is_archived: false,
      is_answering: true,
      created_at,
      updated_at: created_at,
    },
    newest: { items: [turn.answer, turn.prompt], next_cursor: null },
    loadedAt: 0,
  };
}
