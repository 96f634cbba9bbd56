import { useRef, useState } from 'react';
import { promptMaxLength } from '@parlance/shared/contract/api/dialogues';
import { usageSignals } from '@parlance/shared/usage';
import { useMemberId } from '../person/use-person.ts';
import { attemptFor } from './attempt.ts';
import type { Attempt } from './attempt.ts';
import { keepDraft, readDraft } from './draft.ts';

type Sent = {
  /** What the text belongs to: each place has its own draft. */
  readonly place: string;
  /** Whether an answer is under way, so that nothing can be sent. */
  readonly isRunning: boolean;
  /** Resolves when the server has the prompt. */
  readonly send: (attempt: Attempt) => Promise<void>;
};

export type ComposerState = {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Sends what is typed, or a text that is given. Does nothing where nothing can be sent. */
  readonly submit: (text?: string) => void;
  readonly canSend: boolean;
  readonly isSending: boolean;
  /** Characters over what a prompt may have. */
  readonly excess: number;
  /** Why the last attempt failed; null once another one is made. */
  readonly failure: unknown;
};

/** The text being written and its way to the server. What could not be sent is in the text again, and as a draft. */
export function useComposer({ place, isRunning, send }: Sent): ComposerState {
  const draft = `${useMemberId()}.${place}`;
  const [text, setText] = useState(() => readDraft(draft));
  const [isSending, setIsSending] = useState(false);
  const [failed, setFailed] = useState<{ readonly attempt: Attempt; readonly failure: unknown } | null>(null);
  const newest = useRef(text);
  const excess = Math.max(0, text.trim().length - promptMaxLength);
  const isFree = !isRunning && !isSending;

  function show(next: string): void {
    newest.current = next;
    setText(next);
  }

  function type(next: string): void {
    show(next);
    keepDraft(draft, next);
  }

  async function trySending(attempt: Attempt): Promise<void> {
    setIsSending(true);
    setFailed(null);
    try {
      await send(attempt);
      keepDraft(draft, newest.current);
    } catch (failure) {
      const typedMeanwhile = newest.current;
      type(typedMeanwhile === '' ? attempt.text : `${attempt.text}\n\n${typedMeanwhile}`);
      setFailed({ attempt, failure });
    } finally {
      setIsSending(false);
    }
  }

  function submit(given: string = text): void {
    const prompt = given.trim();
    if (!isFree || prompt === '' || prompt.length > promptMaxLength) return;
    usageSignals.reading();
    if (given === text) show('');
    void trySending(attemptFor(prompt, failed?.attempt ?? null));
  }

  return { text, type, submit, canSend: isFree && text.trim() !== '' && excess === 0, isSending, excess, failure: failed?.failure ?? null };
}
