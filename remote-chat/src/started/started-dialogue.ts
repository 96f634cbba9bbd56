import type { BotSummary } from '@parlance/shared/contract/api/bots';
import type { Turn } from '@parlance/shared/contract/api/dialogues';

/** A dialogue that this page has just started: its screen can show it without asking the server again. */
export type StartedDialogue = { readonly turn: Turn; readonly bot: BotSummary };

let started: StartedDialogue | null = null;

/** Stores it for the screen of the dialogue, which opens next. In memory only: after a reload the server is asked. */
export function keepStarted(dialogue: StartedDialogue): void {
  started = dialogue;
}

export function startedDialogue(dialogueId: string): StartedDialogue | null {
  return started?.turn.dialogue_id === dialogueId ? started : null;
}

/** Drops it: the server knows more by now. */
export function forgetStarted(): void {
  started = null;
}
