import { createContext, useContext } from 'react';
import type { Rating } from '@parlance/shared/contract/api/dialogues';
import type { Attempt } from '../composer/attempt.ts';
import type { Entry } from '../messages/entry.ts';

/** What a person can do with the messages of a dialogue of their own. Each rejects with why it was not done. */
export type Turns = {
  /** With `readsWhole` the files that do not fit are read in parts before. */
  readonly regenerate: (answer: Entry, wish?: { readonly readsWhole: boolean }) => Promise<void>;
  readonly goOn: (answer: Entry) => Promise<void>;
  /** Asks something else in the place of a prompt: a further branch of the dialogue. */
  readonly edit: (prompt: Entry, attempt: Attempt) => Promise<void>;
  /** Reads the branch of another version. */
  readonly choose: (messageId: string) => Promise<void>;
  /** Null takes the rating back. */
  readonly rate: (answer: Entry, rating: Rating | null) => Promise<void>;
  /**
   * Takes back a prompt that waits; its text and its files are to be written on. Gives whether it was: otherwise its
   * answer had begun.
   */
  readonly cancel: (prompt: Entry) => Promise<boolean>;
  /** Whether no answer is being written, so that another one can be begun. */
  readonly isFree: boolean;
  /** Whether the answer of this prompt waits for those before it. */
  readonly isWaiting: (promptId: string) => boolean;
  /** The prompt that is being rewritten. */
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
