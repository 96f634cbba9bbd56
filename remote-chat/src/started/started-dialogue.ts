import type { BotSummary } from '@parlance/shared/contract/api/bots';
import type { BegunAnswer } from '@parlance/shared/ui/answer/ask';

/** A dialogue that this page has just started: its screen can show it without asking the server again. */
export type StartedDialogue = BegunAnswer & { readonly bot: BotSummary };

let started: StartedDialogue | null = null;

/** Stores it for the screen of the dialogue, which opens next. In memory only: after a reload the server is asked. */
export function keepStarted(dialogue: StartedDialogue): void {
  forgetStarted();
  started = dialogue;
}

export function startedDialogue(dialogueId: string): StartedDialogue | null {
  return started?.turn.dialogue_id === dialogueId ? started : null;
}

/** Drops it, since the server knows more by now, and closes a connection that no screen has taken. */
export function forgetStarted(): void {
  started?.connection?.close();
  started = null;
}
