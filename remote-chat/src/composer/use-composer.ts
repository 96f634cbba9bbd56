import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { promptMaxLength } from '@parlance/shared/contract/api/dialogues';
import { usageSignals } from '@parlance/shared/usage';
import { isOnItsWay } from '../attachments/chosen-file.ts';
import { useAttachments } from '../attachments/use-attachments.ts';
import type { Attachments } from '../attachments/use-attachments.ts';
import { useMemberId } from '../person/use-person.ts';
import { attemptFor } from './attempt.ts';
import type { Attempt } from './attempt.ts';
import { keepDraft, readDraft } from './draft.ts';
import { warningOf } from './rule-words.ts';

type Sent = {
  /** What the text belongs to: each place has its own draft. */
  readonly place: string;
  /** Whom it is sent to, where one place leads to several. */
  readonly to?: string;
  /** What stands in the field where there is no draft. */
  readonly begins?: string;
  /** Whether the model that answers can look at pictures. */
  readonly seesImages?: boolean;
  /** Resolves when the server has the prompt. */
  readonly send: (attempt: Attempt) => Promise<void>;
};

export type ComposerState = {
  readonly text: string;
  readonly type: (text: string) => void;
  /** Sends what is typed, or a text that is given: when its files are read, and when the message before it has arrived. */
  readonly submit: (text?: string) => void;
  readonly canSend: boolean;
  readonly isSending: boolean;
  /** It is sent as soon as its files are read. */
  readonly isWaitingForFiles: boolean;
  readonly attachments: Attachments;
  /** Characters over what a prompt may have. */
  readonly excess: number;
  /** Sends what a rule warns of all the same; null where nothing was warned of. */
  readonly sendWarned: (() => void) | null;
  /** Why the last attempt failed; null once another one is made. */
  readonly failure: unknown;
};

/** The text being written, its files, and their way to the server. What could not be sent is in the text again, and as a draft. */
export function useComposer({ place, to = place, begins = '', seesImages = false, send }: Sent): ComposerState {
  const draft = `${useMemberId()}.${place}`;
  const [text, setText] = useState(() => readDraft(draft) || begins);
  const [isSending, setIsSending] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  const [failed, setFailed] = useState<{ readonly attempt: Attempt; readonly failure: unknown } | null>(null);
  const newest = useRef(text);
  const attachments = useAttachments(draft, seesImages);
  const { files } = attachments;
  const areOnTheirWay = files.some(isOnItsWay);
  const areReady = files.every(({ state }) => state === 'ready');
  const excess = Math.max(0, text.trim().length - promptMaxLength);

  function show(next: string): void {
    newest.current = next;
    setText(next);
  }

  function type(next: string): void {
    show(next);
    keepDraft(draft, next);
    setIsWanted(false);
  }

  async function trySending(attempt: Attempt): Promise<void> {
    setIsSending(true);
    setFailed(null);
    try {
      await send(attempt);
      keepDraft(draft, newest.current);
      if (attempt.attachmentIds.length > 0) attachments.clear();
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
    if (prompt === '' || prompt.length > promptMaxLength) return;
    if (isSending || !areReady) {
      setIsWanted(given === text && (isSending || areOnTheirWay));
      return;
    }
    usageSignals.reading();
    setIsWanted(false);
    if (given === text) show('');
    const ids = files.flatMap(({ id }) => (id === null ? [] : [id]));
    void trySending(attemptFor({ to, text: prompt, attachmentIds: ids }, failed?.attempt ?? null));
  }

  const sendWarned = warningOf(failed?.failure) === null || failed?.attempt.text !== text.trim() || isSending ? null : () => {
    show('');
    void trySending({ ...failed.attempt, acceptsWarning: true });
  };

  const goOn = useEffectEvent(() => {
    // The person decides about a file that could not be read.
    setIsWanted(false);
    submit();
  });
  const isDue = isWanted && !isSending && !areOnTheirWay;
  useEffect(() => {
    if (!isDue) return undefined;
    const timer = setTimeout(() => goOn());
    return () => clearTimeout(timer);
  }, [isDue]);

  const canSend = !isSending && text.trim() !== '' && excess === 0 && !files.some(({ state }) => state === 'failed' || state === 'refused');
  return { text, type, submit, canSend, isSending, isWaitingForFiles: isWanted && areOnTheirWay, attachments, excess, sendWarned, failure: failed?.failure ?? null };
}
