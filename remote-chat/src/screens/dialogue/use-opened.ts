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
  /** When it was loaded: a load that says the same as the one before is a look at it all the same. */
  readonly loadedAt: number;
};

/** A dialogue with its newest messages. */
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
 * A dialogue that was started a moment ago is shown at once; its title is its first prompt until the server says
 * another.
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
