import { createContext, useContext } from 'react';
import type { Rating } from '@parlance/shared/contract/api/dialogues';
import type { Attempt } from '../composer/attempt.ts';
import type { Entry } from '../messages/entry.ts';

/** The actions of a person on the messages of their own dialogue. Each rejects with the reason of a failure. */
export type Turns = {
  /** Answers again. With `readsWhole`, files that do not fit are read in parts first. */
  readonly regenerate: (answer: Entry, wish?: { readonly readsWhole: boolean }) => Promise<void>;
  readonly goOn: (answer: Entry) => Promise<void>;
  /** Replaces a prompt: a further branch of the dialogue. */
  readonly edit: (prompt: Entry, attempt: Attempt) => Promise<void>;
  /** Switches to the branch of another version. */
  readonly choose: (messageId: string) => Promise<void>;
  /** Sets the rating; null removes it. */
  readonly rate: (answer: Entry, rating: Rating | null) => Promise<void>;
  /**
   * Withdraws a prompt that waits, and returns its text and files to the composer. Resolves with false if its answer
   * had begun.
   */
  readonly cancel: (prompt: Entry) => Promise<boolean>;
  /** True if no answer is being written, so that another one can begin. */
  readonly isFree: boolean;
  /** Says whether the answer of this prompt waits for those before it. */
  readonly isWaiting: (promptId: string) => boolean;
  /** The prompt being edited. */
  readonly editedId: string | null;
  readonly setEditedId: (promptId: string | null) => void;
};

const nothing = (): Promise<never> =>
  Promise.reject(new Error('There is no dialogue around this message. Draw it within TurnsContext.'));

export const TurnsContext = createContext<Turns>({
  regenerate: nothing,
  goOn: nothing,
  edit: nothing,
  choose: nothing,
  rate: nothing,
  cancel: nothing,
  isFree: false,
  isWaiting: () => false,
  editedId: null,
  setEditedId: () => undefined,
});

export const useTurns = (): Turns => useContext(TurnsContext);
